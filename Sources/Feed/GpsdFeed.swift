import Concurrency
package import Domain
import Glibc
import Synchronization

/// What a live feed gives.
package enum FeedEvent: Sendable, Hashable {
    case fix(Fix)
    /// The receiver's state changed.
    case receiver(Receiver)
    /// A gpsd of that release was reached.
    case greeting(String)
    /// The feed does its work, whatever gpsd does.
    case beat
}

/// Follows a gpsd for ever: whatever happens to it, the connection is made anew.
package final class GpsdFeed: Sendable {
    /// Seconds for the connection to one address.
    private static let connectTimeout = 5.0

    private let address: GpsdAddress
    private let staleAfter: Double
    private let beatEvery: Double?
    private let log: Log?
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Moment
    private let random: @Sendable () -> Double
    private let skippedLines = Mutex(SkippedLines())

    /// `staleAfter` is the seconds of silence after which a connection is replaced, `beatEvery` the most there are
    /// between two beats; `clock` measures the waits between connections, `now` is monotonic, `random` gives 0..<1.
    package init(
        address: GpsdAddress, staleAfter: Double = 10, beatEvery: Double? = nil, log: Log? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Moment = monotonic,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.address = address
        self.staleAfter = staleAfter
        self.beatEvery = beatEvery
        self.log = log
        self.clock = clock
        self.now = now
        self.random = random
    }

    /// Lines of gpsd that were passed over since the start.
    package var skipped: SkippedLines { skippedLines.withLock { $0 } }

    /// Follows until the task is cancelled, then returns within 100 ms.
    ///
    /// `deliver` is called on a thread of the feed, one event at a time; it must not block. Throws `unreadable` when
    /// the process has no descriptor left at the start.
    package func run(
        _ deliver: @escaping @Sendable (FeedEvent) -> Void
    ) async throws(FeedError) {
        let wake = try WakeUp()
        var monitor = ReceiverMonitor(address: address, staleAfter: staleAfter)
        var reconnection = Reconnection(isLocal: address.isLocal, random: random)
        while let resolution = await resolution(deliver) {
            let attempt = await follow(resolution, monitor, wake, deliver)
            monitor = attempt.monitor
            if attempt.isCancelled { return }
            let wait = reconnection.wait(afterLasting: attempt.seconds)
            do { try await pause(wait, deliver) } catch { return }
        }
    }
}

/// What one try came to.
private struct Attempt: Sendable {
    var monitor: ReceiverMonitor
    /// How long the connection lasted.
    var seconds = 0.0
    var isCancelled = false
}

extension GpsdFeed {
    /// A name server that does not answer is no standstill of the feed, which goes on as soon as the system gives up.
    private func resolution(
        _ deliver: @escaping @Sendable (FeedEvent) -> Void
    ) async -> Resolution? {
        guard let beatEvery else { return await resolve(address) }
        deliver(.beat)
        return await withTaskGroup(of: Resolution?.self) { group in
            group.addTask { [address] in await resolve(address) }
            group.addTask { [clock] in
                while (try? await clock.sleep(for: .seconds(beatEvery))) != nil { deliver(.beat) }
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    /// The wait before the next connection; throws when cancelled.
    private func pause(_ seconds: Double, _ deliver: (FeedEvent) -> Void) async throws {
        var left = seconds
        while let beatEvery, left > beatEvery {
            try await clock.sleep(for: .seconds(beatEvery))
            deliver(.beat)
            left -= beatEvery
        }
        try await clock.sleep(for: .seconds(left))
    }

    private func follow(
        _ resolution: Resolution, _ monitor: ReceiverMonitor, _ wake: WakeUp,
        _ deliver: @escaping @Sendable (FeedEvent) -> Void
    ) async -> Attempt {
        await onBlockingThread(interrupt: { wake.signal() }) { [self] in
            let attempt = Attempt(monitor: monitor)
            switch resolution {
            case .failed(let reason): return unreachable(attempt, reason, deliver)
            case .addresses(let addresses):
                switch connect(
                    to: addresses, timeout: Self.connectTimeout, wake: wake,
                    beatEvery: beatEvery, beat: { deliver(.beat) })
                {
                case .cancelled: return Attempt(monitor: monitor, isCancelled: true)
                case .failed(let reason): return unreachable(attempt, reason, deliver)
                case .open(let connection):
                    return follow(connection, attempt, wake, deliver)
                }
            }
        }
    }

    private func follow(
        _ connection: FileDescriptor, _ attempt: Attempt, _ wake: WakeUp,
        _ deliver: @escaping @Sendable (FeedEvent) -> Void
    ) -> Attempt {
        let start = now()
        var session = GpsdSession(
            connection: connection, wake: wake, staleAfter: staleAfter, beatEvery: beatEvery,
            monitor: attempt.monitor, now: now, deliver: deliver, complain: { [self] in note($0) })
        let end = session.run()
        let attempt = Attempt(
            monitor: session.monitor, seconds: now() - start, isCancelled: end == .cancelled)
        switch end {
        case .cancelled: return attempt
        case .closed(let reason): return unreachable(attempt, reason, deliver)
        case .mute:
            // With a receiver the state is stale, which is said already and stays.
            if session.monitor.hasDevice { return attempt }
            return unreachable(attempt, "it says nothing", deliver)
        }
    }

    private func unreachable(
        _ attempt: Attempt, _ reason: String, _ deliver: (FeedEvent) -> Void
    ) -> Attempt {
        var attempt = attempt
        if let receiver = attempt.monitor.observe(.unreachable(reason), at: now()) {
            deliver(.receiver(receiver))
        }
        return attempt
    }

    private func note(_ complaint: Complaint) {
        switch complaint {
        case .refused(let message):
            log?(.warning, "gpsd at \(address) says: \(message.printable)", key: "gpsd-refused")
        case .skipped(let kind, let line):
            let told = skippedLines.withLock { skipped in
                skipped.add(kind, line)
                return skipped.told(kind)
            }
            log?(
                .warning, "gpsd at \(address) sent a line that is \(told); it is passed over",
                key: "gpsd-skipped-\(kind)")
        }
    }
}

/// Seconds of the system's monotonic clock.
package func monotonic() -> Moment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(seconds: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9)
}
