package import FoundationEssentials

/// The answer to a request, whatever its status: 404 and 500 are answers too.
package struct HTTPResponse: Sendable {
    package let status: Int
    /// Of the last hop, in the order sent.
    package let headers: [(name: String, value: String)]
    /// Decompressed.
    package let body: Data
    /// Seconds of a `Retry-After` in either of its forms; nil for none and for a time in the past.
    package let retryAfter: Double?

    package init(
        status: Int, headers: [(name: String, value: String)], body: Data, retryAfter: Double? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.retryAfter = retryAfter
    }

    /// The first header of that name; case does not matter.
    package func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }
}
