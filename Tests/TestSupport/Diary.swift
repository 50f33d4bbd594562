package import Domain
import Synchronization

/// What was said to the operator.
package final class Diary: Sendable {
    private let lines = Mutex<[String]>([])

    package init() {}

    package var said: [String] { lines.withLock { $0 } }

    /// `now` is the time by which the log holds repeats back.
    package func log(now: @escaping @Sendable () -> Double = { 0 }) -> Log {
        Log(threshold: .debug, now: now) { [self] _, line in lines.withLock { $0.append(line) } }
    }
}
