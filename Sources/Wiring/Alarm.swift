import Concurrency
import Domain

/// One timer, which rings at the earliest moment it was set for.
struct Alarm {
    let pool: JobPool
    let time: TimeSource
    private var pending: (due: Moment, job: Job?)?

    init(pool: JobPool, time: TimeSource) {
        self.pool = pool
        self.time = time
    }

    /// Calls `ring` at `due`, unless it is to ring before that anyway; who is rung says so by `rang`.
    mutating func set(for due: Moment, _ ring: @escaping @Sendable () async -> Void) {
        if let pending, pending.due <= due { return }
        pending?.job?.cancel()
        let wait = max(0, due - time.moment())
        let job = pool.start { [time] in
            guard (try? await time.sleep(wait)) != nil else { return }
            await ring()
        }
        pending = (due, job)
    }

    /// It may be set anew.
    mutating func rang() { pending = nil }

    /// It does not ring any more.
    mutating func cancel() {
        pending?.job?.cancel()
        pending = nil
    }
}
