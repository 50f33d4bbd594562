import Glibc

enum Connection {
    case open(FileDescriptor)
    /// Why none of the addresses answered, naming them.
    case failed(String)
    case cancelled
}

/// Connects to the first address that answers, each within `timeout` seconds.
///
/// Not `gps_open`, which waits in `connect` for minutes when a host drops packets, deaf to cancellation. `beat` is
/// called each `beatEvery` seconds of waiting.
func connect(
    to addresses: [SocketAddress], timeout: Double, wake: WakeUp, beatEvery: Double?,
    beat: () -> Void
) -> Connection {
    var failures: [(address: String, reason: String)] = []
    for address in addresses {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(address.family, Int32(kind), 0)
        guard descriptor >= 0 else {
            failures.append((address.text, reason(errno)))
            continue
        }
        let connection = FileDescriptor(descriptor)
        let decision = finish(
            begin(descriptor, address), connection, timeout, wake, beatEvery ?? timeout, beat)
        switch decision {
        case .some(0): return .open(connection)
        case .some(let error): failures.append((address.text, reason(error)))
        case nil: return .cancelled
        }
    }
    return .failed(summary(failures))
}

/// The error number of a `connect` that was started, 0 for none.
private func begin(_ descriptor: Int32, _ address: SocketAddress) -> Int32 {
    address.bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return EINVAL }
        let name = base.assumingMemoryBound(to: sockaddr.self)
        return connect(descriptor, name, socklen_t(bytes.count)) == 0 ? 0 : errno
    }
}

/// Waits until it is decided; nil when woken.
private func finish(
    _ status: Int32, _ connection: FileDescriptor, _ timeout: Double, _ wake: WakeUp,
    _ beatEvery: Double, _ beat: () -> Void
) -> Int32? {
    guard status == EINPROGRESS else { return status }
    var left = timeout
    while left > 0 {
        switch wake.wait(for: connection, POLLOUT, seconds: min(left, beatEvery)) {
        case .woken: return nil
        case .timedOut:
            left -= beatEvery
            beat()
        case .ready:
            var error: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(connection.raw, SOL_SOCKET, SO_ERROR, &error, &length)
            return error
        }
    }
    return ETIMEDOUT
}

/// "Connection refused (::1, 127.0.0.1)"
private func summary(_ failures: [(address: String, reason: String)]) -> String {
    guard let first = failures.first else { return "the name has no address" }
    if failures.allSatisfy({ $0.reason == first.reason }) {
        return "\(first.reason) (\(failures.map(\.address).joined(separator: ", ")))"
    }
    return failures.map { "\($0.address): \($0.reason)" }.joined(separator: ", ")
}
