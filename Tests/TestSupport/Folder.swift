import Foundation
package import Glibc

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

    /// Only root can give files to others.
    package static var canBeGiven: Bool { geteuid() == 0 }

    /// A user other than root; no file of this machine is his.
    package static let stranger: uid_t = 61_234

    /// Makes the folder the stranger's.
    package func giveToStranger() throws {
        guard chown(path, Self.stranger, Self.stranger) == 0 else { throw POSIXError(.EPERM) }
    }

    /// Who owns `name` in it; nil where nothing is.
    package func owner(of name: String) -> uid_t? {
        var status = stat()
        return lstat(file(name), &status) == 0 ? status.st_uid : nil
    }

    package var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    }
}
