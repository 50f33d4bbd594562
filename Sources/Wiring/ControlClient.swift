import Domain
import FoundationEssentials
package import HTTP

/// Speaks to the running daemon through its control socket, as the command line does.
package struct ControlClient: Sendable {
    private static let longPaths = ["/api/v1/refresh", "/api/v1/override", "/api/v1/search"]

    private let socket: String

    private let patience: Double

    /// `patience` are the seconds for what is answered at once.
    package init(stateDirectory: String, patience: Double = 10) {
        socket = StateDirectory(stateDirectory).socket
        self.patience = patience
    }

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
        // What is looked up takes its time, which the daemon limits; that it is not stuck is known before.
        let isLong = Self.longPaths.contains { path.hasPrefix($0) }
        if isLong, try await response(.get, "/healthz", nil, within: patience) == nil {
            return nil
        }
        guard
            let response = try await response(
                method, path, body, within: isLong ? nil : patience)
        else { return nil }
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

    /// Nil when no daemon runs; throws `unavailable` when one does not answer in time.
    private func response(
        _ method: HTTPRequest.Method, _ path: String, _ body: (any Encodable & Sendable)?,
        within seconds: Double?
    ) async throws -> HTTPResponse? {
        // The host is a name for the protocol's sake.
        var request = HTTPRequest(
            url: "http://localhost" + path, method: method, unixSocket: socket,
            limits: .init(whole: seconds, stall: nil))
        if let body {
            request.body = try Schema.json(body)
            request.headers["Content-Type"] = "application/json"
        }
        let http = HTTPClient()
        do {
            let request = request
            return try await http.whileRunning { try await http.send(request) }
        } catch let error as HTTPError where error.code == .connect {
            return nil
        } catch let error as HTTPError where error.code == .timeout {
            throw ControlError(
                .unavailable, "The daemon does not answer.",
                hint: "Restart it: `sudo systemctl restart milepost`, or end `milepost run`.")
        }
    }
}
