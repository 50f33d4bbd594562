import Synchronization

/// Diagnostics for the operator: sentences on stderr, never events and never secrets.
///
/// The same message again and again is said at once, then counted and said at growing intervals, so that a
/// lasting fault neither fills a disk nor hides its first cause. Nor does one that comes and goes.
package final class Log: Sendable {
    package enum Level: Int, Sendable, Comparable {
        case debug, info, warning, error
        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    private struct Repetition {
        var suppressed = 0
        var nextAt: Double
        var interval = 60.0
        /// How often it began, and when it was last seen.
        var beginnings = 1
        var lastAt: Double
        var isOver = false
        /// Whether the present occurrence, from its beginning to its end, was said.
        var isSaid = true

        init(at time: Double) {
            nextAt = time + interval
            lastAt = time
        }
    }

    /// A fault that is over for so long is a new one.
    private static let quiet = 3600.0
    /// One that comes and goes is said at once so often; then each beginning counts as a repetition.
    private static let beginnings = 5

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
        guard let suppressed = note(key ?? message) else { return }
        write(level, suppressed == 0 ? message : "\(message) (\(suppressed) more since)")
    }

    /// How often the fault was not said since it was; nil when it is not to be said now either.
    private func note(_ key: String) -> Int? {
        let time = now()
        return repetitions.withLock { table in
            if table.count > 200 { table.removeAll() }
            guard var seen = table[key], !seen.isOver || time - seen.lastAt <= Self.quiet else {
                table[key] = Repetition(at: time)
                return 0
            }
            let isBeginning = seen.isOver
            seen.lastAt = time
            seen.isOver = false
            if isBeginning {
                seen.beginnings += 1
                seen.isSaid = false
            }
            defer { table[key] = seen }
            let isDue = time >= seen.nextAt
            guard isDue || isBeginning && seen.beginnings <= Self.beginnings else {
                seen.suppressed += 1
                return nil
            }
            if isDue {
                seen.interval = min(seen.interval * 4, 6 * 3600)
                seen.nextAt = time + seen.interval
            }
            seen.isSaid = true
            defer { seen.suppressed = 0 }
            return seen.suppressed
        }
    }

    /// Notes that a fault is over, so that its next occurrence is said at once; says `message` if the fault was said.
    package func recovered(_ key: String, _ message: String) {
        let time = now()
        let wasSaid = repetitions.withLock { table in
            guard var seen = table[key], !seen.isOver else { return false }
            seen.isOver = true
            seen.lastAt = time
            if seen.isSaid { seen.suppressed = 0 }
            table[key] = seen
            return seen.isSaid
        }
        if wasSaid { callAsFunction(.info, message) }
    }
}
