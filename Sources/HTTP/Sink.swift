import Concurrency
import FoundationEssentials

/// One caller waiting for one answer: given by the loop thread or by the caller's cancellation.
typealias Call = FirstValue<Result<HTTPResponse, HTTPError>>

/// Where the answer of a transfer goes.
enum Sink: Sendable {
    case whole(Call)
    case stream(AsyncThrowingStream<Data, any Error>.Continuation)

    /// True when nobody waits any more.
    var isOver: Bool {
        switch self {
        case .whole(let call): call.isGiven
        case .stream: false
        }
    }

    func fail(_ error: HTTPError) {
        switch self {
        case .whole(let call): call.give(.failure(error))
        case .stream(let continuation): continuation.finish(throwing: error)
        }
    }
}
