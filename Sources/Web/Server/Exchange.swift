import Concurrency
import FoundationEssentials
import Synchronization

/// One request and its answer, shared by libmicrohttpd's thread, the handler's task and the watch for hang-ups.
///
/// Everything is decided under one lock, in which the connection is suspended and resumed too: so a resumption follows
/// exactly one suspension, and none comes after the request's end.
final class Exchange: Sendable {
    private struct Locked {
        var state: ExchangeState
        /// Nil after the request's end.
        var connection: Connection?
        /// Writers waiting for the client to take what they wrote.
        var writers: [CheckedContinuation<Bool, Never>] = []

        mutating func resumeIfDue() {
            if state.takeResumption() { connection?.resume() }
        }

        mutating func takeWriters() -> [CheckedContinuation<Bool, Never>] {
            defer { writers = [] }
            return writers
        }
    }

    let id: UInt64
    private let head: ServerRequest
    private let locked: Mutex<Locked>
    /// Told when the client is gone, given up, or has its answer.
    let gone = Stop()

    init(id: UInt64, connection: Connection, head: ServerRequest, bodyLimit: Int) {
        self.id = id
        self.head = head
        locked = Mutex(Locked(state: ExchangeState(bodyLimit: bodyLimit), connection: connection))
    }

    /// The answer goes without its body.
    var isHead: Bool { head.method == "HEAD" }

    /// The whole request.
    var request: ServerRequest {
        var request = head
        request.body = locked.withLock { $0.state.body }
        return request
    }

    // MARK: On libmicrohttpd's thread

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        locked.withLock { $0.state.receive(bytes) }
    }

    func next() -> ExchangeState.Step {
        locked.withLock { locked in
            let step = locked.state.next()
            if case .dispatch = step { locked.connection?.suspend() }
            return step
        }
    }

    func read(upTo limit: Int) -> ExchangeState.Piece {
        let (piece, writers) = locked.withLock { locked in
            let piece = locked.state.read(upTo: limit)
            if piece == .wait { locked.connection?.suspend() }
            return (piece, locked.state.isDrained ? locked.takeWriters() : [])
        }
        for writer in writers { writer.resume(returning: true) }
        return piece
    }

    /// The request's end: its connection must not be touched again.
    func complete() {
        locked.withLock { $0.connection = nil }
        close()
    }

    // MARK: On any thread

    /// False when it has an answer already, or its client is gone.
    @discardableResult
    func answer(_ response: ServerResponse) -> Bool {
        locked.withLock { locked in
            guard locked.state.answer(response) else { return false }
            locked.resumeIfDue()
            return true
        }
    }

    /// Waits until libmicrohttpd has taken `data`; false when the client is gone.
    func write(_ data: Data) async -> Bool {
        await withCheckedContinuation { writer in
            let isClosed = locked.withLock { locked in
                if locked.state.closed { return true }
                locked.writers.append(writer)
                locked.state.write(data)
                locked.resumeIfDue()
                return false
            }
            if isClosed { writer.resume(returning: false) }
        }
    }

    func end() {
        locked.withLock { locked in
            locked.state.end()
            locked.resumeIfDue()
        }
    }

    /// Gives the client up: its connection is closed, its writers and its handler are told.
    func close() {
        let writers = locked.withLock { locked in
            locked.state.close()
            locked.resumeIfDue()
            return locked.takeWriters()
        }
        for writer in writers { writer.resume(returning: false) }
        gone.tell()
    }

    /// Answers with `response` what has no answer yet, and ends what is being streamed.
    func stop(_ response: ServerResponse) {
        answer(response)
        end()
        gone.tell()
    }
}
