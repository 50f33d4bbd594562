import Domain
import Foundation
import Testing
import Web

@Suite("HTTP server: clients that leave", .serialized)
struct HangUpTests {
    @Test("R01 a second refresh joins the first, and both get the same answer")
    func joined() async throws {
        let bench = Bench()
        try await bench.serve { path in
            let clients = try (0..<2).map { _ in try #require(RawClient(path)) }
            for client in clients { client.request("POST", "/api/v1/refresh") }
            await bench.controller.refreshing.reaches(2)
            bench.controller.finishRefresh(.success(Sample.answer))
            for client in clients {
                let reply = try #require(await client.reply())
                #expect(reply.status == 200)
                #expect(reply.text == Sample.answerJSON)
            }
        }
    }

    @Test("R01 a caller that hangs up ends its own wait alone")
    func hangUp() async throws {
        let bench = Bench()
        try await bench.serve { path in
            let first = try #require(RawClient(path))
            let second = try #require(RawClient(path))
            first.request("POST", "/api/v1/refresh")
            await bench.controller.refreshing.reaches(1)
            second.request("POST", "/api/v1/refresh", body: #"{"timeout": 5}"#)
            await bench.controller.refreshing.reaches(2)
            first.close()
            await bench.controller.cancelled.reaches(1)
            bench.controller.finishRefresh(.success(Sample.answer))
            #expect(await second.reply()?.status == 200)
            #expect(await bench.controller.cancelled.count == 1)
        }
    }

    @Test("over TCP too a caller that hangs up ends its own wait alone")
    func hangUpTCP() async throws {
        let bench = Bench()
        let server = try HTTPServer(.loopback(port: 0))
        let port = try #require(server.port)
        try await serving(server, bench.api.answer) {
            let first = try #require(RawClient(port: port))
            let second = try #require(RawClient(port: port))
            for client in [first, second] { client.request("POST", "/api/v1/refresh") }
            await bench.controller.refreshing.reaches(2)
            first.close()
            await bench.controller.cancelled.reaches(1)
            bench.controller.finishRefresh(.failure(ControlError(.noFix, "No fix came.")))
            let reply = try #require(await second.reply())
            #expect(reply.status == 504)
            #expect(reply.error == ["code": "no-fix", "message": "No fix came."])
        }
    }

    @Test("a client of the event stream that leaves is unsubscribed")
    func eventsClientLeaves() async throws {
        let left = Tally()
        try await withServer({ _ in
            ServerResponse(
                status: 200,
                body: .stream { write in
                    _ = await write(Data("hello".utf8))
                    let (never, continuation) = AsyncStream.makeStream(of: Void.self)
                    for await _ in never {}
                    continuation.finish()
                    await left.add()
                })
        }) { path in
            for count in 1...20 {
                let client = try #require(RawClient(path))
                client.request("GET", "/")
                _ = await client.read(until: "hello")
                client.close()
                await left.reaches(count)
            }
        }
        #expect(await left.count == 20)
    }

    @Test("one event reaches 199 clients, and a client that does not read is dropped alone")
    func slowSubscriber() async throws {
        let bench = Bench()
        var limits = HTTPServer.Limits()
        limits.connections = 256
        limits.idleSeconds = 300
        try await bench.serve(limits: limits) { path in
            let slow = try #require(RawClient(path))
            let clients = try (0..<199).map { _ in try #require(RawClient(path)) }
            for client in [slow] + clients {
                client.request("GET", "/api/v1/events", version: "1.0")
                #expect(await client.read(until: ": milepost\n\n") != nil)
            }
            #expect(bench.events.count == 200)
            // More than the socket's buffers and the subscription hold together; the others keep up.
            var seq = 0
            while bench.events.dropped == 0, seq < 20_000 {
                for _ in 0..<50 {
                    seq += 1
                    bench.events.send(.fix(Sample.fix(seq: seq)))
                }
                for client in clients {
                    let text = await client.read(until: "\"seq\":\(seq),\"source\"")
                    #expect(text != nil, "seq \(seq)")
                }
            }
            #expect(bench.events.dropped == 1)
            #expect(bench.events.count == 199)
            // What it was sent before comes, and then the end instead of the last event.
            let rest = try #require(await slow.readToEnd())
            #expect(!rest.contains("\"seq\":\(seq),"))
        }
    }
}
