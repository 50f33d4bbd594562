import Glibc

/// Why an output cannot be made.
package struct RecordError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names the thing, the reason and the remedy.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// A call of the system that failed, as C reports it.
struct SystemError: Error, Hashable {
    var code: Int32

    /// Of the call just made.
    static var last: SystemError { SystemError(code: errno) }

    var reason: String { String(cString: strerror(code)) }
}
