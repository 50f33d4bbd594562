package import Domain
package import FoundationEssentials

/// One GET to a provider, as the provider words it; the key is put in by whoever sends it.
package struct ProviderRequest: Sendable, Hashable {
    /// Where a provider wants its key. The key itself is known to the sender alone.
    package enum Key: Sendable, Hashable {
        case none
        /// As a query parameter of this name.
        case query(String)
        /// As a header of this name, after this prefix: `Authorization: KakaoAK …`.
        case header(String, prefix: String)
    }

    package var part: Part
    /// Base, path and escaped query, without a key.
    package var url: String
    package var key: Key
    package var headers: [String: String]
    /// The answer stands until the server's own `Expires`, for a refresh too; after it `If-Modified-Since` is asked.
    ///
    /// For services whose terms forbid to ask earlier: what they tell does not change before.
    package var keepsAnswer: Bool
    /// The service's terms want to know whom to write to.
    package var needsContact: Bool

    package init(
        part: Part, url: String, key: Key = .none, headers: [String: String] = [:],
        keepsAnswer: Bool = false, needsContact: Bool = false
    ) {
        self.part = part
        self.url = url
        self.key = key
        self.headers = headers
        self.keepsAnswer = keepsAnswer
        self.needsContact = needsContact
    }
}

extension ProviderRequest {
    /// What goes over the network: two requests of the same words are one, whichever parts they are for.
    struct Wire: Hashable {
        let url: String
        let key: Key
        let headers: [String: String]
    }

    var wire: Wire { Wire(url: url, key: key, headers: headers) }
}

/// What came back, whatever its status.
package struct ProviderAnswer: Sendable {
    package var status: Int
    package var contentType: String?
    /// Seconds of a `Retry-After`, from either of its forms.
    package var retryAfter: Double?
    package var body: Data
    /// Whether a text that was read out of it may be quoted: not one that tells the key.
    package var mayQuote: @Sendable (String) -> Bool = { _ in true }

    package init(status: Int, contentType: String?, retryAfter: Double? = nil, body: Data) {
        self.status = status
        self.contentType = contentType
        self.retryAfter = retryAfter
        self.body = body
    }
}

/// Sends a request politely: spaced, with key and User-Agent; throws what kept an answer from coming.
package typealias ProviderFetch =
    @Sendable (ProviderRequest) async throws(LookupFailure) -> ProviderAnswer
