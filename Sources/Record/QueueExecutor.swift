import Dispatch

/// Runs an actor on a queue of its own, so that a slow disk or reader never holds a thread of Swift's pool.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Calls `body` on the queue, thus isolated to the actor, in `seconds`.
    func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + seconds, execute: body)
    }
}
