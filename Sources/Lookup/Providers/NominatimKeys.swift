import Domain

/// The names in Nominatim's `address`, by what they are.
///
/// The same kind of unit carries different keys in two countries and even in two cities, so each is sought under all
/// of them.
struct NominatimKeys {
    let houseNumber, street, quarter, suburb, hamlet, village, town, city: String?
    let district, county, state, country, countryCode, postcode: String?

    init(_ address: JSON) {
        func first(_ keys: String...) -> String? {
            keys.lazy.compactMap { address[$0].text }.first
        }
        houseNumber = first("house_number", "house_name")
        street = first("road")
        quarter = first("quarter", "suburb", "neighbourhood", "city_block", "residential")
        suburb = first("suburb")
        hamlet = first("hamlet", "croft", "isolated_dwelling")
        village = first("village")
        let city = first("city", "municipality")
        // A Korean 읍 or 면 is a town, but may come as a city.
        let isTown = ["읍", "면", "-eup", "-myeon"].contains { city?.hasSuffix($0) ?? false }
        town = first("town") ?? (isTown ? city : nil)
        self.city = isTown ? nil : city
        district = first("borough", "city_district", "district", "subdivision")
        county = first("county", "state_district")
        state = first("province", "state", "region")
        country = first("country")
        countryCode = first("country_code")?.uppercased()
        postcode = first("postcode")
    }

    private var isKorean: Bool { countryCode == "KR" }

    /// The settlement a person would name: in Korea the 시, elsewhere the smallest, as a British "city" beside a
    /// village is a district.
    var locality: String? {
        isKorean ? city ?? town ?? village ?? hamlet : village ?? town ?? city ?? hamlet
    }

    /// A part of the city: the 구, the borough; else what the quarter or a British "city" tells.
    var localDistrict: String? {
        if let district { return district }
        if !isKorean, let city, city != locality { return city }
        return quarter
    }

    /// One line; nil when nothing has a name.
    func line(_ language: Language) -> String? {
        PlaceLine.join(
            (isKorean ? koreanNames(language) : names) + [state], country: country,
            countryCode: countryCode, language: language)
    }

    /// From small to large. The county only where no city says where the place is.
    private var names: [String?] {
        let wider = city == nil ? county : nil
        // Without a district, the suburb tells Manhattan from Brooklyn.
        return [streetLine ?? quarter, hamlet, village, town, district ?? suburb, city, wider]
    }

    /// A street stands in its 구 or 읍·면, without 동 and 리; number after the street in Korean.
    private func koreanNames(_ language: Language) -> [String?] {
        guard street != nil else {
            return [village ?? quarter, town, district, county, city]
        }
        if language == .ko { return [houseNumber, street, town, district, county, city] }
        return [streetLine, town, district, county, city]
    }

    private var streetLine: String? {
        street.map { street in houseNumber.map { "\($0) \(street)" } ?? street }
    }

    /// The line of something that has a name itself: a station, a mountain, a city.
    func placeLabel(_ json: JSON, _ language: Language) -> String? {
        let name = json["name"].text
        guard let line = line(language) else { return json.displayName(language) }
        guard let name, !line.contains(name) else { return line }
        let isKoreanLine = isKorean && language == .ko
        return isKoreanLine ? "\(line) \(name)" : "\(name), \(line)"
    }
}

extension Address {
    /// Reads an answer of `/reverse`; nil when there is no name in it.
    init?(nominatim json: JSON, _ language: Language) {
        let keys = NominatimKeys(json["address"])
        guard let label = keys.line(language) ?? json.displayName(language) else { return nil }
        self.init(label: label, provider: "nominatim")
        country = keys.country
        countryCode = keys.countryCode
        state = keys.state
        county = keys.county
        city = keys.locality
        district = keys.localDistrict
        street = keys.street
        houseNumber = keys.houseNumber
        postcode = keys.postcode
        // The number of the object on the map; `place_id` is a server's own and changes.
        if let type = json["osm_type"].text, let id = json["osm_id"].text {
            placeID = "\(type)/\(id)"
        }
    }
}

extension JSON {
    /// `display_name`, small to large with commas in every language; turned round for a Korean place in Korean.
    fileprivate func displayName(_ language: Language) -> String? {
        guard let line = self["display_name"].text else { return nil }
        let names = line.split(separator: ",").compactMap { String($0).singleLine }
        guard language == .ko, names.count > 1, names.last == "대한민국" else { return line }
        let isPostcode = { (name: String) in name.allSatisfy(\.isNumber) && name.count == 5 }
        return names.dropLast().filter { !isPostcode($0) }.reversed().joined(separator: " ")
    }
}
