import Glibc

/// `write(2)`: the count of bytes written, or -1 with `errno`; a parameter so that a full disk can be tested.
package typealias WriteCall = @Sendable (Int32, UnsafeRawBufferPointer) -> Int

/// A file that whole records are added to.
final class AppendFile {
    let path: String
    private let descriptor: Int32
    private let status: stat
    private let write: WriteCall

    /// Opens or makes the file, its directories too, and repairs its last line.
    init(path: String, endsRecord: TornLine, write: @escaping WriteCall) throws(SystemError) {
        try makeDirectories(above: path)
        // Where somebody went is nobody else's business: no rights for others.
        // A pipe whose reader is stuck is full like a disk, and must not hold the program.
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o640)
        guard descriptor >= 0 else { throw SystemError.last }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let error = SystemError.last
            close(descriptor)
            throw error
        }
        self.path = path
        self.descriptor = descriptor
        self.status = status
        self.write = write
        if isRegular { try repair(endsRecord) }
    }

    deinit { close(descriptor) }

    /// False once the path leads to another file or to none, as after a rotation.
    var isCurrent: Bool {
        var now = stat()
        return stat(path, &now) == 0 && now.st_ino == status.st_ino && now.st_dev == status.st_dev
    }

    /// Adds the whole record or nothing: what was written of it is cut off again when the rest does not fit.
    func append(_ bytes: [UInt8]) throws(SystemError) {
        let start = isRegular ? lseek(descriptor, 0, SEEK_END) : 0
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, .init(rebasing: $0[written...])) }
            if count < 0, errno == EINTR { continue }
            // Half a record is out and cannot be taken back.
            if count < 0, errno == EAGAIN, written > 0, isReady() { continue }
            guard count > 0 else {
                let error = count < 0 ? SystemError.last : SystemError(code: ENOSPC)
                if written > 0, isRegular { ftruncate(descriptor, start) }
                throw error
            }
            written += count
        }
    }

    /// Waits a second at most for a pipe's reader to take something.
    private func isReady() -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&event, 1, 1000) > 0
    }

    private var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }

    /// A process killed or a machine switched off while writing leaves a last line without an end.
    private func repair(_ torn: TornLine) throws(SystemError) {
        let size = Int(status.st_size)
        guard try !isEnded(size) else { return }
        let bytes = try tail(size, min(size, TornLine.reach))
        switch torn.repair(bytes, isWhole: bytes.count == size) {
        case .nothing: return
        case .cut(let length): if ftruncate(descriptor, off_t(size - length)) != 0 { throw .last }
        case .end: try append([UInt8(ascii: "\n")])
        }
    }

    private func isEnded(_ size: Int) throws(SystemError) -> Bool {
        size == 0 ? true : try tail(size, 1) == [UInt8(ascii: "\n")]
    }

    private func tail(_ size: Int, _ length: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: length)
        let count = bytes.withUnsafeMutableBytes {
            pread(descriptor, $0.baseAddress, length, off_t(size - length))
        }
        guard count == length else { throw count < 0 ? .last : SystemError(code: EIO) }
        return bytes
    }
}

/// Makes what is missing of the directories that `path` lies in.
private func makeDirectories(above path: String) throws(SystemError) {
    let bytes = path.utf8
    for slash in bytes.indices.dropFirst() where bytes[slash] == UInt8(ascii: "/") {
        let directory = String(path[..<slash])
        var status = stat()
        // What is there already may lie on a disk that cannot be written, and is no fault.
        if stat(directory, &status) == 0 { continue }
        if mkdir(directory, 0o750) != 0, errno != EEXIST { throw .last }
    }
}
