import Synchronization

/// Everything that happened so far, and everything still to come, for any number of readers.
package final class History<Element: Sendable>: Sendable {
    private struct State {
        var past: [Element] = []
        var readers: [AsyncStream<Element>.Continuation] = []
        var isOver = false
    }

    private let state = Mutex(State())

    package init() {}

    /// What happened so far.
    package var past: [Element] { state.withLock { $0.past } }

    package func add(_ element: Element) {
        state.withLock { state in
            state.past.append(element)
            for reader in state.readers { reader.yield(element) }
        }
    }

    /// From the beginning, or from the element of that number on, to `finish`.
    package func stream(from start: Int = 0) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        state.withLock { state in
            for element in state.past.dropFirst(start) { continuation.yield(element) }
            if state.isOver { continuation.finish() } else { state.readers.append(continuation) }
        }
        return stream
    }

    /// Ends every stream.
    package func finish() {
        state.withLock { state in
            state.isOver = true
            for reader in state.readers { reader.finish() }
            state.readers = []
        }
    }
}
