import Domain
import Synchronization
import Testing
import Wiring

/// Remembers what it was given.
private final class Memory: EventSink {
    let events = Mutex<[Event]>([])
    let isFinished = Mutex(false)
    /// How many events each came after.
    let reopenings = Mutex<[Int]>([])
    let wantsTrack: Bool
    init(wantsTrack: Bool = false) { self.wantsTrack = wantsTrack }
    func receive(_ event: Event) async { events.withLock { $0.append(event) } }
    func reopen() async {
        let count = events.withLock { $0.count }
        reopenings.withLock { $0.append(count) }
    }
    func finish() async { isFinished.withLock { $0 = true } }
}

/// Remembers whether others waited behind each event.
private final class Following: EventSink {
    let told = Mutex<[Bool]>([])
    func receive(_ event: Event) async {}
    func receive(_ event: Event, hasMore: Bool) async { told.withLock { $0.append(hasMore) } }
}

/// Takes its first event and holds on to it until it is let go.
private final class Stuck: EventSink {
    private let gate = AsyncStream.makeStream(of: Void.self)
    func receive(_ event: Event) async { for await _ in gate.stream { break } }
    func letGo() { gate.continuation.finish() }
}

private let quiet = Log(threshold: .error, now: { 0 }, write: { _, _ in })

private func superseded(_ number: Int) -> Event {
    .superseded(Superseded(seq: number, by: number + 1, parts: []))
}

/// Knows one zone east of Greenwich and none west of it.
private struct East: ZoneFinder {
    let zone: Zone
    func zone(at coordinate: Coordinate) async -> Zone? { coordinate.longitude > 0 ? zone : nil }
}

/// Knows a zone from the second question on, as while the places are being imported.
private final class Late: ZoneFinder {
    let zone: Zone
    private let isKnown = Mutex(false)
    init(_ zone: Zone) { self.zone = zone }
    func zone(at coordinate: Coordinate) async -> Zone? {
        isKnown.withLock { isKnown in
            defer { isKnown = true }
            return isKnown ? zone : nil
        }
    }
}

@Suite("The output's fan-out", .serialized)
struct OutputTests {
    @Test("gives every sink every event in order and closes it at the end")
    func order() async {
        let sinks = [Memory(), Memory()]
        let output = Output(sinks: sinks, log: quiet)
        for number in 0..<100 { output.send(superseded(number)) }
        output.finish()
        await output.run()
        for sink in sinks {
            #expect(sink.events.withLock { $0 } == (0..<100).map(superseded))
            #expect(sink.isFinished.withLock { $0 })
        }
        #expect(output.queue == 0)
    }

    @Test("tells each sink whether others wait behind an event")
    func hasMore() async {
        let sink = Following()
        let output = Output(sinks: [sink], log: quiet)
        for number in 0..<3 { output.send(superseded(number)) }
        output.finish()
        await output.run()
        #expect(sink.told.withLock { $0 } == [true, true, false])
    }

    @Test("gives the track to those alone who want it")
    func track() async throws {
        let sinks = [Memory(), Memory(wantsTrack: true)]
        let output = Output(sinks: sinks, log: quiet)
        let place = try #require(Coordinate(latitude: 36, longitude: 127))
        let point = TrackPoint(time: Timestamp(milliseconds: 0), coordinate: place)
        let events: [Event] = [.track([point]), .trackHead(point), superseded(1)]
        for event in events { output.send(event) }
        output.finish()
        await output.run()
        #expect(sinks[0].events.withLock { $0 } == [superseded(1)])
        #expect(sinks[1].events.withLock { $0 } == events)
    }

    @Test("gives a fix the time zone of its place on the way out, in its place among the others")
    func localTime() async throws {
        let memory = Memory()
        let seoul = try Zone("Asia/Seoul")
        let output = Output(sinks: [memory], zones: East(zone: seoul), log: quiet)
        let events = output.live.subscribe(capacity: 10)
        output.send(.fix(try fix(1, longitude: 127)))
        output.send(superseded(1))
        output.send(.fix(try fix(2, longitude: -3)))
        output.finish()
        await output.run()
        var expected = try fix(1, longitude: 127)
        expected.zone = seoul
        let all: [Event] = [.fix(expected), superseded(1), .fix(try fix(2, longitude: -3))]
        #expect(memory.events.withLock { $0 } == all)
        var seen: [Event] = []
        for await event in events { seen.append(event) }
        #expect(seen == all)
        #expect(await output.localized(try fix(1, longitude: 127)) == expected)
    }

    @Test("tells every sink the same zone of a fix, also when it becomes known between two of them")
    func oneZone() async throws {
        let sinks = [Memory(), Memory(), Memory()]
        let output = Output(
            sinks: sinks, zones: Late(try Zone("Asia/Seoul")), log: quiet)
        output.send(.fix(try fix(1, longitude: 127)))
        output.finish()
        await output.run()
        let told = sinks.map { $0.events.withLock { $0 } }
        #expect(told[0].count == 1)
        #expect(told.allSatisfy { $0 == told[0] })
    }

    private func fix(_ seq: Int, longitude: Double) throws -> AcceptedFix {
        AcceptedFix(
            seq: seq, time: Timestamp(milliseconds: 0),
            coordinate: try #require(Coordinate(latitude: 37, longitude: longitude)),
            fix: Fix(source: .gpsd, mode: .threeD), accuracy: 5, reasons: [.first], distance: nil)
    }

    @Test("a sink that is stuck holds up no other, and says how far it is behind")
    func independence() async {
        let memory = Memory()
        let stuck = Stuck()
        let output = Output(sinks: [stuck, memory], log: quiet)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await output.run() }
            for number in 0..<3 { output.send(superseded(number)) }
            while memory.events.withLock({ $0.count }) < 3 { await Task.yield() }
            #expect(output.queue == 3)
            stuck.letGo()
            output.finish()
        }
    }

    @Test("a recording waits for its events to be written, and loses none")
    func keepsPace() async {
        let memory = Memory()
        let output = Output(sinks: [memory], log: quiet)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await output.run() }
            // Twice what is held for a sink.
            for number in 0..<20_000 {
                output.send(superseded(number))
                await output.caughtUp()
            }
            output.finish()
        }
        #expect(memory.events.withLock { $0.count } == 20_000)
    }

    @Test(
        "files are opened anew after what was sent before, and a sink that is stuck holds that up for itself only"
    )
    func reopening() async {
        let memory = Memory()
        let stuck = Stuck()
        let output = Output(sinks: [stuck, memory], log: quiet)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await output.run() }
            output.send(superseded(1))
            output.reopen()
            output.send(superseded(2))
            while memory.reopenings.withLock({ $0.isEmpty }) { await Task.yield() }
            #expect(memory.reopenings.withLock { $0 } == [1])
            stuck.letGo()
            output.finish()
        }
    }

    @Test("drained returns once everything sent before has been written, or its task is cancelled")
    func drains() async {
        let memory = Memory()
        let output = Output(sinks: [memory], log: quiet)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await output.run() }
            output.send(superseded(1))
            await output.drained()
            #expect(memory.events.withLock { $0.count } == 1)
            output.finish()
        }
        // After the end there is nothing to wait for.
        await output.drained()

        // Nothing is ever written here.
        let idle = Output(sinks: [memory], log: quiet)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await idle.drained() }
            group.cancelAll()
        }
    }
}
