import CSystemd
package import Domain
import Glibc
import Synchronization

/// Tells the service manager that started this program how it is; without one, nobody.
package final class Supervisor: Sendable {
    private let send: @Sendable (String) -> Void
    private let notices = Mutex(Notices())
    /// Seconds after which the program is killed unless a beat has come; nil when nobody watches.
    package let patience: Double?

    /// Speaks to the socket that $NOTIFY_SOCKET names.
    package convenience init() {
        var microseconds: UInt64 = 0
        let isWatched = sd_watchdog_enabled(0, &microseconds) > 0
        self.init(patience: isWatched ? Double(microseconds) / 1e6 : nil) { sd_notify(0, $0) }
    }

    /// `send` takes one message.
    package init(patience: Double?, send: @escaping @Sendable (String) -> Void) {
        self.patience = patience
        self.send = send
    }

    /// Seconds between two beats: at most half of the patience, and some to spare.
    package var beatEvery: Double { min(5, (patience ?? .infinity) / 3) }

    /// One has passed the whole pipeline.
    package func beat() { tell { $0.beat() } }

    /// Tells that the settings are read again for as long as `body` takes.
    package func whileReloading(_ body: () async -> Void) async {
        tell { $0.reloading(atMicroseconds: monotonicMicroseconds()) }
        await body()
        tell { $0.reloaded() }
    }

    /// The end has begun.
    package func stop() { tell { $0.stopping() } }

    /// Sent under the lock, so that what was said first arrives first.
    private func tell(_ message: (inout Notices) -> String?) {
        notices.withLock { notices in
            if let text = message(&notices) { send(text) }
        }
    }
}

extension Supervisor: EventSink {
    /// Of all events only the change of a state; it never waits.
    package func receive(_ event: Event) async {
        if case .state(let change) = event { tell { $0.status(change) } }
    }
}

/// As the service manager reads it, to tell a reload that it asked for from an earlier one.
private func monotonicMicroseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
}
