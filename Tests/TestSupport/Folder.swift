import Foundation

/// A folder of its own for one test, gone with it.
package final class Folder: Sendable {
    package let path: String

    package init() throws {
        // Short: the path of a socket in it has at most 107 bytes.
        var name = Array("/tmp/milepost-test-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw POSIXError(.EIO) }
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    }
}
