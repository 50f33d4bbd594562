import Foundation
import HTTP
import TestSupport
import Testing

@Suite("What a transfer may take", .timeLimit(.minutes(10)))
struct TransferTests {
    private static let gzip = [("Content-Encoding", "gzip")]

    /// `printf '{"ok":true}' | gzip -9n`
    private static let small = Data(
        base64Encoded: "H4sIAAAAAAACA6tWys9WsiopKk2tBQCQX9SnCwAAAA==")

    /// `head -c 104857600 /dev/zero | gzip -9n | gzip -9n`: 364 bytes that become 100 MiB.
    private static let bomb = Data(
        base64Encoded: """
            H4sIAAAAAAACA+3dLW4CQQCG4V1205AKfgQKUZKaHgFDAgZTg6C2hANwht2EoGpqmvQWVRygDlm31HGA\
            pgKBot2ye4tpnkeNft0kX2ZunppRpZF8vcfx5ZA//759N68jAAAAAAAAACBw+ec6qcYA0aAsprMHAAAA\
            AAAAACB0y3YrrUcB50V/IgcAAAAAAAAABG8zGnbqFwKO2SqVAwAAAAAAAACC1zsdxvUWYFduu3M9AAAA\
            AAAAACB4+3USV1uAQVlMZ3IAAAAAAAAAQPCW7VZabQHy86I/kQMAAAAAAAAAgrcZDTv1JwHHbJXKAQAA\
            AAAAAADB650O43oLsCu33bkeAAAAAAAAABC8/TqJqy3AoCymMzkAAAAAAAAAIHjLdiuttgD5edGfyAEA\
            AAAAAAAAwduMhp36k4BjtkrlAAAAAAAAAIDgvZwOefUwwPijLH6avQgAAOC/eWy83t7dX+49V38XyRtS\
            n40BAA==
            """)

    @Test("W10 undoes a compression nobody asked for")
    func compressed() async throws {
        let small = try #require(Self.small)
        try await withServer { _ in
            ScriptedAnswer(headers: Self.gzip, body: small)
        } _: {
            let answer = try await $0.send(HTTPRequest(url: $1.url))
            #expect(answer.body == Data(#"{"ok":true}"#.utf8))
        }
    }

    @Test("W10 a compressed body that ends too early or is broken is an error")
    func brokenCompression() async throws {
        let small = try #require(Self.small)
        try await withServer { request in
            request.path == "/cut"
                // Announces what was there before it was cut after 20 bytes.
                ? ScriptedAnswer(
                    steps: [
                        .send(
                            Data(
                                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 31\r\n\r\n"
                                    .utf8) + small.prefix(20))
                    ], closes: true)
                : ScriptedAnswer(headers: Self.gzip, body: Data("<html>".utf8))
        } _: { client, server in
            #expect(await failure(client, HTTPRequest(url: server.url + "/cut"))?.code == .other)
            #expect(
                await failure(client, HTTPRequest(url: server.url + "/html"))?.code == .badEncoding)
        }
    }

    @Test("W10 a compressed body that the server itself cut is never taken for the whole")
    func cutCompression() async throws {
        let small = try #require(Self.small)
        try await withServer { _ in
            ScriptedAnswer(headers: Self.gzip, body: small.prefix(20))
        } _: { client, server in
            // libcurl gives what could be undone: no JSON, which its reader will say.
            let body = try? await client.send(HTTPRequest(url: server.url)).body
            #expect(body != Data(#"{"ok":true}"#.utf8))
        }
    }

    @Test("W10 a few compressed bytes that become 100 MiB stop at the limit")
    func bomb() async throws {
        let bomb = try #require(Self.bomb)
        #expect(bomb.count == 364)
        try await withServer { _ in
            ScriptedAnswer(headers: [("Content-Encoding", "gzip, gzip")], body: bomb)
        } _: { client, server in
            let error = await failure(client, HTTPRequest(url: server.url))
            #expect(error?.code == .tooLarge)
            #expect(error?.message.contains("2097152") == true)
        }
    }

    @Test("takes a body of exactly the limit and not one byte more", arguments: [true, false])
    func body(_ announced: Bool) async throws {
        try await withServer { request in
            let body = String(repeating: "x", count: request.path == "/fits" ? 1000 : 1001)
            return announced ? ScriptedAnswer(body) : .raw("HTTP/1.1 200 OK\r\n\r\n" + body)
        } _: { client, server in
            var request = HTTPRequest(url: server.url + "/fits")
            request.limits.body = 1000
            let whole = try await client.send(request)
            #expect(whole.body.count == 1000)
            request.url = server.url + "/more"
            #expect(await failure(client, request)?.code == .tooLarge)
        }
    }

    @Test("stops at endless headers")
    func headers() async throws {
        let line = "X-Filler: " + String(repeating: "y", count: 1000) + "\r\n"
        try await withServer { _ in
            .raw("HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 70) + "\r\n")
        } _: { client, server in
            #expect(await failure(client, HTTPRequest(url: server.url))?.code == .tooLarge)
        }
    }

    @Test(
        "W11 a server that says nothing, little or not enough ends at the time limit",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + String(repeating: "z", count: 100),
        ])
    func silence(_ bytes: String) async throws {
        try await withServer { _ in
            ScriptedAnswer(steps: [.send(Data(bytes.utf8)), .wait(Gate())])
        } _: { client, server in
            var request = HTTPRequest(url: server.url + "/?key=SECRET")
            request.limits.whole = 0.1
            let error = await failure(client, request)
            #expect(error?.code == .timeout)
            #expect(error?.message.contains("127.0.0.1:\(server.port)") == true)
            #expect(error?.message.contains("SECRET") == false)
            await server.clientClosed(1)
        }
    }

    @Test("W11 a transfer that stands still ends long before its whole time")
    func stall() async throws {
        try await withServer { _ in
            ScriptedAnswer(steps: [
                .send(Data("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1".utf8)), .wait(Gate()),
            ])
        } _: { client, server in
            var request = HTTPRequest(url: server.url)
            request.limits.stall = 1
            request.limits.whole = nil
            #expect(await failure(client, request)?.code == .timeout)
        }
    }

    @Test("W11 one silent server delays nobody else")
    func others() async throws {
        try await withServer { request in
            request.path == "/silent" ? .silence : ScriptedAnswer("{}")
        } _: { client, server in
            let url = server.url
            // Without an end of its own, however long the others take.
            let endless = HTTPRequest(
                url: url + "/silent", limits: .init(whole: nil, stall: nil))
            async let silent = failure(client, endless)
            await server.request(1)
            for _ in 1...60 {
                let code = try await status(client, HTTPRequest(url: url))
                #expect(code == 200)
            }
            client.shutdown()
            #expect(await silent?.code == .cancelled)
        }
    }

    @Test("W18 200 requests to a server that hangs up are 200 errors and no signal")
    func hangUp() async throws {
        try await withServer { _ in
            .hangUp
        } _: { client, server in
            let url = server.url
            let body = Data(repeating: 1, count: 1 << 20)
            let failures = await withTaskGroup(of: HTTPError?.self) { group in
                for _ in 1...200 {
                    group.addTask {
                        await failure(client, HTTPRequest(url: url, method: .post, body: body))
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
            }
            #expect(failures == 200)
            #expect(client.counters == HTTPCounters(failed: 200))
        }
    }
}
