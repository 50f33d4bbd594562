import Glibc
import Synchronization

/// A listening socket, and the file of a Unix one, until both are given up.
final class Listener: Sendable {
    private struct Held {
        /// Nil once closed or taken.
        var descriptor: Int32?
        var file: SocketFile?
    }

    private let held: Mutex<Held>
    /// Nil on a Unix socket.
    let port: UInt16?

    init(unixSocket path: String) throws(WebError) {
        let (descriptor, file) = try SocketFile.listen(path)
        held = Mutex(Held(descriptor: descriptor, file: file))
        port = nil
    }

    init(loopbackPort port: UInt16) throws(WebError) {
        let descriptor = socket(AF_INET, Self.type, 0)
        guard descriptor >= 0 else { throw .cannotListen("127.0.0.1:\(port)", errno) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        guard
            withSocketAddress(&address, { bind(descriptor, $0, $1) }) == 0,
            Glibc.listen(descriptor, 128) == 0
        else {
            let code = errno
            Glibc.close(descriptor)
            throw .cannotListen("127.0.0.1:\(port)", code)
        }
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withSocketAddress(&address) { pointer, _ in getsockname(descriptor, pointer, &size) }
        self.port = UInt16(bigEndian: address.sin_port)
        held = Mutex(Held(descriptor: descriptor))
    }

    deinit { close() }

    static let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    /// The socket, now the caller's to close; nil the second time.
    func take() -> Int32? {
        held.withLock { held in
            defer { held.descriptor = nil }
            return held.descriptor
        }
    }

    /// Removes the file of a Unix socket, and closes the socket if it was not taken; a taken one must still be open.
    func close() {
        held.withLock { held in
            held.file?.remove()
            held.file = nil
            if let descriptor = held.descriptor { Glibc.close(descriptor) }
            held.descriptor = nil
        }
    }
}

/// Calls `body` with the address as the socket functions want it.
func withSocketAddress<Address, Result>(
    _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<Address>.size))
        }
    }
}

extension WebError {
    static func cannotListen(_ address: String, _ code: Int32) -> WebError {
        if code == EADDRINUSE {
            return WebError(
                .inUse,
                "\(address) is in use by another program; stop that one or choose another port.")
        }
        return WebError(
            .cannotListen,
            "Milepost cannot listen on \(address): \(String(cString: strerror(code))).")
    }
}
