package import Domain

/// Open-Meteo's search of places by name, on a host of its own; it names no coordinate.
package struct OpenMeteoGeocoding: PlaceFinder {
    /// The public host, free for non-commercial use only.
    package static let defaultBaseURL = "https://geocoding-api.open-meteo.com"

    package let name = "open-meteo"
    private let baseURL: String
    private let fetch: ProviderFetch
    private let now: @Sendable () -> Timestamp

    /// `now` is the wall clock, for times to ask again.
    package init(
        baseURL: String = OpenMeteoGeocoding.defaultBaseURL, fetch: @escaping ProviderFetch,
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.baseURL = baseURL
        self.fetch = fetch
        self.now = now
    }

    /// At most ten, the most populous first; none is an empty list. Names of one letter match nothing.
    package func places(
        named text: String, near position: Coordinate?, language: Language
    ) async throws(LookupFailure) -> [NamedPlace] {
        let url = ServiceURL(base: baseURL, path: "/v1/search").adding("name", text)
            .adding("count", "10").adding("language", language.rawValue).adding("format", "json")
        let answer = try await fetch(ProviderRequest(part: .address, url: url.text))
        let json = try AnswerReader.openMeteo(name, .address, now: now()).json(of: answer)
        // Without a match the key is absent.
        return json["results"].items.compactMap { place($0, language, asked: text) }
    }

    private func place(_ json: JSON, _ language: Language, asked: String) -> NamedPlace? {
        guard let latitude = json["latitude"].number, let longitude = json["longitude"].number,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude),
            let label = PlaceLine.join(
                [json["name"].text, json["admin2"].text, json["admin1"].text],
                country: json["country"].text, countryCode: json["country_code"].text,
                language: language)
        else { return nil }
        return NamedPlace(
            coordinate: coordinate, label: label, provider: name,
            population: json["population"].integer.flatMap { $0 > 0 ? $0 : nil },
            isExact: PlaceName.isExact(asked, anyOf: [json["name"].text]))
    }
}
