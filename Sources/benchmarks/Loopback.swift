import Glibc

/// A TCP listener on loopback at a port the system chooses.
final class Loopback {
    let port: UInt16
    private let descriptor: Int32

    /// Without `listens` the port is only kept, so that connections to it are refused.
    init(listens: Bool = true) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                bind(descriptor, name, length) == 0 && getsockname(descriptor, name, &length) == 0
            }
        }
        guard isBound, !listens || listen(descriptor, 128) == 0 else {
            throw Failure("nothing can listen on loopback: \(reason(errno))")
        }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }

    /// The next client; nil when none comes within `seconds`.
    func accept(within seconds: Double) -> Peer? {
        guard wait(for: descriptor, POLLIN, until: now() + seconds) else { return nil }
        let client = Glibc.accept(descriptor, nil, nil)
        guard client >= 0 else { return nil }
        keepFromChildren(client)
        return Peer(client)
    }
}

/// One connection.
final class Peer {
    private let descriptor: Int32
    private let reader: LineReader

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        reader = LineReader(descriptor)
        var on: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    func send(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            _ = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    func line(within seconds: Double) -> String? { reader.next(within: seconds)?.text }

    /// When the other side had closed; nil when it does not within `seconds`. What it sends meanwhile is passed over.
    func closing(within seconds: Double) -> Double? {
        let limit = now() + seconds
        var byte: UInt8 = 0
        while wait(for: descriptor, POLLIN, until: limit) {
            let count = recv(descriptor, &byte, 1, 0)
            if count == 0 || count < 0 && errno != EAGAIN { return now() }
        }
        return nil
    }
}
