import Synchronization

/// What the loop thread is told.
enum Command: Sendable {
    case start(id: Int, HTTPRequest, Call)
    /// Of an unknown or ended transfer: nothing to do.
    case cancel(id: Int)
}

/// Commands on their way to the loop thread.
final class Mailbox: Sendable {
    private struct State {
        var commands: [Command] = []
        var isClosed = false
        var wake: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    func post(_ command: Command) {
        let accepted = state.withLock { state in
            guard !state.isClosed else { return false }
            state.commands.append(command)
            state.wake?()
            return true
        }
        if !accepted, case .start(_, let request, let call) = command {
            call.give(.failure(.cancelled(request)))
        }
    }

    /// No command is taken any more; the loop ends.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.wake?()
        }
    }

    /// What to call, under the lock, when there is something to take; nil before what it wakes goes away.
    ///
    /// A call under way when this returns is over, as both hold the lock.
    func setWake(_ wake: (@Sendable () -> Void)?) { state.withLock { $0.wake = wake } }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// True when `take` has something to say.
    var hasNews: Bool { state.withLock { $0.isClosed || !$0.commands.isEmpty } }

    /// All commands since the last time, in order; nil once closed.
    func take() -> [Command]? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            defer { state.commands.removeAll(keepingCapacity: true) }
            return state.commands
        }
    }

    /// The commands that came too late to be taken.
    func drain() -> [Command] {
        state.withLock { state in
            defer { state.commands = [] }
            return state.commands
        }
    }
}
