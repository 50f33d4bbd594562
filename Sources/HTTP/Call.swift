import Synchronization

/// One caller waiting for one answer: resumed exactly once, by the loop thread or by its cancellation.
final class Call: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPError>

    private enum State {
        case fresh
        case waiting(CheckedContinuation<Outcome, Never>)
        case over(Outcome)
    }

    private let state = Mutex(State.fresh)

    var isOver: Bool {
        state.withLock { if case .over = $0 { true } else { false } }
    }

    /// False when the call was cancelled before it began; the continuation is then resumed already.
    func begin(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let over: Outcome? = state.withLock { state in
            if case .over(let outcome) = state { return outcome }
            state = .waiting(continuation)
            return nil
        }
        guard let over else { return true }
        continuation.resume(returning: over)
        return false
    }

    /// The first outcome counts; later ones are dropped.
    func finish(_ outcome: Outcome) {
        let waiting: CheckedContinuation<Outcome, Never>? = state.withLock { state in
            switch state {
            case .over:
                return nil
            case .fresh:
                state = .over(outcome)
                return nil
            case .waiting(let continuation):
                state = .over(outcome)
                return continuation
            }
        }
        waiting?.resume(returning: outcome)
    }
}
