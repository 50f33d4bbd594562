/// Passes a value on only when it differs from the one passed before.
package struct ChangeOnly<Value: Equatable & Sendable>: Sendable {
    private var last: Value?

    package init(last: Value? = nil) { self.last = last }

    /// `value` if it is news, else nil.
    package mutating func pass(_ value: Value) -> Value? {
        guard value != last else { return nil }
        last = value
        return value
    }
}
