import FoundationEssentials

/// What is known of one request and its answer; the exchange around it performs what the methods return.
struct ExchangeState {
    /// What libmicrohttpd is to do when it asks for the answer.
    enum Step {
        /// Suspend the connection and hand the request to its handler.
        case dispatch
        case answer(ServerResponse)
        /// Close the connection.
        case abort
    }

    /// What the reader of a streamed body gets.
    enum Piece: Equatable {
        case bytes(Data)
        /// Suspend the connection until there is more.
        case wait
        case end
        case abort
    }

    /// Why the connection takes no part in libmicrohttpd's loop.
    private enum Suspension {
        case none, untilAnswer, untilMore
    }

    private let bodyLimit: Int
    private(set) var body = Data()
    private var received = 0
    private var response: ServerResponse?
    private var dispatched = false
    private var pending = Data()
    private var ended = false
    private var suspension = Suspension.none
    /// The client is gone or given up; nothing more is sent.
    private(set) var closed = false

    init(bodyLimit: Int) { self.bodyLimit = bodyLimit }

    /// Keeps a piece of the request's body; false for a body so long that reading on to answer is not worth it.
    mutating func receive(_ bytes: some Collection<UInt8>) -> Bool {
        received += bytes.count
        if received <= bodyLimit {
            body.append(contentsOf: bytes)
        } else {
            body = Data()
        }
        return received <= 16 * bodyLimit
    }

    /// The request is whole, or the connection was resumed.
    mutating func next() -> Step {
        if closed { return .abort }
        if let response { return .answer(response) }
        if received > bodyLimit { return .answer(.bodyTooLarge(limit: bodyLimit)) }
        // libmicrohttpd asks again only after a resumption, which comes with an answer.
        if dispatched { return .abort }
        dispatched = true
        suspension = .untilAnswer
        return .dispatch
    }

    /// Sets the answer; false when there is one already, or nobody to get it.
    mutating func answer(_ response: ServerResponse) -> Bool {
        guard self.response == nil, !closed else { return false }
        self.response = response
        return true
    }

    /// Adds to a streamed body.
    mutating func write(_ data: Data) { pending.append(data) }

    /// Takes up to `limit` bytes of a streamed body.
    mutating func read(upTo limit: Int) -> Piece {
        if closed { return .abort }
        if !pending.isEmpty {
            let bytes = pending.prefix(limit)
            pending.removeFirst(bytes.count)
            return .bytes(bytes)
        }
        if ended { return .end }
        suspension = .untilMore
        return .wait
    }

    /// True once a reader has taken all that was written.
    var isDrained: Bool { pending.isEmpty }

    /// No more is written.
    mutating func end() { ended = true }

    /// Nothing more is sent.
    mutating func close() { closed = true }

    /// True when the connection is suspended and there is now something to do: it must be resumed, once.
    mutating func takeResumption() -> Bool {
        let isDue =
            switch suspension {
            case .none: false
            case .untilAnswer: closed || response != nil
            case .untilMore: closed || ended || !pending.isEmpty
            }
        if isDue { suspension = .none }
        return isDue
    }
}

extension ServerResponse {
    static func bodyTooLarge(limit: Int) -> ServerResponse {
        error(413, "too-large", "The body is longer than \(limit) bytes.")
    }

    static let stopping: ServerResponse = {
        var response = failure(.stopping)
        response.headers["Connection"] = "close"
        return response
    }()
}
