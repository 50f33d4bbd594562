import Domain
import Foundation
import Synchronization
import Testing
import Web

@Suite("Control API: the stream of events", .serialized)
struct EventStreamTests {
    /// Takes what is written, and counts the pieces.
    final class Reader: Sendable {
        private let pieces = Mutex<[String]>([])
        let tally = Tally()
        var text: [String] { pieces.withLock { $0 } }

        func take(_ data: Data) async -> Bool {
            pieces.withLock { $0.append(String(decoding: data, as: UTF8.self)) }
            await tally.add()
            return true
        }
    }

    let bench = Bench()

    /// Runs the body of `GET /api/v1/events` while `body` runs.
    func streaming(
        into writer: @escaping BodyWriter, _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let response = await bench.api.answer(
            ServerRequest(method: "GET", path: "/api/v1/events"))
        #expect(response.headers["Content-Type"] == "text/event-stream")
        guard case .stream(let produce) = response.body else {
            Issue.record("no stream")
            return
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await produce(writer) }
            try await body()
            group.cancelAll()
        }
        #expect(bench.clock.sleepers == 0)
    }

    @Test("each kind of event is a frame of its own type with one line of JSON")
    func frames() async throws {
        let reader = Reader()
        let fix = Sample.fix()
        try await streaming(into: reader.take) { [bench] in
            await reader.tally.reaches(1)
            bench.events.send(.fix(fix))
            bench.events.send(
                .state(
                    StateChange(
                        mode: .paused, receiver: Receiver(.noFix, detail: "two\nlines"),
                        since: Sample.time)))
            bench.events.send(.superseded(Superseded(seq: 1, by: 2, parts: [.weather])))
            await reader.tally.reaches(4)
        }
        let state = """
            {"detail":"two\\nlines","mode":"paused","receiver":"no-fix",\
            "since":"2026-05-04T03:02:01.000Z","type":"state"}
            """
        #expect(
            reader.text == [
                ": milepost\n\n",
                "id: 1\nevent: fix\ndata: \(Sample.fixJSON)\n\n",
                "id: 2\nevent: state\ndata: \(state)\n\n",
                "id: 3\nevent: superseded\n"
                    + #"data: {"by":2,"parts":["weather"],"seq":1,"type":"superseded"}"# + "\n\n",
            ])
    }

    @Test("every type of event has its name")
    func types() async throws {
        let reader = Reader()
        let events: [Event] = [
            .milepost(Sample.milepost), .rejected(Sample.fix().fix, [.near]), .summary(Summary()),
        ]
        try await streaming(into: reader.take) { [bench] in
            await reader.tally.reaches(1)
            events.forEach(bench.events.send)
            await reader.tally.reaches(4)
        }
        let names = reader.text.dropFirst().map { $0.split(separator: "\n")[1] }
        #expect(names == ["event: milepost", "event: rejected", "event: summary"])
    }

    @Test("a comment comes after each 15 s without looking at the wall clock")
    func keepAlive() async throws {
        let reader = Reader()
        try await streaming(into: reader.take) { [bench] in
            await bench.clock.sleepers(reach: 1)
            bench.clock.advance(by: .seconds(14))
            #expect(reader.text.count == 1)
            bench.clock.advance(by: .seconds(1))
            await reader.tally.reaches(2)
            await bench.clock.sleepers(reach: 1)
            bench.clock.advance(by: .seconds(15))
            await reader.tally.reaches(3)
        }
        #expect(reader.text == Array(repeating: ": milepost\n\n", count: 3))
    }

    @Test("a subscription ends with its client")
    func unsubscribes() async throws {
        let response = await bench.api.answer(
            ServerRequest(method: "GET", path: "/api/v1/events"))
        #expect(bench.events.count == 1)
        guard case .stream(let produce) = response.body else {
            Issue.record("no stream")
            return
        }
        // Gone before the first line was taken.
        await produce { _ in false }
        #expect(bench.clock.sleepers == 0)
    }

    @Test("a subscription that nobody reads ends with its answer")
    func unread() async throws {
        _ = await bench.api.answer(ServerRequest(method: "HEAD", path: "/api/v1/events"))
        #expect(bench.events.count == 0)
    }

    @Test("the stream ends with the events")
    func ends() async throws {
        let reader = Reader()
        try await streaming(into: reader.take) { [bench] in
            await reader.tally.reaches(1)
            bench.events.send(.summary(Summary()))
            bench.events.finish()
            await reader.tally.reaches(2)
        }
        #expect(reader.text.count == 2)
    }
}
