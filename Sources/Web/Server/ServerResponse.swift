import Domain
package import FoundationEssentials

/// What a client is answered.
package struct ServerResponse: Sendable {
    package enum Body: Sendable {
        case data(Data)
        /// Called once the headers are on their way; the answer ends when it returns. Cancelled when the client leaves.
        case stream(@Sendable (@escaping BodyWriter) async -> Void)
    }

    package var status: Int
    package var headers: [String: String]
    package var body: Body

    package init(status: Int, headers: [String: String] = [:], body: Body = .data(Data())) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Hands a piece of a streamed body on and waits until the client takes more; false once it is gone.
package typealias BodyWriter = @Sendable (Data) async -> Bool

extension ServerResponse {
    /// The headers of every answer of the API: it is about now, and it is not to be guessed at.
    static let apiHeaders = ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"]

    /// `value` as JSON.
    package static func json(_ value: some Encodable, status: Int = 200) -> ServerResponse {
        // Only a NaN or an infinity cannot be encoded, and the types of the schema are made without.
        guard let body = try? Schema.json(value) else {
            return error(500, "internal", "The answer holds a number that JSON does not have.")
        }
        return ServerResponse(
            status: status,
            headers: apiHeaders.merging(["Content-Type": "application/json"]) { $1 },
            body: .data(body))
    }

    /// `{"error": {"code", "message", "hint"?}}`
    package static func error(
        _ status: Int, _ code: String, _ message: String, hint: String? = nil
    ) -> ServerResponse {
        json(Schema.Failed(code: code, message: message, hint: hint), status: status)
    }
}
