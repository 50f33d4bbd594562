import CLinux
import Concurrency
import Synchronization

/// One import on a thread of its own, for which any number of callers wait.
///
/// It outlives a caller that goes away: the next one would only begin it anew.
final class Preparation: Sendable {
    private struct State {
        var isStarted = false
        var outcome: Result<Void, GazetteerError>?
        var listeners: [ImportProgress] = []
    }

    private let state = Mutex(State())
    private let done = Stop()
    private let work: @Sendable (ImportProgress) throws(GazetteerError) -> Void

    /// Starts `work` for the first who joins.
    init(_ work: @escaping @Sendable (ImportProgress) throws(GazetteerError) -> Void) {
        self.work = work
    }

    /// Nil as long as it runs.
    var outcome: Result<Void, GazetteerError>? { state.withLock { $0.outcome } }

    /// Begins it unless it has begun; `progress` is told from now on.
    func join(_ progress: ImportProgress? = nil) {
        let isFirst = state.withLock { state in
            if let progress { state.listeners.append(progress) }
            defer { state.isStarted = true }
            return !state.isStarted
        }
        if isFirst { startThread { [self] in carryOut() } }
    }

    /// Returns when it has ended, or the caller is cancelled.
    func wait() async { await done.wait() }

    private func carryOut() {
        let outcome: Result<Void, GazetteerError>
        do throws(GazetteerError) {
            try work { done, total in
                for listener in self.state.withLock({ $0.listeners }) { listener(done, total) }
            }
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        // The C library would keep the 8 MB that an import takes for as long as the program runs.
        malloc_trim(0)
        state.withLock { $0.outcome = outcome }
        done.tell()
    }
}
