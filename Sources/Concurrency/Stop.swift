import Synchronization

/// A wish to end, told once and for good to the one task that waits for it.
package final class Stop: Sendable {
    private let alive = AsyncStream.makeStream(of: Never.self)
    private let told = Mutex(false)

    package init() {}

    /// Whoever waits goes on; again does nothing.
    package func tell() {
        told.withLock { $0 = true }
        alive.continuation.finish()
    }

    package var isTold: Bool { told.withLock { $0 } }

    /// Returns when `tell` is called, or was, or the task is cancelled.
    package func wait() async { for await _ in alive.stream {} }
}

/// What `body` gives; its task is cancelled when `stop` is told.
package func until<Value: Sendable>(
    _ stop: Stop, _ body: @escaping @Sendable () async -> Value
) async -> Value {
    await withTaskGroup(of: Value?.self) { group in
        group.addTask {
            await stop.wait()
            return nil
        }
        group.addTask { await body() }
        // A stop that was told ends the body, which then still gives its value.
        while let value = await group.next() {
            group.cancelAll()
            if let value { return value }
        }
        preconditionFailure("a group gives the value of every task in it")
    }
}
