import Glibc

/// Why input cannot be read, as a sentence that names the thing, the reason and the remedy.
package struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case noSuchFile, notPermitted, unreadable
        /// It can be read, but is no format that Milepost knows.
        case notARecording
        /// A recording that is broken at a known line; what came before it was given out.
        case damaged
        case badAddress
        /// What a recording needs on the way cannot be written.
        case cannotWrite
        /// Only gpsd decodes NMEA, and there is none.
        case noGpsd
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    /// The failure of a system call on `path`.
    static func system(_ number: Int32, path: String) -> FeedError {
        switch number {
        case ENOENT, ENOTDIR:
            FeedError(.noSuchFile, "\(path): no such file; check the path")
        case EACCES, EPERM:
            FeedError(.notPermitted, "\(path): reading is not permitted; check its owner and mode")
        default:
            FeedError(.unreadable, "\(path): cannot be read (\(reason(number)))")
        }
    }
}

/// The system's words for an error number: "Connection refused".
func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
