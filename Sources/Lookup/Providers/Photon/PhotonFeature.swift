import Domain

/// One object of Photon's answers, its names by what they are.
struct PhotonFeature {
    let name, houseNumber, street, locality, district, city, county, state: String?
    let country, countryCode, postcode, placeID: String?
    /// GeoJSON puts longitude first.
    let coordinate: Coordinate?
    /// It is itself one of the parts of an address, as a street or a city is.
    private let isPart: Bool

    init(_ feature: JSON) {
        let properties = feature["properties"]
        let type = properties["type"].text
        let name = properties["name"].text
        /// What is a street or a city itself has its name in `name` alone.
        func part(_ key: String) -> String? {
            properties[key].text ?? (type == key ? name : nil)
        }
        self.name = name
        houseNumber = properties["housenumber"].text
        street = part("street")
        locality = part("locality")
        district = part("district")
        city = part("city")
        county = part("county")
        state = part("state")
        country = part("country")
        let parts = ["street", "locality", "district", "city", "county", "state", "country"]
        isPart = type.map(parts.contains) ?? false
        countryCode = properties["countrycode"].text?.uppercased()
        postcode = properties["postcode"].text
        placeID = Self.placeID(properties)
        let position = feature["geometry"]["coordinates"]
        coordinate = position[1].number.flatMap { latitude in
            position[0].number.flatMap { Coordinate(latitude: latitude, longitude: $0) }
        }
    }

    /// The number of the object on the map, in the words of its other geocoder: `way/400012345`.
    private static func placeID(_ properties: JSON) -> String? {
        let types = ["N": "node", "W": "way", "R": "relation"]
        guard let type = properties["osm_type"].text.flatMap({ types[$0] }),
            let id = properties["osm_id"].text
        else { return nil }
        return "\(type)/\(id)"
    }

    /// Nil when there is no name in it.
    ///
    /// A name of its own is told where no house number is: with one it may be any shop in the house.
    func address(_ language: Language) -> Address? {
        let ownName = houseNumber == nil && !isPart ? name : nil
        guard let label = line(ownName, language, county: city == nil) else { return nil }
        var address = Address(label: label, provider: "photon")
        if let korean {
            korean.fill(&address)
        } else {
            (address.state, address.county, address.city) = (state, county, city)
            address.district = district ?? locality
        }
        (address.country, address.countryCode) = (country, countryCode)
        (address.street, address.houseNumber) = (street, houseNumber)
        (address.postcode, address.placeID) = (postcode, placeID)
        return address
    }

    /// The line of something that was asked for by its name, with the county to tell it from others of that name.
    func label(_ language: Language) -> String? {
        line(isPart ? nil : name, language, county: true)
    }

    private func line(_ ownName: String?, _ language: Language, county withCounty: Bool) -> String?
    {
        if let korean {
            return korean.line(
                name: ownName, street: street, number: houseNumber, country: country,
                language: language)
        }
        let nearest = PlaceLine.numbered(street ?? locality, houseNumber, numberLast: false)
        return PlaceLine.join(
            [ownName, nearest, district, city, withCounty ? county : nil, state],
            country: country, countryCode: countryCode, language: language)
    }

    /// Photon sorts by size alone, so that a 구 may come as a county and a 동 as a district.
    private var korean: KoreanUnits? {
        guard countryCode == "KR" else { return nil }
        var units = KoreanUnits()
        units.add(state, else: .province)
        units.add(city, else: .city)
        units.add(county, else: .county)
        // The 법정동 of addresses before the 행정동 of offices, which is the larger.
        units.add(locality, else: .quarter)
        units.add(district, else: .district)
        return units
    }
}
