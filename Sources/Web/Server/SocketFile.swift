import Glibc

/// The file of a listening Unix socket, known again by its inode.
struct SocketFile: Sendable {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Listens on `path`, readable and writable by this user only, in the place of one that a dead process left.
    ///
    /// The folder is locked from the look at the old file to the new socket's listening, so that of two programs starting
    /// at once only one does.
    static func listen(_ path: String) throws(WebError) -> (descriptor: Int32, file: SocketFile) {
        var address = try unixAddress(path)
        let folder = try lockedFolder(of: path)
        defer { close(folder) }
        try clear(path, &address)
        let descriptor = socket(AF_UNIX, Listener.type, 0)
        guard descriptor >= 0 else { throw .cannotListen(path, errno) }
        // On Linux the file takes the mode the socket has when it is bound: no moment with another one, and no umask,
        // which is the whole process's.
        guard
            fchmod(descriptor, 0o600) == 0,
            withSocketAddress(&address, { bind(descriptor, $0, $1) }) == 0,
            Glibc.listen(descriptor, 128) == 0,
            let file = SocketFile(path)
        else {
            let code = errno
            close(descriptor)
            throw .cannotListen(path, code)
        }
        return (descriptor, file)
    }

    private init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Leaves a file alone that has taken this one's place. Only while the socket is open, which keeps the inode from
    /// being given to another file.
    func remove() {
        guard let now = SocketFile(path), now.device == device, now.inode == inode else { return }
        unlink(path)
    }

    private static func unixAddress(_ path: String) throws(WebError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard 1...room ~= path.utf8.count else {
            throw WebError(
                .badAddress,
                "\(path) has \(path.utf8.count) bytes, and a Unix socket's path 1 to \(room): "
                    + "choose a shorter state_dir.")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return address
    }

    /// Makes the folder when missing; the lock ends with the descriptor.
    private static func lockedFolder(of path: String) throws(WebError) -> Int32 {
        let end = path.lastIndex(of: "/")
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        makeFolder(folder)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotListen(path, errno) }
        flock(descriptor, LOCK_EX)
        return descriptor
    }

    private static func makeFolder(_ path: String) {
        // What cannot be made is told by the attempt to open it.
        guard mkdir(path, 0o700) != 0, errno == ENOENT, let end = path.lastIndex(of: "/") else {
            return
        }
        makeFolder(String(path[..<end]))
        mkdir(path, 0o700)
    }

    /// Removes the socket that a dead process left at `path`; refuses anything else that is there.
    private static func clear(_ path: String, _ address: inout sockaddr_un) throws(WebError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw WebError(
                .badAddress, "\(path) is not a socket; move it away or choose another state_dir.")
        }
        let probe = socket(AF_UNIX, Listener.type, 0)
        guard probe >= 0 else { throw .cannotListen(path, errno) }
        defer { close(probe) }
        let isAnswered = withSocketAddress(&address) { connect(probe, $0, $1) } == 0
        let code = errno
        // EAGAIN: so many are waiting to be accepted that there is no room for one more.
        if isAnswered || code == EAGAIN {
            throw WebError(
                .inUse,
                "\(path) is in use by a running Milepost; stop that one or choose another state_dir."
            )
        }
        guard code == ECONNREFUSED else { throw .cannotListen(path, code) }
        guard unlink(path) == 0 else { throw .cannotListen(path, errno) }
    }
}
