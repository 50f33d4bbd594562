import Glibc

/// The socket of a service manager, as $NOTIFY_SOCKET names it.
final class NotifySocket {
    let path: String
    private let descriptor: Int32

    /// Makes the socket in `folder`.
    init(in folder: String) throws {
        path = folder + "/notify.sock"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure("\(path) is too long for a socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        unlink(path)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw Failure("nothing can listen at \(path): \(reason(errno))") }
    }

    deinit { close(descriptor) }

    /// When a message with `text` in it had come; nil when none does within `seconds`.
    func moment(of text: String, within seconds: Double) -> Double? {
        let limit = now() + seconds
        var buffer = [UInt8](repeating: 0, count: 4096)
        while wait(for: descriptor, POLLIN, until: limit) {
            let count = max(0, recv(descriptor, &buffer, buffer.count, 0))
            if String(decoding: buffer[..<count], as: UTF8.self).contains(text) { return now() }
        }
        return nil
    }
}
