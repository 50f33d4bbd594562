import Foundation
import Synchronization
import Testing
import Web

@Suite("HTTP server: requests and answers", .serialized)
struct HTTPServerTests {
    /// Says what it got.
    static let echo: ServerHandler = { request in
        var text = "\(request.method) \(request.path)"
        for (name, value) in request.query { text += " \(name)=\(value)" }
        text += " x=\(request.headers["x-test"] ?? "-") "
        return ServerResponse(
            status: 200, headers: ["X-Answer": "yes"], body: .data(Data(text.utf8) + request.body))
    }

    @Test("method, path, query, headers and body arrive decoded")
    func decoded() async throws {
        try await withServer(Self.echo) { path in
            let client = try #require(RawClient(path))
            client.send(
                "PUT /a%20b/%EC%97%AD?q=%EC%84%9C+1&q=%26&empty HTTP/1.1\r\nHost: x\r\n"
                    + "X-TEST: yes\r\nContent-Length: 3\r\n\r\na\u{0}b")
            let reply = try #require(await client.reply())
            #expect(reply.status == 200)
            #expect(reply.headers["x-answer"] == "yes")
            #expect(reply.text == "PUT /a b/역 q=서 1 q=& empty= x=yes a\u{0}b")
        }
    }

    @Test("one connection carries many requests, also sent before their answers came")
    func keepAlive() async throws {
        try await withServer(Self.echo) { path in
            let client = try #require(RawClient(path))
            for number in 0..<50 { client.request("GET", "/\(number)") }
            for number in 0..<50 {
                #expect(await client.reply()?.text == "GET /\(number) x=- ")
            }
        }
    }

    @Test("a request that comes byte by byte is answered as any other")
    func slow() async throws {
        try await withServer(Self.echo) { path in
            let client = try #require(RawClient(path))
            for byte in "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello".utf8 {
                client.send(Data([byte]))
            }
            #expect(await client.reply()?.text == "POST /slow x=- hello")
        }
    }

    @Test("a chunked body is put together")
    func chunked() async throws {
        try await withServer(Self.echo) { path in
            let client = try #require(RawClient(path))
            client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            client.send("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
            #expect(await client.reply()?.text == "POST / x=- abcde")
        }
    }

    @Test("a client that asks whether to send its body is told to")
    func expectContinue() async throws {
        try await withServer(Self.echo) { path in
            let client = try #require(RawClient(path))
            client.send(
                "PUT /c HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
            #expect(await client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            client.send("hi")
            #expect(await client.reply()?.text == "PUT /c x=- hi")
        }
    }

    @Test("a client that stopped sending is still answered")
    func halfClosed() async throws {
        try await withServer(Self.echo) { path in
            let client = try #require(RawClient(path))
            client.request("GET", "/half")
            client.stopSending()
            #expect(await client.reply()?.text == "GET /half x=- ")
        }
    }

    @Test("HEAD is answered with the headers alone")
    func head() async throws {
        try await withServer(Self.echo) { path in
            let client = try #require(RawClient(path))
            client.request("HEAD", "/a")
            client.request("GET", "/b")
            #expect(await client.reply(isHead: true)?.headers["content-length"] == "12")
            #expect(await client.reply()?.text == "GET /b x=- ")
        }
    }

    @Test("HEAD of a stream ends it at once")
    func headOfStream() async throws {
        let bench = Bench()
        try await bench.serve { path in
            let client = try #require(RawClient(path))
            client.request("HEAD", "/api/v1/events")
            let reply = try #require(await client.reply(isHead: true))
            #expect(reply.headers["content-type"] == "text/event-stream")
            client.request("GET", "/healthz")
            // libmicrohttpd 0.9.75 would send the last chunk here.
            #expect(await client.reply()?.text == "ok\n")
        }
        #expect(bench.events.count == 0)
        #expect(bench.clock.sleepers == 0)
    }

    @Test("a body of the limit is taken, and one byte more is 413", arguments: [false, true])
    func oversized(isChunked: Bool) async throws {
        var limits = HTTPServer.Limits()
        limits.bodyBytes = 1000
        try await withServer(limits: limits, Self.echo) { path in
            for (size, status) in [(1000, 200), (1001, 413)] {
                let client = try #require(RawClient(path))
                let body = String(repeating: "x", count: size)
                if isChunked {
                    client.send("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
                    client.send("\(String(size, radix: 16))\r\n\(body)\r\n0\r\n\r\n")
                } else {
                    client.request("PUT", "/", body: body)
                }
                let reply = try #require(await client.reply())
                #expect(reply.status == status)
                if status == 413 {
                    #expect(reply.error?["message"] == "The body is longer than 1000 bytes.")
                }
            }
        }
    }

    @Test("a length of terabytes is refused before a byte of it comes")
    func hugeLength() async throws {
        try await withServer(Self.echo) { path in
            for length in ["99999999999999", "9223372036854775807"] {
                let client = try #require(RawClient(path))
                client.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n")
                #expect(await client.reply()?.status == 413)
            }
        }
    }

    @Test("an endless body is cut off")
    func endless() async throws {
        var limits = HTTPServer.Limits()
        limits.bodyBytes = 1000
        try await withServer(limits: limits, Self.echo) { path in
            let client = try #require(RawClient(path))
            client.send("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
            let chunk = "3e8\r\n" + String(repeating: "x", count: 1000) + "\r\n"
            // Ends when the server closes: a send to it fails then.
            var sent = 0
            while client.send(chunk) { sent += 1 }
            #expect(sent >= 16)
        }
    }

    @Test(
        "what is not HTTP is refused, and the next client is served",
        arguments: [
            "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
            "\u{16}\u{3}\u{1}\u{2}\0\r\n\r\n",
            "GET / HTTP/1.1\r\nno colon here\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nX: " + String(repeating: "x", count: 100_000)
                + "\r\n\r\n",
            "GET /" + String(repeating: "x", count: 100_000) + " HTTP/1.1\r\n\r\n",
        ])
    func garbage(text: String) async throws {
        let handled = Mutex(0)
        let counting: ServerHandler = { request in
            handled.withLock { $0 += 1 }
            return await Self.echo(request)
        }
        try await withServer(counting) { path in
            let client = try #require(RawClient(path))
            client.send(text)
            client.stopSending()
            let answer = try #require(await client.readToEnd())
            // Closed without a word, or a 4xx or 5xx of libmicrohttpd's own.
            #expect(answer.isEmpty || ["4", "5"].contains(answer.dropFirst(9).first))
            #expect(handled.withLock { $0 } == 0)
            let next = try #require(RawClient(path))
            next.request("GET", "/next")
            #expect(await next.reply()?.text == "GET /next x=- ")
        }
    }

    @Test(
        "a client that sends half a request and then nothing is dropped",
        arguments: ["", "\r\n\r\n", "GET / HTTP/1.1\r\nHo"])
    func idle(start: String) async throws {
        var limits = HTTPServer.Limits()
        limits.idleSeconds = 1
        try await withServer(limits: limits, Self.echo) { path in
            let client = try #require(RawClient(path))
            client.send(start)
            #expect(await client.readToEnd() != nil)
        }
    }

    @Test("a client beyond the limit waits until another one has gone")
    func manyConnections() async throws {
        var limits = HTTPServer.Limits()
        limits.connections = 2
        try await withServer(limits: limits, Self.echo) { path in
            let clients = try (0..<3).map { _ in try #require(RawClient(path)) }
            for client in clients[..<2] {
                client.request("GET", "/")
                #expect(await client.reply()?.status == 200)
            }
            clients[2].request("GET", "/late")
            clients[0].close()
            #expect(await clients[2].reply()?.text == "GET /late x=- ")
        }
    }

    @Test(
        "a stream arrives piece by piece, in chunks or until the end of an old client's connection")
    func stream() async throws {
        let next = AsyncStream.makeStream(of: Void.self)
        try await withServer({ _ in
            ServerResponse(
                status: 200,
                body: .stream { write in
                    _ = await write(Data("one;".utf8))
                    var pieces = next.stream.makeAsyncIterator()
                    await pieces.next()
                    _ = await write(Data(repeating: 120, count: 300_000) + Data(";".utf8))
                    await pieces.next()
                })
        }) { path in
            for version in ["1.1", "1.0"] {
                let client = try #require(RawClient(path))
                client.request("GET", "/", version: version)
                let first = try #require(await client.read(until: "one;"))
                #expect(first.contains("Transfer-Encoding: chunked") == (version == "1.1"))
                next.continuation.yield()
                let second = try #require(await client.read(until: ";"))
                #expect(second.filter { $0 == "x" }.count == 300_000)
                next.continuation.yield()
                if version == "1.1" {
                    #expect(await client.read(until: "0\r\n\r\n") != nil)
                } else {
                    #expect(await client.readToEnd() == "")
                }
            }
        }
    }

    @Test("a port of this machine: any free one can be had, and a taken one is refused")
    func loopback() async throws {
        let server = try HTTPServer(.loopback(port: 0))
        let port = try #require(server.port)
        #expect(port != 0)
        try await serving(server, Self.echo) {
            let client = try #require(RawClient(port: port))
            client.request("GET", "/tcp")
            #expect(await client.reply()?.text == "GET /tcp x=- ")
            let error = refusal(.loopback(port: port))
            #expect(error?.code == .inUse)
            #expect(
                error?.message == "127.0.0.1:\(port) is in use by another program; "
                    + "stop that one or choose another port.")
        }
        // Free again at once.
        _ = try HTTPServer(.loopback(port: port))
    }
}
