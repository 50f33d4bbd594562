import Glibc

/// Where settings and keys are read from, and state is looked for: the machine's files, or a test's table.
package struct SystemFiles: Sendable {
    package enum Contents: Sendable {
        case missing
        /// Why it cannot be read, in the system's words.
        case unreadable(String)
        /// With the permission bits.
        case bytes([UInt8], mode: UInt32)
    }

    /// Whose a folder is, as far as this process is concerned.
    package enum Access: Sendable, Hashable {
        case missing
        /// Files may be made in it.
        case writable
        /// It is another user's.
        case foreign
    }

    package var read: @Sendable (_ path: String) -> Contents
    package var access: @Sendable (_ folder: String) -> Access

    package init(
        read: @escaping @Sendable (_ path: String) -> Contents,
        access: @escaping @Sendable (_ folder: String) -> Access = { _ in .missing }
    ) {
        self.read = read
        self.access = access
    }

    /// The files of this machine; `-` is standard input.
    package static let machine = SystemFiles(read: readFile, access: accessFolder)
}

private func accessFolder(_ path: String) -> SystemFiles.Access {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    // root's own rights are above those of the owner, but not above those of a disk that nobody may write to.
    if access(path, W_OK | X_OK) == 0 { return .writable }
    return geteuid() == 0 || status.st_uid == geteuid() ? .missing : .foreign
}

/// Settings and keys are small; a device or a wrong path must not fill the memory.
private let largest = 1 << 20

private func readFile(_ path: String) -> SystemFiles.Contents {
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
        let cause = errno
        return cause == ENOENT || cause == ENOTDIR ? .missing : .unreadable(sentence(cause))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .unreadable(sentence(errno)) }
    // A pipe with a name gives nothing until somebody writes to it, which may be never.
    let isPipe = path != "-" && status.st_mode & S_IFMT == S_IFIFO
    if isPipe, !isReady(descriptor) { return .unreadable("nothing is written to it") }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN && isReady(descriptor) { continue }
        guard count >= 0 else { return .unreadable(sentence(errno)) }
        guard count > 0 else { return .bytes(bytes, mode: status.st_mode & 0o7777) }
        bytes += buffer[..<count]
        guard bytes.count <= largest else { return .unreadable("larger than 1 MiB") }
    }
}

/// Waits 2 s at most for something to read, or for the end.
private func isReady(_ descriptor: Int32) -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&event, 1, 2000) > 0
}

private func sentence(_ code: Int32) -> String { String(cString: strerror(code)) }
