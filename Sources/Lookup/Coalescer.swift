package import Concurrency
import Synchronization

/// Makes identical requests in flight one: the first begins it, the others wait for the same answer.
///
/// A waiter that is cancelled goes on at once; the request itself is cancelled when nobody waits for it any more.
package final class Coalescer<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
    private struct Flight {
        var id: Int
        var job: Job?
        var waiters: [Int: CheckedContinuation<Answer?, Never>] = [:]
    }

    private struct State {
        var nextID = 0
        var flights: [Key: Flight] = [:]
        /// Waiters cancelled before they had begun to wait.
        var leftEarly: Set<Int> = []
    }

    private let state = Mutex(State())
    private let pool: JobPool

    package init(pool: JobPool) { self.pool = pool }

    /// The answer of `make`, or of an earlier call's with the same key; nil when cancelled or the pool has ended.
    package func answer(
        for key: Key, _ make: @escaping @Sendable () async -> Answer
    ) async -> Answer? {
        let waiter = newID()
        // Cancelled after it was answered: then there is nothing to remember of it.
        defer { state.withLock { _ = $0.leftEarly.remove(waiter) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                join(key, waiter, continuation, make)
            }
        } onCancel: {
            leave(key, waiter)
        }
    }

    /// How many wait for the answer to `key` at this moment.
    package func waiters(for key: Key) -> Int {
        state.withLock { $0.flights[key]?.waiters.count ?? 0 }
    }

    private func newID() -> Int {
        state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
    }

    private func join(
        _ key: Key, _ waiter: Int, _ continuation: CheckedContinuation<Answer?, Never>,
        _ make: @escaping @Sendable () async -> Answer
    ) {
        let joined = state.withLock { state in
            if state.leftEarly.remove(waiter) != nil { return false }
            if state.flights[key] == nil {
                // The waiter that begins a flight lends it its number.
                let job = pool.start { [self] in land(key, waiter, await make()) }
                guard let job else { return false }
                state.flights[key] = Flight(id: waiter, job: job)
            }
            state.flights[key]?.waiters[waiter] = continuation
            return true
        }
        if !joined { continuation.resume(returning: nil) }
    }

    private func leave(_ key: Key, _ waiter: Int) {
        let (continuation, job) = state.withLock {
            state -> (CheckedContinuation<Answer?, Never>?, Job?) in
            guard let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter) else {
                state.leftEarly.insert(waiter)
                return (nil, nil)
            }
            guard state.flights[key]?.waiters.isEmpty == true else { return (continuation, nil) }
            return (continuation, state.flights.removeValue(forKey: key)?.job)
        }
        job?.cancel()
        continuation?.resume(returning: nil)
    }

    private func land(_ key: Key, _ id: Int, _ answer: Answer) {
        let waiters = state.withLock { state in
            // A flight that everybody left may have been followed by another with the same key.
            guard let flight = state.flights[key], flight.id == id else {
                return [CheckedContinuation<Answer?, Never>]()
            }
            state.flights[key] = nil
            return Array(flight.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: answer) }
    }
}
