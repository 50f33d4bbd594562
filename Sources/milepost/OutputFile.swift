import Glibc

/// A file that a command writes from start to end; one that is there is replaced when the new one is whole.
final class OutputFile {
    private let path: String
    private let descriptor: Int32
    /// Under which name it is written, and which it then gets; nil for what is no regular file.
    private let names: (new: String, final: String)?
    private var isFinished = false
    private var held: [UInt8] = []
    /// The reader of standard output has read what it wanted.
    private(set) var isUnread = false

    /// `-` is standard output. None of `read`, which the command reads, is written.
    init(_ path: String, sparing read: [String] = []) throws(CommandFailure) {
        self.path = path
        guard path != "-" else {
            (descriptor, names) = (STDOUT_FILENO, nil)
            return
        }
        let known = Self.status(path)
        if let known, read.contains(where: { Self.status($0).map { $0 == known } ?? false }) {
            throw CommandFailure(
                .usage, "\(path.printable) is what is read: write to another file.")
        }
        // A pipe or a device is written as it is, and so is a file in a folder that takes no new one.
        let isReplaced = known?.isRegular ?? true
        let final = known == nil ? path : Self.resolved(path)
        // A name of its own: two commands may write the same file, and the last one that is whole stays.
        let new = "\(final).\(getpid()).part"
        if isReplaced {
            let opened = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, Self.rights)
            if opened >= 0 {
                // Who was not to read the old one is not to read the new one.
                if let known { fchmod(opened, known.rights) }
                (descriptor, names) = (opened, (new, final))
                return
            }
        }
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        (descriptor, names) = (open(path, flags, Self.rights), nil)
        if descriptor < 0 { throw failure }
    }

    /// Where somebody went is nobody else's business.
    private static let rights: mode_t = 0o640

    deinit { if let names, !isFinished { unlink(names.new) } }

    func write(_ bytes: some Sequence<UInt8>) throws(CommandFailure) {
        held += bytes
        if held.count >= 1 << 16 { try flush() }
    }

    func finish() throws(CommandFailure) {
        try flush()
        guard path != "-" else { return }
        guard close(descriptor) == 0, names.map({ rename($0.new, $0.final) == 0 }) ?? true else {
            throw failure
        }
        isFinished = true
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
            .cannotWrite,
            "\(path == "-" ? "Standard output" : path.printable) cannot be written:"
                + " \(String(cString: strerror(errno))).")
    }

    /// What tells one file from another, whatever its names.
    private struct Status: Equatable {
        var device: dev_t
        var inode: ino_t
        var isRegular: Bool
        var rights: mode_t
    }

    private static func status(_ path: String) -> Status? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Status(
            device: status.st_dev, inode: status.st_ino,
            isRegular: status.st_mode & S_IFMT == S_IFREG, rights: status.st_mode & 0o777)
    }

    /// The file itself behind links, which are to go on leading to it.
    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
