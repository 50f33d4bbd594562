package import FoundationEssentials

/// A whole request, decoded. The task that handles it is cancelled when its client goes away.
package struct ServerRequest: Sendable {
    /// As sent: "GET".
    package var method: String
    /// Without the query, percent signs decoded.
    package var path: String
    /// In the order sent, decoded; a name may come again.
    package var query: [(name: String, value: String)]
    /// Names in lower case; of a repeated one the last.
    package var headers: [String: String]
    package var body: Data

    package init(
        method: String, path: String, query: [(name: String, value: String)] = [],
        headers: [String: String] = [:], body: Data = Data()
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }
}

extension ServerRequest {
    /// What the headers say of the body; 0 when they say nothing.
    var contentLength: Int {
        guard let text = headers["content-length"] else { return 0 }
        // Digits too many for an Int are too long a body too.
        return Int(text) ?? .max
    }
}

/// Answers one request; the answer to a cancelled one is dropped.
package typealias ServerHandler = @Sendable (ServerRequest) async -> ServerResponse
