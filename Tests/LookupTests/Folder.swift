import Database
import Foundation
import TestSupport

extension Folder {
    /// Makes a folder where a file would be.
    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: file(name), withIntermediateDirectories: false)
    }

    /// Runs a statement on the file of a lookup cache.
    static func change(_ path: String, _ sql: String, _ values: SQLValue...) throws {
        try Database(path: path, migrations: [String](repeating: "", count: 5)).run(sql, values)
    }

    static func isEmpty(table: String, of path: String) throws -> Bool {
        try Database(path: path, migrations: [String](repeating: "", count: 5))
            .rows("SELECT 1 FROM \(table) LIMIT 1").isEmpty
    }
}
