import HTTP
import TestSupport

/// Runs `body` with a client and a scripted server, and stops both.
func withServer(
    _ script: @escaping ScriptedHTTPServer.Script,
    _ body: @Sendable (HTTPClient, ScriptedHTTPServer) async throws -> Void
) async throws {
    let server = try ScriptedHTTPServer(script)
    defer { server.stop() }
    let client = HTTPClient()
    try await client.whileRunning { try await body(client, server) }
}

/// What kept the answer from coming; nil when it came.
func failure(_ client: HTTPClient, _ request: HTTPRequest) async -> HTTPError? {
    do throws(HTTPError) {
        _ = try await client.send(request)
        return nil
    } catch {
        return error
    }
}

func status(_ client: HTTPClient, _ request: HTTPRequest) async throws -> Int {
    try await client.send(request).status
}
