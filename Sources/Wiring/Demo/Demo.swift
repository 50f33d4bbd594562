import Concurrency
package import Domain
import Feed
import FoundationEssentials
import Gate
import Glibc
import Synchronization
import Web

/// `milepost demo`: a trip through a real gpsd and the normal pipeline, with nothing left behind.
package struct Demo: Sendable {
    private let user: Assembly
    private let isOnline: Bool
    private var environment: [String: String] { user.environment }
    private var log: Log { user.log }

    /// `isOnline` asks the providers of the user's settings in place of the demo's own weather server.
    package init(_ user: Assembly, isOnline: Bool) {
        self.user = user
        self.isOnline = isOnline
    }

    /// Seconds between two sentences: the trip of two hours is over in half a minute.
    private static let sentenceDelay = 0.0005

    /// More than the slowest machine needs: a gpsfake that hangs must not hang the demo.
    private static let limit = Duration.seconds(180)

    /// Runs the trip to its end; `sinks` is given what ends it early. Throws `PrivateGpsd.Failure` or `WebError`.
    package func run(
        sinks: (_ ended: @escaping @Sendable () -> Void) -> [any EventSink]
    ) async throws {
        // Before there is anything that an early end could leave behind.
        let signals = try Signals([SIGINT, SIGTERM])
        let folder = try TemporaryFolder(in: environment["TMPDIR"] ?? "/tmp")
        defer { folder.remove() }
        // So that the trip ends about now.
        let start = Timestamp.now().adding(seconds: -2 * 3600)
        let fixes = DemoTrip.fixes(from: start)
        let recording = folder.path + "/trip.nmea"
        try Data(fixes.map(NMEAWriter.sentences).joined().utf8).write(
            to: URL(filePath: recording))

        let weather = try HTTPServer(.loopback(port: 0))
        let receiver = try PrivateGpsd(
            playing: recording, ["-c", "\(Self.sentenceDelay)"], in: folder,
            environment: environment)
        var plan = Assembly.Plan(source: .gpsd(assembly(receiver, weather).gpsd))
        let watch = TripWatch(start, over: plan.stop)
        plan.sinks = sinks(plan.stop.tell).map { DuringTrip(sink: $0) } + [watch]
        plan.base = .fixTime
        plan.summarises = true
        let parts = assembly(receiver, weather).assemble(plan)
        log(
            .info,
            "a simulated KTX ride from Seoul to Busan goes through a gpsd of its own, much faster than"
                + " life\(isOnline ? "" : "; its weather is simulated too").")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await weather.run(Self.handler(DemoWeather(now: { watch.now }))) }
            group.addTask {
                // At the end of the trip the feed notices that gpsd is gone, after the last fix that it sent.
                do throws(PrivateGpsd.Failure) { try await receiver.end() } catch {
                    parts.pipeline.stop.tell()
                    throw error
                }
            }
            group.addTask {
                guard (try? await Task.sleep(for: Self.limit)) != nil else { return }
                parts.pipeline.stop.tell()
                throw PrivateGpsd.Failure(
                    description: "The demo did not come to its end: check that `gpsfake --help`"
                        + " works and that the machine is not busy.")
            }
            await receiver.listens()
            try await parts.pipeline.runUntilInterrupted(by: signals)
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    /// The settings of the user, with the demo's own receiver and, unless online, its own weather.
    private func assembly(_ receiver: PrivateGpsd, _ weather: HTTPServer) -> Assembly {
        var settings = user.settings
        settings.gpsd = GpsdSettings()
        settings.gpsd.host = "127.0.0.1"
        settings.gpsd.port = receiver.port
        settings.gate = GateSettings(profile: .train)
        // A milepost every four minutes of the trip can be read while it goes by.
        settings.gate.minInterval = 240
        guard !isOnline, let port = weather.port else { return user.with(settings, user.keys) }
        settings.weatherProviders = ["openweathermap"]
        settings.addressProviders = ["openweathermap"]
        settings[provider: "openweathermap"].baseURL = "http://127.0.0.1:\(port)"
        return Assembly(
            settings: settings, keys: KeyStore(keys: ["openweathermap": "key-of-the-demo"]),
            environment: environment, log: log)
    }

    private static func handler(_ weather: DemoWeather) -> ServerHandler {
        { request in
            let query = Dictionary(request.query.map { ($0.name, $0.value) }) { $1 }
            guard let body = try? weather.answer(path: request.path, query: query) else {
                return ServerResponse(status: 404)
            }
            return ServerResponse(
                status: 200, headers: ["Content-Type": "application/json"], body: .data(body))
        }
    }
}

/// Watches the trip go by: its time is that of the last accepted fix, and it is over when gpsd is gone again.
private final class TripWatch: EventSink {
    private let time: Mutex<Timestamp>
    private let over: Stop

    init(_ start: Timestamp, over: Stop) {
        time = Mutex(start)
        self.over = over
    }

    var now: Timestamp { time.withLock { $0 } }

    func receive(_ event: Event) async {
        switch event {
        case .fix(let fix): time.withLock { $0 = fix.time }
        case .state(let change) where change.isEndOfTrip: over.tell()
        default: break
        }
    }
}

/// Hands on all but the end of the demo's gpsd, which would look like a fault.
private struct DuringTrip: EventSink {
    let sink: any EventSink
    var executor: (any TaskExecutor)? { sink.executor }
    var wantsTrack: Bool { sink.wantsTrack }
    func receive(_ event: Event) async {
        if case .state(let change) = event, change.isEndOfTrip { return }
        await sink.receive(event)
    }
    func finish() async { await sink.finish() }
    func reopen() async { await sink.reopen() }
    func giveUp() { sink.giveUp() }
}

extension StateChange {
    fileprivate var isEndOfTrip: Bool {
        mode == .tracking && [.noDevice, .waitingForGpsd].contains(receiver.state)
    }
}
