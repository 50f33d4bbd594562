import Synchronization

/// A value that one task waits for and anybody may give: the first one counts, later ones are dropped.
///
/// For what another thread brings or the waiter's own cancellation ends, whichever comes first.
package final class FirstValue<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case given(Value)
    }

    private let state = Mutex(State.open)

    package init() {}

    /// True from the first `give` on.
    package var isGiven: Bool {
        state.withLock { if case .given = $0 { true } else { false } }
    }

    /// Lets the waiter go on with `value`, unless there is one already.
    package func give(_ value: Value) {
        let waiter: CheckedContinuation<Value, Never>? = state.withLock { state in
            if case .given = state { return nil }
            defer { state = .given(value) }
            if case .awaited(let waiter) = state { return waiter }
            return nil
        }
        waiter?.resume(returning: value)
    }

    /// Waits for the value; to be called once.
    ///
    /// `begin` is called when somebody waits, unless the value is there already. `cancel` is called when the task is
    /// cancelled, perhaps before that, and must give a value.
    package func wait(cancel: @escaping @Sendable () -> Void, begin: () -> Void) async -> Value {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard let value = present(orFor: continuation) else { return begin() }
                continuation.resume(returning: value)
            }
        } onCancel: {
            cancel()
        }
    }

    /// The value if it is there; else `continuation` gets it.
    private func present(
        orFor continuation: CheckedContinuation<Value, Never>
    ) -> Value? {
        state.withLock { state in
            if case .given(let value) = state { return value }
            state = .awaited(continuation)
            return nil
        }
    }
}
