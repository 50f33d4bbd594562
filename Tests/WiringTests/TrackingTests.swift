import Concurrency
import Domain
import Feed
import Gate
import Lookup
import Synchronization
import TestSupport
import Testing
import Wiring

/// The shell around the gate on a clock that stands still, live, without lookups.
@Suite("Tracking", .timeLimit(.minutes(10)))
struct TrackingTests {
    private static let start = Timestamp(milliseconds: 1_777_863_600_000)

    private let clock = TestClock()
    private let sink = KeptEvents()

    private func fix(_ second: Int, metres: Double = 0, accuracy: Double = 4) -> FeedEvent {
        .fix(
            Fix(
                source: .gpsd, mode: .threeD, time: Self.start.adding(seconds: Double(second)),
                latitude: 36 + metres / 111_195, longitude: 127, accuracy: accuracy, speed: 0))
    }

    /// Runs a tracker and its jobs while `body` steers it; gives what it said.
    private func tracking(
        wall: @escaping @Sendable () -> Timestamp = { Self.start },
        _ body: @Sendable (Tracking) async throws -> Void
    ) async throws -> [Event] {
        let log = Diary().log()
        let (pool, output) = (JobPool(), Output(sinks: [sink], log: log))
        let time = TimeSource(clock: clock, wall: wall)
        let lookups = Lookups(
            address: [], weather: [], cache: nil, language: .en, pool: pool, time: time,
            tell: { _ in })
        let tracker = Tracker(
            settings: GateSettings(), refresh: RefreshSettings(), track: TrackSettings(),
            base: .live(builtAt: Self.start), saved: nil)
        let tracking = Tracking(
            tracker: tracker, output: output, lookups: lookups, pool: pool, time: time,
            lookupTimeout: 15, tellsState: true, wallClock: { (wall(), true) },
            save: { _ in })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await output.run() }
            group.addTask { await lookups.run() }
            group.addTask { await tracking.run() }
            await tracking.start()
            try await body(tracking)
            await tracking.finish(within: nil)
            await output.drained()
            output.finish()
            group.cancelAll()
        }
        return sink.events
    }

    @Test("a refresh ends without a fix when its time is up, and not before")
    func timeout() async throws {
        _ = try await tracking { tracking in
            async let error = thrown(ControlError.self) {
                _ = try await tracking.refresh(timeout: 5)
            }
            await clock.sleepers(reach: 1)
            clock.advance(by: .milliseconds(4999))
            #expect(await tracking.status().mode == .refreshing)
            clock.advance(by: .milliseconds(1))
            #expect(await error?.code == .noFix)
            #expect(await tracking.status().mode == .acquiring)
        }
        #expect(clock.sleepers == 0)
    }

    /// The wall clock steps by an hour back or a day on while somebody waits.
    @Test(
        "F14 a refresh ends after its time whatever the wall clock shows",
        arguments: [-3600.0, 86_400])
    func step(seconds: Double) async throws {
        let wall = Wall(Self.start)
        _ = try await tracking(wall: { wall.time }) { tracking in
            async let error = thrown(ControlError.self) {
                _ = try await tracking.refresh(timeout: 5)
            }
            await clock.sleepers(reach: 1)
            clock.advance(by: .seconds(3))
            wall.step(by: seconds)
            // Reads the clock.
            await tracking.receive(.receiver(Receiver(.noFix)))
            clock.advance(by: .milliseconds(1999))
            #expect(await tracking.status().mode == .refreshing)
            clock.advance(by: .milliseconds(1))
            #expect(await error?.code == .noFix)
        }
        #expect(clock.sleepers == 0)
    }

    @Test("F14 the age of the last fix does not follow the wall clock")
    func age() async throws {
        let wall = Wall(Self.start)
        _ = try await tracking(wall: { wall.time }) { tracking in
            async let answer = tracking.refresh(timeout: nil)
            while await tracking.status().mode != .refreshing { await Task.yield() }
            await tracking.receive(fix(0))
            _ = try await answer
            clock.advance(by: .seconds(7))
            wall.step(by: -3600)
            #expect(await tracking.status().fix?.age == 7)
        }
    }

    @Test("two who ask get one answer, and one who leaves does not end it")
    func shared() async throws {
        let events = try await tracking { tracking in
            async let first = tracking.refresh(timeout: nil)
            while await tracking.status().mode != .refreshing { await Task.yield() }
            let second = await withTaskGroup(of: Bool.self) { group in
                group.addTask {
                    do {
                        _ = try await tracking.refresh(timeout: nil)
                        return false
                    } catch { return error is CancellationError }
                }
                group.cancelAll()
                return await group.next()
            }
            #expect(second == true)
            #expect(await tracking.status().mode == .refreshing)
            await tracking.receive(fix(0))
            let answer = try await first
            #expect(answer.fix.reasons == [.refresh])
        }
        #expect(events.count { if case .fix = $0 { true } else { false } } == 1)
    }

    @Test("R02 the only caller who leaves ends it")
    func leaves() async throws {
        _ = try await tracking { tracking in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = try? await tracking.refresh(timeout: nil) }
                while await tracking.status().mode != .refreshing { await Task.yield() }
                group.cancelAll()
            }
            while await tracking.status().mode == .refreshing { await Task.yield() }
        }
    }

    @Test("the last good fix is kept when nothing came for a minute")
    func lost() async throws {
        let events = try await tracking { tracking in
            async let answer = tracking.refresh(timeout: nil)
            while await tracking.status().mode != .refreshing { await Task.yield() }
            await tracking.receive(fix(0))
            _ = try await answer
            while await tracking.status().mode != .tracking { await Task.yield() }
            await tracking.receive(fix(20, metres: 300))
            await clock.sleepers(reach: 1)
            clock.advance(by: .seconds(60))
            while await tracking.status().summary.accepted < 2 { await Task.yield() }
        }
        let fixes = events.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
        #expect(fixes.map(\.reasons) == [[.refresh], [.lost]])
        #expect(fixes.last?.time == Self.start.adding(seconds: 20))
    }

    @Test("tells a state once, mode and receiver together, and none before the receiver is known")
    func states() async throws {
        let events = try await tracking { tracking in
            for _ in 0..<3 { await tracking.receive(.receiver(Receiver(.noFix))) }
            await tracking.pause()
            await tracking.pause()
            await tracking.resume()
        }
        let states = events.compactMap { if case .state(let change) = $0 { change } else { nil } }
        #expect(
            states.map { "\($0.mode) \($0.receiver.state)" } == [
                "acquiring noFix", "paused noFix", "acquiring noFix",
            ])
    }

    @Test("whoever waits when the program ends is told so")
    func ending() async throws {
        let (started, continuation) = AsyncStream.makeStream(of: Tracking.self)
        async let code = Self.refusal(of: started)
        _ = try await tracking { tracking in
            continuation.yield(tracking)
            while await tracking.status().mode != .refreshing { await Task.yield() }
        }
        #expect(await code == .unavailable)
    }

    private static func refusal(of started: AsyncStream<Tracking>) async -> ControlError.Code? {
        for await tracking in started {
            return await thrown(ControlError.self) {
                _ = try await tracking.refresh(timeout: nil)
            }?.code
        }
        return nil
    }
}

/// A wall clock that a test sets.
private final class Wall: Sendable {
    private let now: Mutex<Timestamp>

    init(_ time: Timestamp) { now = Mutex(time) }

    var time: Timestamp { now.withLock { $0 } }

    func step(by seconds: Double) { now.withLock { $0 = $0.adding(seconds: seconds) } }
}
