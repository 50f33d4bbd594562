import Domain

/// The names in Nominatim's `address`, by what they are.
///
/// The same kind of unit carries different keys in two countries and even in two cities, so each is sought under all
/// of them.
struct NominatimKeys {
    let houseNumber, houseName, street, quarter, suburb, hamlet, village, town, city: String?
    let district, county, state, country, countryCode, postcode: String?

    init(_ address: JSON) {
        func first(_ keys: String...) -> String? {
            keys.lazy.compactMap { address[$0].text }.first
        }
        houseNumber = first("house_number")
        houseName = first("house_name")
        street = first("road")
        quarter = first("quarter", "suburb", "neighbourhood", "city_block", "residential")
        suburb = first("suburb")
        hamlet = first("hamlet", "croft", "isolated_dwelling")
        village = first("village")
        town = first("town")
        city = first("city", "municipality")
        district = first("borough", "city_district", "district", "subdivision")
        county = first("county", "state_district")
        state = first("province", "state", "region")
        country = first("country")
        countryCode = first("country_code")?.uppercased()
        postcode = first("postcode")
    }

    private var isKorean: Bool { countryCode == "KR" }

    private var korean: KoreanUnits {
        var units = KoreanUnits()
        units.add(state, else: .province)
        units.add(city, else: .city)
        units.add(county, else: .county)
        units.add(district, else: .district)
        units.add(town, else: .town)
        // The 법정동 of addresses before the 행정동 of offices.
        units.add(quarter, else: .quarter)
        units.add(suburb, else: .quarter)
        units.add(village, else: .village)
        units.add(hamlet, else: .village)
        return units
    }

    /// Sets the areas that `address` has fields for.
    ///
    /// Outside Korea its city is the smallest settlement, as a British "city" beside a village is a district.
    func fill(_ address: inout Address) {
        guard !isKorean else { return korean.fill(&address) }
        let locality = village ?? town ?? city ?? hamlet
        (address.state, address.county, address.city) = (state, county, locality)
        address.district = district ?? (city == locality ? nil : city) ?? quarter
    }

    /// One line; nil when nothing has a name.
    func line(_ language: Language) -> String? {
        guard !isKorean else {
            return korean.line(
                name: houseName, street: street, number: houseNumber, country: country,
                language: language)
        }
        return PlaceLine.join(
            names, country: country, countryCode: countryCode, language: language)
    }

    /// From small to large. The county only where no city says where the place is.
    private var names: [String?] {
        let near = street ?? quarter
        var local = [near, hamlet, village].compactMap { $0 }
        if let first = local.first {
            local[0] = PlaceLine.numbered(first, houseNumber, numberLast: false) ?? first
        }
        // Without a district, the suburb tells Manhattan from Brooklyn.
        let part = district ?? suburb
        let wider = city == nil ? county : nil
        return [houseName] + local + [town, part == near ? nil : part, city, wider, state]
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
        keys.fill(&self)
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
        guard let line = self["display_name"].text, line.hasWord else { return nil }
        let names = line.split(separator: ",").compactMap { String($0).singleLine }
        guard language == .ko, names.count > 1, names.last == "대한민국" else { return line }
        let isPostcode = { (name: String) in name.allSatisfy(\.isNumber) && name.count == 5 }
        return names.dropLast().filter { !isPostcode($0) }.reversed().joined(separator: " ")
    }
}
