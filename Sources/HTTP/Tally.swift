import Synchronization

/// What became of the transfers so far; `open` are under way.
package struct HTTPCounters: Sendable, Hashable {
    package var open = 0
    package var completed = 0
    package var failed = 0
    package var cancelled = 0

    package init(open: Int = 0, completed: Int = 0, failed: Int = 0, cancelled: Int = 0) {
        self.open = open
        self.completed = completed
        self.failed = failed
        self.cancelled = cancelled
    }
}

/// The counters, written by the loop thread and read by anyone.
final class Tally: Sendable {
    private let state = Mutex(HTTPCounters())

    var counters: HTTPCounters { state.withLock { $0 } }

    func update(_ change: (inout HTTPCounters) -> Void) { state.withLock { change(&$0) } }
}
