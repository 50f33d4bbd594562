import Domain

extension ServerResponse {
    /// The error a command ended with, as HTTP says it.
    ///
    /// No fix is 504: the tracker stands between the client and the receiver, which did not answer in time.
    static func failure(_ error: ControlError) -> ServerResponse {
        let status =
            switch error.code {
            case .noFix: 504
            case .badRequest: 400
            case .notFound: 404
            case .conflict: 409
            case .unavailable: 503
            }
        return .error(status, error.code.rawValue, error.message, hint: error.hint)
    }
}

extension ServerResponse {
    static func wrongMethod(allowed: some Collection<String>) -> ServerResponse {
        // RFC 9110: whoever answers GET answers HEAD.
        let methods = allowed.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }.sorted()
        let list = methods.joined(separator: ", ")
        var response = error(405, "wrong-method", "This path takes \(list) only.")
        response.headers["Allow"] = list
        return response
    }

    static let notJSON = error(
        415, "not-json", "The body is not said to be JSON.",
        hint: "Send it with Content-Type: application/json.")

    static let noContent = ServerResponse(status: 204, headers: apiHeaders)
}

extension ServerRequest {
    var isJSON: Bool {
        let type = headers["content-type"]?.split(separator: ";").first
        return type?.lowercased().filter { !$0.isWhitespace } == "application/json"
    }
}
