import Database
import Foundation

/// A folder of the test's own, removed with it.
final class Folder: Sendable {
    private let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/milepost-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }
}

extension Folder {
    /// Makes every later use of `table` fail.
    static func drop(table: String, of path: String) throws {
        try Database(path: path, migrations: [String](repeating: "", count: 4))
            .run("DROP TABLE \(table)")
    }
}
