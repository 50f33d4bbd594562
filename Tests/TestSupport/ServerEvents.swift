import Synchronization

/// What happened on a scripted server.
package enum ServerEvent: Sendable {
    /// Connection of this number, from 1, was accepted.
    case connected(Int)
    case request(ScriptedRequest)
    /// The client closed or reset the connection, at this moment of the monotonic clock.
    case clientClosed(Int, at: ContinuousClock.Instant)
}

/// Everything that happened so far, and everything still to come.
final class ServerEvents: Sendable {
    private struct State {
        var past: [ServerEvent] = []
        var readers: [AsyncStream<ServerEvent>.Continuation] = []
        var isOver = false
    }

    private let state = Mutex(State())

    var past: [ServerEvent] { state.withLock { $0.past } }

    func add(_ event: ServerEvent) {
        state.withLock { state in
            state.past.append(event)
            for reader in state.readers { reader.yield(event) }
        }
    }

    func stream() -> AsyncStream<ServerEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ServerEvent.self)
        state.withLock { state in
            for event in state.past { continuation.yield(event) }
            if state.isOver { continuation.finish() } else { state.readers.append(continuation) }
        }
        return stream
    }

    func finish() {
        state.withLock { state in
            state.isOver = true
            for reader in state.readers { reader.finish() }
            state.readers = []
        }
    }
}
