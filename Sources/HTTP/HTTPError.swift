/// Why a request got no answer.
package struct HTTPError: Error, Hashable, Sendable {
    /// For deciding whether and when to ask again.
    package enum Code: String, Sendable, CaseIterable {
        case cancelled, timeout, connect, resolve, tls
        /// The certificate is not valid yet: this machine's clock is behind.
        case clock
        case tooLarge = "too-large"
        case badEncoding = "bad-encoding"
        case tooManyRedirects = "too-many-redirects"
        case badURL = "bad-url"
        case other
    }

    package let code: Code
    /// One sentence for a person; names the host, never the path, the query or a header.
    package let message: String
    /// libcurl's `CURLcode`; nil when libcurl was not asked.
    package let curlCode: Int32?

    package init(_ code: Code, _ message: String, curlCode: Int32? = nil) {
        self.code = code
        self.message = message
        self.curlCode = curlCode
    }
}
