/// Why the server cannot listen; `message` is a whole sentence with the remedy.
package struct WebError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// Another process answers on the address.
        case inUse = "in-use"
        /// The path is taken by something else, or is no possible address.
        case badAddress = "bad-address"
        /// The system refused.
        case cannotListen = "cannot-listen"
    }
    package let code: Code
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
