import Concurrency
import Glibc

/// One address a name stands for, ready for `connect`.
struct SocketAddress: Sendable {
    let family: Int32
    let bytes: [UInt8]
    /// "127.0.0.1"
    let text: String
}

enum Resolution: Sendable {
    case addresses([SocketAddress])
    case failed(String)
}

/// Looks a name up; nil at once when cancelled, as `getaddrinfo` may take minutes and cannot be interrupted.
func resolve(_ address: GpsdAddress) async -> Resolution? {
    let answer = FirstValue<Resolution?>()
    return await answer.wait {
        answer.give(nil)
    } begin: {
        startThread { answer.give(lookUp(address)) }
    }
}

private func lookUp(_ address: GpsdAddress) -> Resolution {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(address.host, String(address.port), &hints, &list)
    guard status == 0 else { return .failed(String(cString: gai_strerror(status))) }
    defer { freeaddrinfo(list) }
    var addresses: [SocketAddress] = []
    var next = list
    while let entry = next?.pointee {
        if let socketAddress = entry.ai_addr {
            addresses.append(
                SocketAddress(
                    family: entry.ai_family,
                    bytes: Array(
                        UnsafeRawBufferPointer(
                            start: socketAddress, count: Int(entry.ai_addrlen))),
                    text: numeric(socketAddress, entry.ai_addrlen)))
        }
        next = entry.ai_next
    }
    return .addresses(addresses)
}

private func numeric(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> String {
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard
        getnameinfo(address, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0
    else { return "?" }
    return String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
