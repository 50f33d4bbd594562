package import Domain

/// OpenStreetMap's geocoder, down to the house number.
///
/// The public server allows one request a second for an application over all its users, and no periodic ones without
/// a cache: https://operations.osmfoundation.org/policies/nominatim/. Its address is therefore a setting.
package struct Nominatim: Sendable {
    /// The public server, whose policy is above.
    package static let defaultBaseURL = "https://nominatim.openstreetmap.org"
    /// What its terms want shown wherever its data is.
    package static let attribution =
        "© OpenStreetMap contributors (https://www.openstreetmap.org/copyright), ODbL"

    package let name = "nominatim"
    private let baseURL: String
    private let fetch: ProviderFetch
    private let now: @Sendable () -> Timestamp

    /// `now` is the wall clock, for times to ask again.
    package init(
        baseURL: String = Nominatim.defaultBaseURL, fetch: @escaping ProviderFetch,
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.baseURL = baseURL
        self.fetch = fetch
        self.now = now
    }

    private func get(
        _ path: String, _ language: Language, _ parameters: (ServiceURL) -> ServiceURL
    ) async throws(LookupFailure) -> JSON {
        let url = parameters(ServiceURL(base: baseURL, path: path).adding("format", "jsonv2"))
            .adding("addressdetails", "1")
            // Without it names come in the language of the place, and change at each border.
            .adding("accept-language", language.rawValue)
        let answer = try await fetch(
            ProviderRequest(part: .address, url: url.text, needsContact: true))
        return try reader.json(of: answer)
    }

    private var reader: AnswerReader {
        AnswerReader(
            provider: name, part: .address, now: now(), limitWait: 3600,
            refusedAdvice: "set `contact` and keep to its usage policy, or use another server",
            complaint: Self.complaint)
    }

    /// `error` is a text beside status 200 when there is nothing, else an object.
    private static func complaint(_ json: JSON) -> Complaint? {
        let error = json["error"]
        if error.isObject {
            return Complaint(
                code: error["code"].integer.map { AnswerReader.code(status: $0) },
                text: error["message"].text)
        }
        guard let text = error.text else { return nil }
        return Complaint(code: text == "Unable to geocode" ? .notFound : .server, text: text)
    }
}

extension Nominatim: AddressProvider {
    /// The address of the nearest object of the map that has one.
    package func address(_ query: Query) async throws(LookupFailure) -> Address {
        let json = try await get("/reverse", query.language) { $0.adding(query.coordinate) }
        guard var address = Address(nominatim: json, query.language) else {
            throw reader.nothingThere()
        }
        address.distance = Coordinate(json).map { $0.distance(to: query.coordinate).rounded() }
        return address
    }
}

extension Nominatim: PlaceFinder {
    /// At most ten, the most important first; none is an empty list.
    package func places(
        named text: String, near position: Coordinate?, language: Language
    ) async throws(LookupFailure) -> [NamedPlace] {
        let json = try await get("/search", language) {
            $0.adding("q", text).adding("limit", "10")
        }
        guard case .array(let found) = json else { throw reader.misses("places") }
        return found.compactMap { json in
            guard let coordinate = Coordinate(json),
                let label = NominatimKeys(json["address"]).placeLabel(json, language)
            else { return nil }
            return NamedPlace(
                coordinate: coordinate, label: label, provider: name,
                isExact: PlaceName.isExact(text, anyOf: [json["name"].text]))
        }
    }
}
