import Domain
import Foundation
import Testing
import Web

@Suite("HTTP server: the end", .serialized)
struct StopTests {
    @Test("O03 a stop while a refresh waits answers it 503, ends streams, closes the rest")
    func stopWhileWaiting() async throws {
        try await withFolder { folder in
            let path = folder + "/control.sock"
            let bench = Bench()
            let server = try HTTPServer(.unixSocket(path: path))
            let clients = try (0..<4).map { _ in try #require(RawClient(path)) }
            try await serving(server, bench.api.answer) {
                clients[0].request("POST", "/api/v1/refresh")
                clients[1].request("POST", "/api/v1/refresh")
                await bench.controller.refreshing.reaches(2)
                clients[2].request("GET", "/api/v1/events")
                #expect(await clients[2].read(until: ": milepost\n\n") != nil)
                clients[3].send("GET / HTTP/1.1\r\nHo")
            }
            for client in clients[..<2] {
                let reply = try #require(await client.reply())
                #expect(reply.status == 503)
                #expect(reply.headers["connection"]?.lowercased() == "close")
                #expect(reply.error?["message"] == "Milepost is stopping.")
                #expect(await client.readToEnd() == "")
            }
            // The end of the chunks, not a cut.
            #expect(await clients[2].readToEnd() == "\r\n0\r\n\r\n")
            #expect(await clients[3].readToEnd() != nil)
            #expect(await bench.controller.cancelled.count == 2)
            #expect(bench.events.count == 0)
            #expect(bench.clock.sleepers == 0)
            #expect(RawClient(path) == nil)
        }
    }

    @Test("a handler that does not mind being cancelled delays nobody's answer")
    func stubbornHandler() async throws {
        let gate = Tally()
        let begun = Tally()
        try await withFolder { folder in
            let server = try HTTPServer(.unixSocket(path: folder + "/control.sock"))
            let client = try #require(RawClient(folder + "/control.sock"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await serving(
                        server,
                        { _ in
                            await begun.add()
                            await gate.reaches(1)
                            return ServerResponse(status: 200)
                        }
                    ) {
                        client.request("GET", "/")
                        await begun.reaches(1)
                    }
                }
                // Answered while the handler still waits.
                #expect(await client.reply()?.status == 503)
                await gate.add()
                try await group.waitForAll()
            }
        }
    }

    @Test("a server stopped before it began still ends, and says so to whoever connected")
    func cancelledBefore() async throws {
        try await withFolder { folder in
            let server = try HTTPServer(.unixSocket(path: folder + "/control.sock"))
            let client = try #require(RawClient(folder + "/control.sock"))
            await withTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask { try? await server.run(HTTPServerTests.echo) }
            }
            #expect(await client.readToEnd() != nil)
        }
    }

    @Test("1,000 requests, hang-ups, streams and 20 starts leave no descriptor")
    func descriptors() async throws {
        let bench = Bench()
        try await withFolder { folder in
            var unnamed: [Int] = []
            for round in 1...20 {
                let path = folder + "/control.sock"
                let server = try HTTPServer(.unixSocket(path: path))
                try await serving(server, bench.api.answer) {
                    // The listening one is there, so that none later means something.
                    let open = try openDescriptors(under: folder)
                    #expect(open.sockets == 1)
                    for number in 0..<50 { try await visit(path, number, bench, round) }
                    await bench.controller.cancelled.reaches(10 * round)
                }
                let left = try openDescriptors(under: folder)
                #expect(left.sockets == 0)
                unnamed.append(left.unnamed)
            }
            // One left at each start would be ten more; other tests have some for a while.
            let later = try #require(unnamed[10...].min())
            let first = try #require(unnamed[..<2].max())
            #expect(later < first + 10, "\(unnamed)")
        }
    }

    /// One client of five kinds; those with a refresh or an event stream hang up.
    private func visit(
        _ path: String, _ number: Int, _ bench: Bench, _ round: Int
    ) async throws {
        let client = try #require(RawClient(path))
        switch number % 5 {
        case 0:
            client.request("POST", "/api/v1/refresh")
            await bench.controller.refreshing.reaches(10 * (round - 1) + number / 5 + 1)
        case 1:
            client.request("GET", "/api/v1/events")
            #expect(await client.read(until: ": milepost\n\n") != nil)
        case 2:
            client.send("PUT /api/v1/override HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{")
        default:
            client.request("GET", "/api/v1/status")
            #expect(await client.reply()?.status == 200)
        }
        client.close()
    }
}
