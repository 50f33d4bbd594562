import Foundation
import Glibc
import HTTP
import TestSupport
import Testing

@Suite("HTTP cancellation", .timeLimit(.minutes(10)))
struct TransferLoopTests {
    @Test("closes the connection of a request that waits for its answer")
    func waiting() async throws {
        try await withServer { _ in
            .silence
        } _: { client, server in
            let url = server.url
            let error = await withTaskGroup(of: HTTPError?.self) { group in
                group.addTask { await failure(client, HTTPRequest(url: url + "/?key=SECRET")) }
                await server.request(1)
                group.cancelAll()
                return await group.next() ?? nil
            }
            #expect(error?.code == .cancelled)
            #expect(error?.message.contains("SECRET") == false)
            #expect(await server.clientClosed(1) != nil)
            #expect(client.openTransfers == 0)
            #expect(client.counters == HTTPCounters(cancelled: 1))
        }
    }

    @Test("before the start asks nothing")
    func beforeStart() async throws {
        try await withServer { _ in
            ScriptedAnswer("{}")
        } _: { client, server in
            let url = server.url
            await withTaskGroup(of: Void.self) { group in
                group.cancelAll()
                group.addTask {
                    let error = await failure(client, HTTPRequest(url: url))
                    #expect(error?.code == .cancelled)
                }
            }
            // Another one on the same connection count proves that the first never came.
            let code = try await status(client, HTTPRequest(url: url + "/2"))
            #expect(code == 200)
            #expect(server.requests.map(\.path) == ["/2"])
        }
    }

    @Test("of one request leaves the others alone")
    func others() async throws {
        let gate = Gate()
        try await withServer { _ in
            ScriptedAnswer("{}").held(by: gate)
        } _: { client, server in
            let url = server.url
            async let other = status(client, HTTPRequest(url: url + "/kept"))
            await server.request(1)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = await failure(client, HTTPRequest(url: url + "/cancelled")) }
                await server.request(2)
                group.cancelAll()
            }
            await server.clientClosed(2)
            gate.release()
            let code = try await other
            #expect(code == 200)
        }
    }

    @Test(
        "W17 5000 times in any phase leaves no transfer and no descriptor, and the last one is answered"
    )
    func storm() async throws {
        try await withServer(phases) { client, server in
            var events = server.events().makeAsyncIterator()
            for round in 0..<1000 {
                await withTaskGroup(of: Void.self) { group in
                    for path in ["/silent", "/head", "/body", "/now", "/wait"] {
                        let request = HTTPRequest(url: "\(server.url)\(path)/\(round)")
                        group.addTask { _ = await failure(client, request) }
                    }
                    // Every other round once all have arrived; else before, on the way or connecting.
                    if round % 2 == 1 { await arrivals(5, of: round, &events) }
                    for _ in 0..<(round % 7) { await Task.yield() }
                    group.cancelAll()
                }
            }
            let code = try await status(client, HTTPRequest(url: server.url + "/now/1000"))
            #expect(code == 200)
            // Every cancellation was obeyed before that answer: the loop takes commands in order.
            #expect(client.counters.open == 0)
            #expect(client.counters.failed == 0)
            // Four of the five that arrived in each of 500 rounds had no answer that could end.
            #expect(client.counters.cancelled >= 2000)
            // At most the connections that are kept for later.
            #expect(1...8 ~= descriptors(connectedTo: server.port))
        }
    }

    /// Answers that leave a transfer in the phase its path names.
    @Sendable private func phases(_ request: ScriptedRequest) -> ScriptedAnswer {
        switch request.path.split(separator: "/").first {
        case "head": .head
        case "body": .partOfBody
        case "now": ScriptedAnswer("{}")
        default: .silence
        }
    }

    /// Waits for that many requests whose path ends in `round`.
    private func arrivals(
        _ count: Int, of round: Int, _ events: inout AsyncStream<ServerEvent>.Iterator
    ) async {
        var seen = 0
        while seen < count, let event = await events.next() {
            if case .request(let request) = event, request.path.hasSuffix("/\(round)") {
                seen += 1
            }
        }
    }
}

extension ScriptedAnswer {
    /// The head of an answer, then silence.
    fileprivate static var head: ScriptedAnswer {
        ScriptedAnswer(steps: [
            .send(Data("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n".utf8)), .wait(Gate()),
        ])
    }

    /// The head and a tenth of the body, then silence.
    fileprivate static var partOfBody: ScriptedAnswer {
        ScriptedAnswer(steps: head.steps.dropLast() + [.send(Data(count: 500)), .wait(Gate())])
    }
}
