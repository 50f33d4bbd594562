import Foundation
import HTTP
import TestSupport
import Testing

@Suite("HTTP client", .timeLimit(.minutes(10)))
struct HTTPClientTests {
    @Test("sends the query as written and brings back status, headers and body")
    func get() async throws {
        try await withServer { _ in
            ScriptedAnswer(
                status: 404, headers: [("Content-Type", "text/html"), ("X-Trace", " 7 ")], "gone")
        } _: { client, server in
            let answer = try await client.send(
                HTTPRequest(
                    url: server.url + "/a?key=ab%2Bcd%2Fef%3D%3D&lat=37.5",
                    headers: ["X-Key": "secret"], userAgent: "milepost/1 (me@example.org)"))
            #expect(answer.status == 404)
            #expect(answer.header("content-TYPE") == "text/html")
            #expect(answer.header("x-trace") == "7")
            #expect(answer.header("absent") == nil)
            #expect(answer.body == Data("gone".utf8))
            #expect(answer.retryAfter == nil)
            let request = try #require(server.requests.first)
            #expect(request.method == "GET")
            #expect(request.target == "/a?key=ab%2Bcd%2Fef%3D%3D&lat=37.5")
            #expect(request.parameters == ["key": "ab+cd/ef==", "lat": "37.5"])
            #expect(request.header("User-Agent") == "milepost/1 (me@example.org)")
            #expect(request.header("X-Key") == "secret")
        }
    }

    @Test(
        "sends the method and the body",
        arguments: [
            (HTTPRequest.Method.post, #"{"lat":1}"#), (.put, #"{"lat":1}"#), (.post, ""),
            (.delete, ""),
        ])
    func methods(_ method: HTTPRequest.Method, _ body: String) async throws {
        try await withServer { _ in
            ScriptedAnswer("{}")
        } _: { client, server in
            _ = try await client.send(
                HTTPRequest(
                    url: server.url, method: method, headers: ["Content-Type": "application/json"],
                    body: body.isEmpty ? nil : Data(body.utf8)))
            let request = try #require(server.requests.first)
            #expect(request.method == method.rawValue)
            #expect(request.body == Data(body.utf8))
            #expect(request.header("Content-Type") == "application/json")
        }
    }

    @Test("keeps the connection for the next request")
    func reuse() async throws {
        try await withServer { _ in
            ScriptedAnswer("{}")
        } _: { client, server in
            for _ in 1...3 { _ = try await client.send(HTTPRequest(url: server.url)) }
            #expect(server.requests.map(\.connection) == [1, 1, 1])
            #expect(client.counters == HTTPCounters(completed: 3))
        }
    }

    @Test("asks again on a new connection when the server closed the kept one")
    func staleConnection() async throws {
        try await withServer { _ in
            var answer = ScriptedAnswer("{}")
            answer.closes = true
            return answer
        } _: { client, server in
            for _ in 1...3 {
                let answer = try await client.send(HTTPRequest(url: server.url))
                #expect(answer.status == 200)
            }
            #expect(server.connections == 3)
        }
    }

    @Test("speaks to a Unix socket, and names it when nobody listens there")
    func unixSocket() async throws {
        let path = NSTemporaryDirectory() + "milepost-\(UUID().uuidString.prefix(8)).sock"
        let server = try ScriptedHTTPServer(unixSocket: path) { ScriptedAnswer($0.path) }
        defer {
            server.stop()
            unlink(path)
        }
        let client = HTTPClient()
        try await client.whileRunning {
            let url = "http://milepost/api/v1/status"
            let answer = try await client.send(HTTPRequest(url: url, unixSocket: path))
            #expect(answer.body == Data("/api/v1/status".utf8))
            let error = await failure(client, HTTPRequest(url: url, unixSocket: path + "x"))
            #expect(error?.code == .connect)
            #expect(error?.message.contains(path + "x") == true)
        }
    }

    @Test(
        "reads both forms of Retry-After",
        arguments: [("120", 120.0), ("Thu, 01 Jan 1970 00:00:10 GMT", nil), ("soon", nil)])
    func retryAfter(_ text: String, _ seconds: Double?) async throws {
        try await withServer { _ in
            ScriptedAnswer(status: 429, headers: [("Retry-After", text)], "")
        } _: { client, server in
            let answer = try await client.send(HTTPRequest(url: server.url))
            #expect(answer.status == 429)
            #expect(answer.retryAfter == seconds)
        }
    }

    @Test(
        "W04 hands over a body that is not JSON with its status and type",
        arguments: [
            (502, "text/html", "<html><body>Bad Gateway</body></html>"),
            (200, "application/json", "Unknown location; try again"),
            (200, "application/json", ""), (204, "application/json", ""),
        ])
    func notJSON(_ status: Int, _ type: String, _ body: String) async throws {
        try await withServer { _ in
            ScriptedAnswer(status: status, headers: [("Content-Type", type)], body)
        } _: { client, server in
            let answer = try await client.send(HTTPRequest(url: server.url))
            #expect(answer.status == status)
            #expect(answer.header("Content-Type") == type)
            #expect(answer.body == Data(body.utf8))
        }
    }

    @Test("answers whoever still waits when it is shut down, and refuses whoever comes later")
    func shutdown() async throws {
        try await withServer { _ in
            .silence
        } _: { client, server in
            async let waiting = failure(client, HTTPRequest(url: server.url))
            await server.request(1)
            client.shutdown()
            #expect(await waiting?.code == .cancelled)
            #expect(await failure(client, HTTPRequest(url: server.url))?.code == .cancelled)
            #expect(client.openTransfers == 0)
        }
    }

    @Test("carries out what was asked before it ran")
    func early() async throws {
        let server = try ScriptedHTTPServer { _ in ScriptedAnswer("{}") }
        defer { server.stop() }
        let client = HTTPClient()
        let url = server.url
        async let answer = status(client, HTTPRequest(url: url))
        async let running: Void = client.run()
        let code = try await answer
        #expect(code == 200)
        client.shutdown()
        await running
    }
}
