package import Domain

/// A geocoder on OpenStreetMap's data, down to the house number; it can be run at home.
///
/// Its public server is free for fair use and throttles or bans who asks too much: https://photon.komoot.io/.
/// It knows no Korean: then names are asked for as they are written at home, which in Korea is the same.
package struct Photon: Sendable {
    /// The public server.
    package static let defaultBaseURL = "https://photon.komoot.io"
    /// What the licence of its data wants shown.
    package static let attribution =
        "© OpenStreetMap contributors (https://www.openstreetmap.org/copyright), ODbL"

    package let name = "photon"
    private let baseURL: String
    private let fetch: ProviderFetch
    private let now: @Sendable () -> Timestamp

    /// `now` is the wall clock, for times to ask again.
    package init(
        baseURL: String = Photon.defaultBaseURL, fetch: @escaping ProviderFetch,
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.baseURL = baseURL
        self.fetch = fetch
        self.now = now
    }

    private func features(_ url: ServiceURL, _ language: Language) async throws(LookupFailure)
        -> [PhotonFeature]
    {
        // `ko` is refused, and so is any parameter that it does not know.
        let url = url.adding("lang", language == .ko ? "default" : language.rawValue)
        let answer = try await fetch(ProviderRequest(part: .address, url: url.text))
        guard case .array(let features) = try reader.json(of: answer)["features"] else {
            throw reader.misses("features")
        }
        return features.map { PhotonFeature($0) }
    }

    private var reader: AnswerReader {
        AnswerReader(
            provider: name, part: .address, now: now(), limitWait: 600,
            refusedAdvice: "ask it less often, or use another server",
            complaint: Self.complaint)
    }

    /// `{"message": …}`, or lists of such by the parameter complained of; whatever else is in them is not read.
    private static func complaint(_ json: JSON) -> Complaint? {
        if let text = json["message"].text { return Complaint(text: text) }
        guard case .object(let members) = json else { return nil }
        return members.sorted { $0.key < $1.key }.lazy.compactMap { parameter, complaints in
            complaints[0]["message"].text.map { Complaint(text: "\(parameter): \($0)") }
        }.first
    }
}

extension Photon: AddressProvider {
    /// The address of the nearest object of the map within a kilometre.
    package func address(_ query: Query) async throws(LookupFailure) -> Address {
        let url = ServiceURL(base: baseURL, path: "/reverse").adding(query.coordinate)
        // The nearest comes first.
        guard let feature = try await features(url, query.language).first,
            var address = feature.address(query.language)
        else { throw reader.nothingThere() }
        address.distance = feature.coordinate.map { $0.distance(to: query.coordinate).rounded() }
        return address
    }
}

extension Photon: PlaceFinder {
    /// At most ten, the likeliest first, for which nearness to `position` counts too; none is an empty list.
    package func places(
        named text: String, near position: Coordinate?, language: Language
    ) async throws(LookupFailure) -> [NamedPlace] {
        var url = ServiceURL(base: baseURL, path: "/api").adding("q", text).adding("limit", "10")
        // It is told no more than for an address.
        if let position { url = url.adding(Cell(.address, containing: position).center) }
        return try await features(url, language).compactMap { feature in
            guard let coordinate = feature.coordinate, let label = feature.label(language) else {
                return nil
            }
            return NamedPlace(
                coordinate: coordinate, label: label, provider: name,
                isExact: PlaceName.isExact(text, anyOf: [feature.name]))
        }
    }
}
