import Glibc

/// Who listens at a Unix socket.
enum PeerProcess {
    /// The number of the process that made the socket; nil when nobody listens there.
    static func id(at path: String) -> pid_t? {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // struct ucred: process, user, group. The type itself needs `_GNU_SOURCE`.
        var peer: (pid: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var length = socklen_t(12)
        guard connected == 0,
            getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0, peer.pid > 0
        else { return nil }
        return peer.pid
    }
}
