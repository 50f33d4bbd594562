import Synchronization

/// Hands each value to every subscriber without ever waiting for one.
///
/// Each subscriber has a bounded queue. One whose queue is full is dropped: its stream ends, and `dropped` counts it, so
/// a slow reader costs itself and nobody else.
package final class FanOut<Element: Sendable>: Sendable {
    private struct State {
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]
        var nextID = 0
        var dropped = 0
        var finished = false
    }

    private let state = Mutex(State())

    package init() {}

    /// A stream of what is sent from now on, holding at most `capacity` values not yet read.
    package func subscribe(capacity: Int) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Element.self, bufferingPolicy: .bufferingOldest(capacity))
        let id: Int? = state.withLock { state in
            guard !state.finished else { return nil }
            state.nextID += 1
            state.subscribers[state.nextID] = continuation
            return state.nextID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.subscribers.removeValue(forKey: id) }
        }
        return stream
    }

    /// Never waits; a subscriber without room for `element` is dropped.
    package func send(_ element: Element) {
        // Copied out: finishing a continuation calls its `onTermination`, which takes the lock.
        let subscribers = state.withLock { $0.subscribers }
        for (id, continuation) in subscribers {
            if case .dropped = continuation.yield(element) {
                state.withLock {
                    if $0.subscribers.removeValue(forKey: id) != nil { $0.dropped += 1 }
                }
                continuation.finish()
            }
        }
    }

    /// Ends every stream once it has been read.
    package func finish() {
        let subscribers = state.withLock { state in
            state.finished = true
            defer { state.subscribers = [:] }
            return state.subscribers
        }
        for continuation in subscribers.values { continuation.finish() }
    }

    /// Subscribers lost so far because they were too slow.
    package var dropped: Int { state.withLock { $0.dropped } }
    /// Subscribers at this moment.
    package var count: Int { state.withLock { $0.subscribers.count } }
}
