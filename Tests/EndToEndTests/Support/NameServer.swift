import Concurrency
import Glibc
import TestSupport

/// A name server on a loopback address of its own that knows every name as 127.0.0.1 (RFC 1035).
final class NameServer: Sendable {
    private let gate = Gate()

    /// Port 53, the only one that a resolver file can mean, belongs to root.
    init(address text: String) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(53).bigEndian
        inet_pton(AF_INET, text, &address.sin_addr)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw Program.Failure(number: errno) }
        startThread { [gate] in Self.serve(descriptor, until: gate) }
    }

    func stop() { gate.release() }

    deinit { stop() }

    private static func serve(_ descriptor: Int32, until gate: Gate) {
        var packet = [UInt8](repeating: 0, count: 512)
        while true {
            var polled = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: gate.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            while poll(&polled, 2, -1) == -1, errno == EINTR {}
            if polled[1].revents != 0 { break }
            var sender = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            withUnsafeMutablePointer(to: &sender) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { sender in
                    let count = recvfrom(descriptor, &packet, packet.count, 0, sender, &length)
                    guard count > 12, let reply = reply(to: packet[..<count]) else { return }
                    sendto(descriptor, reply, reply.count, 0, sender, length)
                }
            }
        }
        close(descriptor)
    }

    /// The question once more, and for an IPv4 address (type 1) the answer; nothing for other types.
    private static func reply(to query: ArraySlice<UInt8>) -> [UInt8]? {
        guard let end = query[12...].firstIndex(of: 0), query.count >= end + 5 else { return nil }
        let question = query[12..<end + 5]
        let isAddress = query[end + 2] == 1
        var reply = [UInt8](query[..<2]) + [0x81, 0x80, 0, 1, 0, isAddress ? 1 : 0, 0, 0, 0, 0]
        reply += question
        if isAddress {
            reply += [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1] as [UInt8]
        }
        return reply
    }
}
