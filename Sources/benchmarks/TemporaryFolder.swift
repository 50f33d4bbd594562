import FoundationEssentials
import Glibc

/// A folder of one's own that goes away with everything in it.
struct TemporaryFolder {
    let path: String

    init() throws {
        var name = Array(
            "\(FileManager.default.temporaryDirectory.path)/milepost-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else {
            throw Failure("no temporary folder can be made: \(reason(errno)); set TMPDIR")
        }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// What the system says of an error number.
func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
