import FoundationEssentials
import Glibc

/// A folder of one's own that goes away with everything in it.
package struct TemporaryFolder: Sendable {
    package let path: String

    /// In `parent`; throws the sentence for the user.
    package init(in parent: String) throws(PrivateGpsd.Failure) {
        var name = Array("\(parent)/milepost-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else {
            let reason = Errno(code: errno)
            throw PrivateGpsd.Failure(
                description: "No folder can be made in \(parent) (\(reason)): set TMPDIR to a"
                    + " folder that you may write to.")
        }
        path = name.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { String(cString: $0) } ?? ""
        }
        // gpsd gives up root's rights and must still reach it.
        chmod(path, 0o755)
    }

    /// With everything in it; what cannot be removed stays, as nobody waits for it.
    package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
