import Domain
import FoundationEssentials
package import HTTP

/// Speaks to the running daemon through its control socket, as the command line does.
package struct ControlClient: Sendable {
    private let socket: String

    package init(stateDirectory: String) { socket = StateDirectory(stateDirectory).socket }

    /// What `path` answers, or nil when no daemon runs. Throws the daemon's own error, or `unavailable`.
    package func ask<Value: Decodable & Sendable>(
        _ method: HTTPRequest.Method, _ path: String, body: (any Encodable & Sendable)? = nil
    ) async throws -> Value? {
        guard let response = try await send(method, path, body) else { return nil }
        return try JSONDecoder().decode(Value.self, from: response)
    }

    /// True when a daemon runs and did it.
    package func tell(_ method: HTTPRequest.Method, _ path: String) async throws -> Bool {
        try await send(method, path, nil) != nil
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: (any Encodable & Sendable)?
    ) async throws -> Data? {
        // The host is a name for the protocol's sake; the daemon itself limits how long an answer takes.
        var request = HTTPRequest(
            url: "http://localhost" + path, method: method, unixSocket: socket,
            limits: .init(whole: nil, stall: nil))
        if let body {
            request.body = try Schema.json(body)
            request.headers["Content-Type"] = "application/json"
        }
        let http = HTTPClient()
        let response: HTTPResponse
        do {
            let request = request
            response = try await http.whileRunning { try await http.send(request) }
        } catch let error as HTTPError where error.code == .connect {
            return nil
        }
        guard response.status >= 400 else { return response.body }
        guard let failed = try? JSONDecoder().decode(Schema.Failed.self, from: response.body) else {
            throw ControlError(
                .unavailable, "The daemon answered with status \(response.status).",
                hint: "Is it of the same version as this command?")
        }
        throw ControlError(
            ControlError.Code(rawValue: failed.error.code) ?? .unavailable, failed.error.message,
            hint: failed.error.hint)
    }
}
