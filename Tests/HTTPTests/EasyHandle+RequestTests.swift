import Foundation
import Glibc
import HTTP
import TestSupport
import Testing

@Suite("What a request may reach", .timeLimit(.minutes(10)))
struct EasyHandleRequestTests {
    @Test(
        "refuses everything but http and https",
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1/a", "gopher://127.0.0.1/", "dict://127.0.0.1/",
            "", "not a url", "http://",
        ])
    func schemes(_ url: String) async throws {
        let client = HTTPClient()
        await client.whileRunning {
            #expect(await failure(client, HTTPRequest(url: url))?.code == .badURL)
        }
    }

    @Test("a redirect is the answer unless it is to be followed")
    func redirects() async throws {
        try await withServer { request in
            request.path == "/end"
                ? ScriptedAnswer("there")
                : ScriptedAnswer(status: 302, headers: [("Location", "/end")], "")
        } _: { client, server in
            let kept = try await client.send(HTTPRequest(url: server.url + "/1"))
            #expect(kept.status == 302)
            #expect(kept.header("Location") == "/end")
            let followed = try await client.send(
                HTTPRequest(url: server.url + "/2", redirects: .follow()))
            #expect(followed.status == 200)
            #expect(followed.body == Data("there".utf8))
            #expect(followed.header("Location") == nil)
            #expect(server.requests.map(\.path) == ["/1", "/2", "/end"])
        }
    }

    @Test("follows three redirects and not a fourth")
    func tooManyRedirects() async throws {
        try await withServer { _ in
            ScriptedAnswer(status: 302, headers: [("Location", "/again?key=SECRET")], "")
        } _: { client, server in
            let error = await failure(client, HTTPRequest(url: server.url, redirects: .follow()))
            #expect(error?.code == .tooManyRedirects)
            #expect(error?.message.contains("SECRET") == false)
            #expect(server.requests.count == 4)
        }
    }

    @Test(
        "does not follow a redirect away from http and https",
        arguments: ["file:///etc/passwd", "ftp://127.0.0.1/a"])
    func redirectElsewhere(_ target: String) async throws {
        try await withServer { _ in
            ScriptedAnswer(status: 302, headers: [("Location", target)], "")
        } _: { client, server in
            let error = await failure(client, HTTPRequest(url: server.url, redirects: .follow()))
            #expect(error?.code == .badURL)
        }
    }

    @Test(
        "a line break in a header is refused, so that it smuggles in nothing",
        arguments: [true, false])
    func headerInjection(_ inUserAgent: Bool) async throws {
        try await withServer { _ in
            ScriptedAnswer("{}")
        } _: { client, server in
            let text = "KEY\r\nHost: elsewhere"
            let request =
                inUserAgent
                ? HTTPRequest(url: server.url, userAgent: text)
                : HTTPRequest(url: server.url, headers: ["Authorization": text])
            let error = await failure(client, request)
            #expect(error?.code == .other)
            let name = inUserAgent ? "User-Agent" : "Authorization"
            #expect(error?.message.contains(name) == true)
            #expect(error?.message.contains("KEY") == false)
            #expect(server.connections == 0)
        }
    }

    @Test("goes through the proxy that the environment names")
    func proxy() async throws {
        // The only test here that uses https, so that nothing else in this process meets the variable.
        try await withServer { _ in
            .raw("HTTP/1.1 403 Forbidden\r\n\r\n")
        } _: { client, server in
            setenv("https_proxy", server.url, 1)
            defer { unsetenv("https_proxy") }
            let error = await failure(client, HTTPRequest(url: "https://weather.invalid/?key=K"))
            #expect(error != nil)
            #expect(server.requests.map(\.method) == ["CONNECT"])
            #expect(server.requests.map(\.target) == ["weather.invalid:443"])
        }
    }
}
