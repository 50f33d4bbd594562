import Database

/// Why there are no places: one sentence with what it is about, the reason and the remedy.
package struct GazetteerError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// The files of the places are not where they are looked for.
        case noData
        /// A file of the places is not what it should be.
        case badData
        /// The database of the places cannot be written or read.
        case database
        /// Nobody waits for it any more.
        case cancelled
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: DatabaseError) { self.init(.database, error.message) }

    package var description: String { message }
}
