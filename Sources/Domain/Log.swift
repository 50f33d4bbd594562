import Synchronization

/// Diagnostics for the operator: sentences on stderr, never events and never secrets.
///
/// The same message again and again is said at once, then counted and said at growing intervals, so that a
/// lasting fault neither fills a disk nor hides its first cause.
package final class Log: Sendable {
    package enum Level: Int, Sendable, Comparable {
        case debug, info, warning, error
        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    private struct Repetition {
        var suppressed = 0
        var nextAt: Double
        var interval: Double
    }

    private let threshold: Level
    private let now: @Sendable () -> Double
    private let write: @Sendable (Level, String) -> Void
    private let repetitions = Mutex<[String: Repetition]>([:])

    /// `now` is monotonic seconds; `write` takes whole lines.
    package init(
        threshold: Level, now: @escaping @Sendable () -> Double,
        write: @escaping @Sendable (Level, String) -> Void
    ) {
        self.threshold = threshold
        self.now = now
        self.write = write
    }

    /// Says `message`; messages with the same `key` (default: the text) are counted instead of repeated.
    package func callAsFunction(_ level: Level, _ message: String, key: String? = nil) {
        guard level >= threshold else { return }
        // What was done is said each time it is done; only trouble is counted.
        guard level >= .warning || key != nil else { return write(level, message) }
        let key = key ?? message
        let time = now()
        let suppressed: Int? = repetitions.withLock { table in
            if table.count > 200 { table.removeAll() }
            guard var seen = table[key] else {
                table[key] = Repetition(nextAt: time + 60, interval: 60)
                return 0
            }
            guard time >= seen.nextAt else {
                seen.suppressed += 1
                table[key] = seen
                return nil
            }
            let count = seen.suppressed
            seen.suppressed = 0
            seen.interval = min(seen.interval * 4, 6 * 3600)
            seen.nextAt = time + seen.interval
            table[key] = seen
            return count
        }
        guard let suppressed else { return }
        write(level, suppressed == 0 ? message : "\(message) (\(suppressed) more since)")
    }

    /// Forgets a fault that is over, so that its next occurrence is said at once; says `message` if it was known.
    package func recovered(_ key: String, _ message: String) {
        let known = repetitions.withLock { $0.removeValue(forKey: key) != nil }
        if known { callAsFunction(.info, message) }
    }
}
