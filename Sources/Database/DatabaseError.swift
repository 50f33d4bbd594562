import CSQLite

/// What SQLite refused, with its result code and the statement that met it.
package struct DatabaseError: Error, Hashable, Sendable {
    /// SQLite's extended result code.
    package var code: Int32
    /// One sentence: the file, the reason and, where there is one, the remedy.
    package var message: String
    /// The statement with its placeholders, so never with a value in it.
    package var sql: String?

    package init(code: Int32, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// The code of a file that is not a database, or not the one that belongs there.
    package static let notADatabase = SQLITE_NOTADB

    private var primary: Int32 { code & 0xff }

    /// The file is not a database or no longer a sound one: nothing more will come out of it.
    package var isDamage: Bool { primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB }

    /// Another process holds the file: the same statement may work later.
    package var isBusy: Bool { primary == SQLITE_BUSY || primary == SQLITE_LOCKED }

    /// What to do about a result code, as the end of a sentence; empty when nothing is known.
    package static func remedy(_ code: Int32) -> String {
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: "; another process is using it, close that one"
        case SQLITE_FULL: "; free some space on its disk"
        // A full disk can be met as this too, by the side files that are mapped into memory.
        case SQLITE_IOERR: "; check its disk and the space left on it"
        case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            "; check that its folder exists and may be written to"
        default: ""
        }
    }
}
