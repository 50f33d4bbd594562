import Glibc

/// A file that a command writes from start to end.
final class OutputFile {
    private let path: String
    private let descriptor: Int32
    private var held: [UInt8] = []
    /// The reader of standard output has read what it wanted.
    private(set) var isUnread = false

    /// `-` is standard output.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        descriptor = path == "-" ? STDOUT_FILENO : open(path, flags, 0o666)
        if descriptor < 0 { throw failure }
    }

    func write(_ bytes: some Sequence<UInt8>) throws(CommandFailure) {
        held += bytes
        if held.count >= 1 << 16 { try flush() }
    }

    func finish() throws(CommandFailure) {
        try flush()
        if path != "-", close(descriptor) != 0 { throw failure }
    }

    private func flush() throws(CommandFailure) {
        guard !isUnread else { return held.removeAll(keepingCapacity: true) }
        guard writeAll(descriptor, held) else {
            guard errno == EPIPE, path == "-" else { throw failure }
            return isUnread = true
        }
        held.removeAll(keepingCapacity: true)
    }

    private var failure: CommandFailure {
        CommandFailure(
            .cannotWrite, "\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
}
