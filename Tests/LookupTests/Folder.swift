import Database
import TestSupport

extension Folder {
    /// Runs a statement on the file of a lookup cache.
    static func change(_ path: String, _ sql: String, _ values: SQLValue...) throws {
        try Database(path: path, migrations: [String](repeating: "", count: 4)).run(sql, values)
    }
}
