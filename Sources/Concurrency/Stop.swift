import Synchronization

/// A wish to end, told once and for good to everybody who waits for it.
package final class Stop: Sendable {
    private struct State {
        var isTold = false
        var waiting: [FirstValue<Void>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Whoever waits goes on; again does nothing.
    package func tell() {
        let waiting = state.withLock { state in
            state.isTold = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.give(()) }
    }

    package var isTold: Bool { state.withLock { $0.isTold } }

    /// Returns when `tell` is called, or was, or the task is cancelled.
    package func wait() async {
        let told = FirstValue<Void>()
        await told.wait {
            told.give(())
        } begin: {
            let isTold = state.withLock { state in
                if !state.isTold { state.waiting.append(told) }
                return state.isTold
            }
            if isTold { told.give(()) }
        }
        // Who was cancelled is not told any more.
        state.withLock { $0.waiting.removeAll { $0 === told } }
    }
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
