import Database

/// Why the history cannot be read or changed: one sentence.
package struct HistoryError: Error, Hashable, Sendable {
    package enum Code: Sendable {
        /// There is none yet.
        case missing
        case damaged
        /// Another program holds it.
        case busy
        /// The file or its folder cannot be used.
        case unusable
    }

    package var code: Code
    package var message: String

    package init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: DatabaseError) {
        self.init(
            code: error.isDamage ? .damaged : error.isBusy ? .busy : .unusable,
            message: error.message + ".")
    }
}
