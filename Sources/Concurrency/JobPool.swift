/// Runs jobs as children of one structured task, each of which can be cancelled on its own.
///
/// A lookup outlives the call that began it and dies with the program; a child of `run()` is just that.
package final class JobPool: Sendable {
    private struct Start {
        var job: Job
        var body: @Sendable () async -> Void
    }

    private let starts = AsyncStream.makeStream(of: Start.self)

    package init() {}

    /// Runs what is started, until cancelled; ends when every job has ended. To be called once.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await start in starts.stream {
                group.addTask { await until(start.job.end, start.body) }
            }
            starts.continuation.finish()
            group.cancelAll()
        }
    }

    /// Begins `body` as soon as `run()` runs; nil when that has ended.
    package func start(_ body: @escaping @Sendable () async -> Void) -> Job? {
        let job = Job()
        switch starts.continuation.yield(Start(job: job, body: body)) {
        case .enqueued: return job
        case .dropped, .terminated: return nil
        @unknown default: return nil
        }
    }
}

/// A job that was started, to be cancelled.
package struct Job: Sendable {
    fileprivate let end = Stop()

    /// Cancels the job's task; once is enough, again does nothing.
    package func cancel() { end.tell() }
}
