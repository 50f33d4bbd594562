package import Domain

/// Kakao's geocoder: Korean addresses as the authorities write them, street and plot.
///
/// Needs a key. It covers South Korea only and answers in Korean whatever the language; nothing is romanised, as a
/// spelling of our own would be found on no sign.
package struct Kakao: AddressProvider {
    /// The only host; a setting for tests and proxies.
    package static let defaultBaseURL = "https://dapi.kakao.com"
    /// Names the source; its terms tell what more they want.
    package static let attribution = "Address data by Kakao (https://developers.kakao.com/)"

    package let name = "kakao"
    private let baseURL: String
    private let fetch: ProviderFetch
    private let now: @Sendable () -> Timestamp

    /// `now` is the wall clock, for times to ask again.
    package init(
        baseURL: String = Kakao.defaultBaseURL, fetch: @escaping ProviderFetch,
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.baseURL = baseURL
        self.fetch = fetch
        self.now = now
    }

    /// The address at a place, or where nothing is built the names of its region; outside Korea without a request.
    package func address(_ query: Query) async throws(LookupFailure) -> Address {
        guard KoreaBox.contains(query.coordinate) else {
            throw reader.failure(
                .notCovered,
                "kakao knows South Korea only; name another provider after it in address.providers")
        }
        let places = try await documents("coord2address", query.coordinate)
        if let address = places.lazy.compactMap(Address.init(kakaoPlace:)).first {
            return address
        }
        let regions = try await documents("coord2regioncode", query.coordinate)
        guard let address = Address(kakaoRegions: regions) else { throw reader.nothingThere() }
        return address
    }

    private func documents(
        _ service: String, _ coordinate: Coordinate
    ) async throws(LookupFailure) -> [JSON] {
        let url = ServiceURL(base: baseURL, path: "/v2/local/geo/\(service).json")
            .adding("input_coord", "WGS84")
            .adding("x", degrees: coordinate.longitude).adding("y", degrees: coordinate.latitude)
        let answer = try await fetch(
            ProviderRequest(
                part: .address, url: url.text, key: .header("Authorization", prefix: "KakaoAK ")))
        guard case .array(let documents) = try reader.json(of: answer)["documents"] else {
            throw reader.misses("documents")
        }
        return documents
    }

    private var reader: AnswerReader {
        let now = now()
        return AnswerReader(
            provider: name, part: .address, now: now, limitWait: 600,
            refusedAdvice: "check its REST API key, and switch on maps for it in the console",
            complaint: { Complaint(kakao: $0, now: now) })
    }
}
