import FoundationEssentials

/// Where the answer of a transfer goes.
enum Sink: Sendable {
    case whole(Call)
    case stream(AsyncThrowingStream<Data, any Error>.Continuation)

    /// True when nobody waits any more.
    var isOver: Bool {
        switch self {
        case .whole(let call): call.isOver
        case .stream: false
        }
    }

    func fail(_ error: HTTPError) {
        switch self {
        case .whole(let call): call.finish(.failure(error))
        case .stream(let continuation): continuation.finish(throwing: error)
        }
    }
}
