import Glibc

/// An open descriptor, closed when nobody holds it any more.
final class FileDescriptor: Sendable {
    let raw: Int32

    init(_ raw: Int32) { self.raw = raw }

    deinit {
        // Standard input was not opened here.
        if raw > STDIN_FILENO { close(raw) }
    }

    /// `read`, again after a signal.
    func read(into buffer: UnsafeMutableRawPointer, count: Int) -> Int {
        while true {
            let count = Glibc.read(raw, buffer, count)
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
