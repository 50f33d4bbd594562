import Synchronization

/// A value that several threads of a test change in turn.
final class Locked<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value { state.withLock { $0 } }
    func change(_ body: (inout Value) -> Void) {
        state.withLock { value in
            var copy = value
            body(&copy)
            value = copy
        }
    }
}
