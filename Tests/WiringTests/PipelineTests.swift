import Domain
import Feed
import Foundation
import Synchronization
import TestSupport
import Testing
import Wiring

/// The whole flow in this process: a recording on disk, HTTP to a scripted server, events in memory.
@Suite("The pipeline on recordings", .timeLimit(.minutes(10)))
struct PipelineTests {
    private static let start = Timestamp(milliseconds: 1_777_863_600_000)

    private let folder: Folder
    private let memory = KeptEvents()
    private let diary = Diary()

    init() throws { folder = try Folder() }

    private func fix(_ second: Int, metres: Double = 0, speed: Double = 0) -> Fix {
        Fix(
            source: .gpsd, device: "/dev/ttyACM0", mode: .threeD,
            time: Self.start.adding(seconds: Double(second)), latitude: 36 + metres / 111_195,
            longitude: 127, accuracy: 4, speed: speed)
    }

    private func recording(_ fixes: [Fix], _ name: String = "drive.json") throws -> String {
        try folder.write(try fixes.map(ReportWriter.line).joined(), to: name)
    }

    private func parts(
        _ paths: [String], server: ScriptedHTTPServer? = nil, time: TimeSource = .live,
        pace: Double? = nil
    ) throws -> Assembly.Parts {
        var settings = Settings()
        settings.weatherProviders = ["open-meteo"]
        settings.providers["open-meteo"] = ProviderSettings(server?.url ?? "")
        let keys = try KeyStore(settings: settings, environment: [:], files: .machine)
        let assembly = Assembly(
            settings: settings, keys: keys, environment: [:], log: diary.log(), time: time)
        var plan = Assembly.Plan(source: .recordings(paths, pace: pace))
        plan.base = .fixTime
        plan.summarises = true
        plan.lookups = server == nil ? .none : .all
        plan.sinks = [memory]
        return assembly.assemble(plan)
    }

    /// Open-Meteo's shape, the same for every question.
    private static func weather() throws -> ScriptedHTTPServer {
        try ScriptedHTTPServer { _ in
            ScriptedAnswer(
                #"""
                {"latitude": 36, "longitude": 127, "utc_offset_seconds": 0,
                 "current": {"time": 1778727600, "temperature_2m": 12.5, "weather_code": 3},
                 "hourly": {"time": [1778727600], "temperature_2m": [12.5], "weather_code": [3]},
                 "daily": {"time": [1778716800], "temperature_2m_min": [8], "temperature_2m_max": [19],
                           "weather_code": [3]}}
                """#)
        }
    }

    @Test("the track goes out with the fixes, in one order, and is counted")
    func track() async throws {
        // 20 m a second north, acquired after 10 s, then 500 m on; the last fix is the end of the track and of the ride.
        let path = try recording((0...80).map { fix($0, metres: Double($0) * 20, speed: 20) })
        try await parts([path]).pipeline.run()
        let told = memory.events.compactMap { event -> String? in
            switch event {
            case .track(let points):
                "track "
                    + points.map { "\(Int($0.time.seconds(since: Self.start)))" }
                    .joined(separator: ",")
            case .fix(let fix): "fix \(Int(fix.time.seconds(since: Self.start)))"
            default: nil
            }
        }
        #expect(
            told == [
                "track 10", "fix 10", "track 70", "fix 70", "track 80", "fix 80",
            ])
        #expect(memory.summaries.map(\.trackPoints) == [3])
    }

    @Test("a parked hour asks anew at each heartbeat and writes the same answers once")
    func changeOnly() async throws {
        let server = try Self.weather()
        defer { server.stop() }
        // A clock that is two hours on each time it is read: nothing in the cache is fresh.
        let reads = Mutex(0)
        let time = TimeSource(clock: ContinuousClock()) {
            Self.start.adding(
                seconds: Double(
                    reads.withLock {
                        $0 += 1
                        return $0
                    } * 7200))
        }
        let path = try recording((0...3610).map { fix($0) })
        try await parts([path], server: server, time: time).pipeline.run()
        #expect(memory.fixes.map(\.reasons) == [[.first], [.heartbeat], [.heartbeat]])
        #expect(memory.mileposts.map(\.fix.seq) == [1])
        #expect(memory.mileposts.first?.weather?.temperature == 12.5)
        #expect(memory.mileposts.first?.failures == [])
        // Weather and forecast of three fixes.
        #expect(server.requests.count == 6)
    }

    @Test("several recordings are one ride, and end with one summary")
    func several() async throws {
        let first = try recording((0...30).map { fix($0, metres: Double($0) * 20, speed: 20) })
        let second = try recording(
            (31...90).map { fix($0, metres: Double($0) * 20, speed: 20) }, "second.json")
        try await parts([first, second]).pipeline.run()
        // At 20 m/s no fix agrees with one 5 s older, so the acquisition takes its 10 s; then 60 s pass, 1200 m; the
        // end is 400 m and 20 s on: kept as lost.
        #expect(memory.fixes.map(\.reasons) == [[.first], [.distance], [.lost]])
        #expect(
            memory.fixes.map { $0.time.seconds(since: Self.start) } == [10, 70, 90])
        #expect(memory.summaries.map(\.fixes) == [91])
        #expect(memory.summaries.map(\.accepted) == [3])
        #expect(memory.mileposts.isEmpty)
    }

    @Test("a recording that is missing is an error before anything of the others is told")
    func missing() async throws {
        let first = try recording((0...30).map { fix($0, metres: Double($0) * 20, speed: 20) })
        let parts = try parts([first, folder.path + "/missing.json"])
        await #expect(throws: FeedError.self) { try await parts.pipeline.run() }
        #expect(memory.fixes.isEmpty)
        #expect(memory.summaries.isEmpty)
    }

    @Test("a recording that is cut is an error, with all before it written")
    func cut() async throws {
        let points = (0...30).map {
            "<trkpt lat=\"\(36 + Double($0) / 1000)\" lon=\"127\"><time>"
                + "\(Self.start.adding(seconds: Double($0)).rfc3339)</time></trkpt>"
        }
        let path = try folder.write(
            "<gpx><trk><trkseg>" + points.joined() + "<trkpt", to: "cut.gpx")
        let parts = try parts([path])
        await #expect(throws: FeedError.self) { try await parts.pipeline.run() }
        #expect(memory.fixes.last?.reasons == [.lost, .assumed])
        #expect(memory.summaries.map(\.fixes) == [31])
    }

    @Test("a fix is out before its lookups begin, and stands although they fail")
    func failures() async throws {
        let server = try ScriptedHTTPServer { _ in ScriptedAnswer(status: 404, "<html>") }
        defer { server.stop() }
        let path = try recording((0...10).map { fix($0) })
        try await parts([path], server: server).pipeline.run()
        let lines = memory.events.filter { if case .track = $0 { false } else { true } }
        guard case .fix = lines.first else {
            Issue.record("no fix first: \(lines)")
            return
        }
        #expect(memory.mileposts.map { $0.failures.map(\.part) } == [[.weather, .forecast]])
        #expect(memory.mileposts.first?.changed == [])
    }

    @Test("goes by at the pace that is asked for")
    func pace() async throws {
        let clock = TestClock()
        let path = try recording([0, 10, 30].map { fix($0) })
        let parts = try parts([path], time: TimeSource(clock: clock), pace: 10)
        async let run: Void = parts.pipeline.run()
        // Ten seconds of the ride are one of the clock.
        await clock.sleepers(reach: 1)
        #expect(await parts.instance.status().summary.fixes == 1)
        clock.advance(by: .milliseconds(999))
        #expect(clock.sleepers == 1)
        clock.advance(by: .milliseconds(1))
        await clock.sleepers(reach: 1)
        #expect(await parts.instance.status().summary.fixes == 2)
        clock.advance(by: .seconds(2))
        try await run
        #expect(memory.summaries.map(\.fixes) == [3])
        #expect(clock.sleepers == 0)
    }

    @Test("ends when it is told to while a recording that never ends is read")
    func stop() async throws {
        let path = folder.path + "/pipe"
        mkfifo(path, 0o600)
        // Somebody holds the other end and says nothing.
        let descriptor = open(path, O_RDWR)
        defer { close(descriptor) }
        let parts = try parts([path])
        async let run: Void = parts.pipeline.run()
        parts.pipeline.stop.tell()
        try await run
        #expect(memory.summaries.map(\.fixes) == [0])
    }
}
