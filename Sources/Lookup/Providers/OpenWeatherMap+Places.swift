package import Domain

extension OpenWeatherMap: AddressProvider {
    /// The nearest town; it knows nothing finer.
    package func address(_ query: Query) async throws(LookupFailure) -> Address {
        let json = try await get(
            .address, url("/geo/1.0/reverse").adding(query.coordinate).adding("limit", "1"))
        let town = json[0]
        guard let label = label(of: town, query.language) else {
            throw reader(.address).nothingThere()
        }
        var address = Address(label: label, provider: name)
        address.city = town.localName(query.language)
        address.state = town["state"].text
        address.countryCode = town["country"].text?.uppercased()
        address.distance = Coordinate(town).map { $0.distance(to: query.coordinate).rounded() }
        return address
    }
}

extension OpenWeatherMap: PlaceFinder {
    /// At most five towns of that name; none is an empty list.
    package func places(
        named text: String, near position: Coordinate?, language: Language
    ) async throws(LookupFailure) -> [NamedPlace] {
        let url = url("/geo/1.0/direct").adding("q", text).adding("limit", "5")
        do throws(LookupFailure) {
            guard case .array(let towns) = try await get(.address, url) else {
                throw reader(.address).misses("places")
            }
            return towns.compactMap { place($0, language, asked: text) }
        } catch {
            // It has answered 404 as well as an empty list.
            guard error.code == .notFound else { throw error }
            return []
        }
    }

    /// The middle of a postal district, in the USA when no country is given.
    package func place(
        postalCode: String, country: String?, language: Language
    ) async throws(LookupFailure) -> NamedPlace {
        let json = try await get(
            .address, url("/geo/1.0/zip").adding("zip", postalCode, country))
        guard let place = place(json, language, asked: postalCode) else {
            throw reader(.address).misses("a place")
        }
        return place
    }

    private func place(_ json: JSON, _ language: Language, asked: String) -> NamedPlace? {
        guard let coordinate = Coordinate(json), let label = label(of: json, language) else {
            return nil
        }
        return NamedPlace(
            coordinate: coordinate, label: label, provider: name,
            isExact: PlaceName.isExact(asked, anyOf: json.allNames + [json["zip"].text]))
    }

    private func label(of town: JSON, _ language: Language) -> String? {
        guard let name = town.localName(language) else { return nil }
        let country = town["country"].text
        return PlaceLine.join(
            [name, town["state"].text], country: country, countryCode: country,
            language: language)
    }
}

extension JSON {
    /// `local_names` has the proper codes of languages, unlike the parameter `lang`.
    fileprivate func localName(_ language: Language) -> String? {
        self["local_names"][language.rawValue].text ?? self["name"].text
    }

    /// In every language that it tells, as a place may be asked for in any.
    fileprivate var allNames: [String?] {
        guard case .object(let names) = self["local_names"] else { return [self["name"].text] }
        return [self["name"].text] + names.values.map(\.text)
    }
}
