import Domain

extension Address {
    /// Reads a document of `coord2address`: by street where there is one, in the country by plot; nil without a name.
    init?(kakaoPlace document: JSON) {
        let road = document["road_address"]
        let plot = document["address"]
        let units = KoreanUnits(kakao: [road, plot])
        let street = road["road_name"].text
        let number = street == nil ? plot.plotNumber : road.buildingNumber
        let line = units.line(street: street, number: number, country: nil, language: .ko)
        guard let line = line ?? road["address_name"].text ?? plot["address_name"].text else {
            return nil
        }
        // In brackets behind the number, as on an envelope.
        let building = street == nil ? nil : road["building_name"].text
        self.init(kakao: units, label: building.map { "\(line) (\($0))" } ?? line)
        self.street = street
        houseNumber = number
        postcode = road["zone_no"].text ?? plot["zip_code"].text
    }

    /// Reads the documents of `coord2regioncode`; nil at sea, where they are missing or nameless.
    ///
    /// The 법정동 (B) of addresses goes before the 행정동 (H) of offices.
    init?(kakaoRegions documents: [JSON]) {
        let regions = ["B", "H"].flatMap { type in
            documents.filter { $0["region_type"].text == type }
        }
        for region in regions {
            let units = KoreanUnits(kakao: [region])
            let label = units.line(street: nil, number: nil, country: nil, language: .ko)
            guard let label else { continue }
            self.init(kakao: units, label: label)
            placeID = region["code"].text
            return
        }
        return nil
    }

    private init(kakao units: KoreanUnits, label: String) {
        self.init(label: label, provider: "kakao")
        units.fill(&self)
        (country, countryCode) = ("대한민국", "KR")
    }
}

extension KoreanUnits {
    /// The names of each depth, which may hold two units: 성남시 분당구, 대관령면 횡계리.
    fileprivate init(kakao regions: [JSON]) {
        self.init()
        let depths: [Unit] = [.province, .district, .quarter, .village]
        for region in regions {
            for (index, unit) in depths.enumerated() {
                let names = region["region_\(index + 1)depth_name"].text ?? ""
                for name in names.split(separator: " ").map(String.init) {
                    add(index == 0 ? Self.inFull(name) : name, else: unit)
                }
            }
        }
    }

    /// `coord2address` shortens the names of the first depth, `coord2regioncode` does not.
    private static func inFull(_ name: String) -> String {
        let cities = ["부산", "대구", "인천", "광주", "대전", "울산"]
        if cities.contains(name) { return name + "광역시" }
        return provinces[name] ?? name
    }

    private static let provinces: [String: String] = [
        "서울": "서울특별시", "세종": "세종특별자치시", "경기": "경기도", "강원": "강원특별자치도",
        "충북": "충청북도", "충남": "충청남도", "전북": "전북특별자치도", "전남": "전라남도",
        "경북": "경상북도", "경남": "경상남도", "제주": "제주특별자치도",
    ]
}

extension JSON {
    fileprivate var buildingNumber: String? {
        number("main_building_no", "sub_building_no", after: "underground_yn", "지하")
    }

    fileprivate var plotNumber: String? {
        number("main_address_no", "sub_address_no", after: "mountain_yn", "산")
    }

    /// `지하 12-3`: the mark where the flag is set, and a sub-number where there is one.
    private func number(
        _ main: String, _ sub: String, after flag: String, _ mark: String
    ) -> String? {
        guard let main = self[main].text else { return nil }
        let parts = [main, self[sub].text].compactMap { $0 }.filter { $0 != "0" }
        return (self[flag].text == "Y" ? "\(mark) " : "") + parts.joined(separator: "-")
    }
}
