import Dispatch

/// A serial queue for an actor whose work blocks: a slow disk or reader then holds no thread of Swift's pool.
package final class QueueExecutor: SerialExecutor, TaskExecutor {
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    /// Called by the runtime for each piece of work of the actor, and of a task that prefers to run where the actor does.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(
                isolatedTo: self.asUnownedSerialExecutor(),
                taskExecutor: self.asUnownedTaskExecutor())
        }
    }

    /// What the actor gives the runtime as its executor.
    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// What the runtime asks when a closure that must run here is called.
    package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    /// Calls `body` on the queue, thus isolated to the actor, in `seconds`.
    package func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + seconds, execute: body)
    }
}
