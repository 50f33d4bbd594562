import Dispatch

/// A serial queue for an actor that owns a `Database`.
///
/// SQLite blocks on the disk, for a second and more on an SD card; on its own queue that never holds one of the few
/// threads of Swift's pool, on which fixes and transfers wait.
package final class DatabaseExecutor: SerialExecutor {
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
