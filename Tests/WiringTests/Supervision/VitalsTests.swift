import Concurrency
import Domain
import Feed
import Gate
import Lookup
import TestSupport
import Testing
import Wiring

/// The beat on its way through the stages, some of which never return.
@Suite("Vitals", .timeLimit(.minutes(10)))
struct VitalsTests {
    private static let start = Timestamp(milliseconds: 1_777_863_600_000)

    private let clock = TestClock()
    private let arrivals = History<Void>()

    private var time: TimeSource { TimeSource(clock: clock, wall: { Self.start }) }
    private var vitals: Vitals {
        Vitals(now: time.moment, arrived: { [arrivals] in arrivals.add(()) })
    }

    private func arrivals(reach count: Int) async {
        var seen = 0
        for await _ in arrivals.stream() {
            seen += 1
            if seen == count { return }
        }
    }

    @Test("nothing is wrong while beats pass, and as long as their lack is within the limit")
    func moving() {
        let vitals = vitals
        clock.advance(by: .seconds(30))
        #expect(vitals.standstill(limit: 30) == nil)
        for stage in Vitals.Stage.allCases { vitals.pass(stage) }
        clock.advance(by: .seconds(30))
        #expect(vitals.standstill(limit: 30) == nil)
    }

    @Test(
        "the first stage that lets nothing pass is named, with how long already",
        arguments: Vitals.Stage.allCases)
    func standstill(stuck: Vitals.Stage) {
        let vitals = vitals
        clock.advance(by: .seconds(25))
        for stage in Vitals.Stage.allCases {
            if stage == stuck { break }
            vitals.pass(stage)
        }
        clock.advance(by: .seconds(6))
        let standstill = vitals.standstill(limit: 30)
        #expect(standstill?.stage == stuck)
        #expect(standstill?.seconds == 31)
    }

    @Test("only a beat that has passed the last stage has arrived")
    func arrival() {
        let vitals = vitals
        for stage in [Vitals.Stage.feed, .gate, .lookups] { vitals.pass(stage) }
        #expect(arrivals.past.isEmpty)
        vitals.pass(.output)
        #expect(arrivals.past.count == 1)
    }

    /// The stages after the feed, wired as in a run; `runsLookups` false is a pool that begins nothing.
    private func stages(
        sinks: [any EventSink] = [], zones: (any ZoneFinder)? = nil, runsLookups: Bool = true,
        _ body: @Sendable (Tracking, Output, Vitals) async throws -> Void
    ) async throws {
        let (log, pool, vitals) = (Diary().log(), JobPool(), vitals)
        let output = Output(sinks: sinks, zones: zones, vitals: vitals, log: log)
        let lookups = Lookups(
            address: [], weather: [], cache: nil, language: .en, pool: pool, time: time
        ) { outcome in
            guard case .beat = outcome else { return }
            vitals.pass(.lookups)
            output.beat()
        }
        let tracking = Tracking(
            tracker: Tracker(
                settings: GateSettings(), refresh: RefreshSettings(), track: TrackSettings(),
                base: .live(builtAt: Self.start), saved: nil),
            output: output, lookups: lookups, pool: pool, time: time, lookupTimeout: 15,
            tellsState: true, wallClock: { (Self.start, true) }, vitals: vitals, save: { _ in })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await output.run() }
            if runsLookups { group.addTask { await lookups.run() } }
            group.addTask { await tracking.run() }
            await tracking.start()
            try await body(tracking, output, vitals)
            output.finish()
            group.cancelAll()
        }
    }

    @Test("a beat passes every stage")
    func whole() async throws {
        try await stages { tracking, _, vitals in
            clock.advance(by: .seconds(100))
            vitals.pass(.feed)
            await tracking.receive(.beat)
            await arrivals(reach: 1)
            #expect(vitals.standstill(limit: 30) == nil)
        }
    }

    @Test("a sink that takes nothing holds no beat up")
    func stuckSink() async throws {
        let sink = StuckSink()
        try await stages(sinks: [sink]) { tracking, output, _ in
            output.send(.summary(Summary()))
            await sink.desk.questions(reach: 1)
            await tracking.receive(.beat)
            await arrivals(reach: 1)
            sink.desk.reply(1, true)
        }
    }

    @Test("no beat arrives when the lookups do not begin")
    func stuckLookups() async throws {
        try await stages(runsLookups: false) { tracking, output, vitals in
            await tracking.receive(.beat)
            clock.advance(by: .seconds(31))
            await tracking.receive(.beat)
            vitals.pass(.feed)
            #expect(vitals.standstill(limit: 30)?.stage == .lookups)
            // Would have overtaken nothing: the output itself moves.
            output.beat()
            await arrivals(reach: 1)
            #expect(arrivals.past.count == 1)
        }
    }

    @Test("no beat arrives while the output does not return from what came before it")
    func stuckOutput() async throws {
        let zones = StuckZones()
        try await stages(zones: zones) { tracking, output, vitals in
            let viewer = output.live.subscribe(capacity: 8)
            output.send(.fix(Self.accepted))
            await zones.desk.questions(reach: 1)
            await tracking.receive(.beat)
            await tracking.receive(.beat)
            clock.advance(by: .seconds(31))
            for stage in [Vitals.Stage.feed, .gate, .lookups] { vitals.pass(stage) }
            #expect(vitals.standstill(limit: 30)?.stage == .output)
            #expect(arrivals.past.isEmpty)
            zones.desk.reply(1, nil)
            for await _ in viewer { break }
            await arrivals(reach: 2)
            #expect(vitals.standstill(limit: 30) == nil)
        }
    }

    private static let accepted: AcceptedFix = {
        guard let place = Coordinate(latitude: 36, longitude: 127) else {
            preconditionFailure("36, 127 is a coordinate")
        }
        let fix = Fix(
            source: .gpsd, mode: .threeD, time: start, latitude: 36, longitude: 127, accuracy: 4)
        return AcceptedFix(
            seq: 1, time: start, coordinate: place, fix: fix, accuracy: 4, reasons: [.first],
            distance: nil)
    }()
}

/// Asks the test before it takes an event.
private struct StuckSink: EventSink {
    let desk = Desk<Event, Bool>()
    func receive(_ event: Event) async { _ = await desk.ask(event) }
}

/// Asks the test before it knows a zone.
private struct StuckZones: ZoneFinder {
    let desk = Desk<Coordinate, Zone?>()
    func zone(at coordinate: Coordinate) async -> Zone? { await desk.ask(coordinate) ?? nil }
}
