/// A key of a provider; whatever prints it, prints that it is hidden.
package struct Secret: Sendable, Hashable {
    private let value: String

    package init(_ value: String) { self.value = value }

    /// The key itself, for the one place that puts it into a request.
    package func reveal() -> String { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
