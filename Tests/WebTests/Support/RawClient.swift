import Concurrency
import Foundation
import Glibc
import Synchronization

/// A client that sends exactly what a test says, and reads at the test's pace.
final class RawClient: Sendable {
    struct Reply: Sendable {
        var status: Int
        var headers: [String: String]
        var body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
        /// The body as JSON.
        var json: NSDictionary? {
            (try? JSONSerialization.jsonObject(with: body)) as? NSDictionary
        }
        var error: [String: String]? { json?["error"] as? [String: String] }
    }

    private let descriptor: Int32
    private let isOpen = Mutex(true)
    private let received = Mutex(Data())

    /// Nil when nobody listens.
    init?(_ path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        guard connected(&address) else { return nil }
    }

    init?(port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        guard connected(&address) else { return nil }
    }

    deinit { close() }

    private func connected<Address>(_ address: inout Address) -> Bool {
        // A reply that never comes fails the test instead of holding it for ever.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        } == 0
    }

    /// False when the server has closed.
    @discardableResult
    func send(_ bytes: Data) -> Bool {
        bytes.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        } == bytes.count
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Data(text.utf8)) }

    /// A whole request; its connection stays open.
    func request(
        _ method: String, _ target: String, body: String? = nil,
        type: String? = "application/json", version: String = "1.1"
    ) {
        var text = "\(method) \(target) HTTP/\(version)\r\nHost: localhost\r\n"
        if let body {
            if let type { text += "Content-Type: \(type)\r\n" }
            text += "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        } else {
            text += "\r\n"
        }
        send(text)
    }

    /// The next reply with a Content-Length; nil when the server closes instead.
    func reply(isHead: Bool = false) async -> Reply? {
        guard let end = await read(until: { $0.range(of: Data("\r\n\r\n".utf8))?.upperBound })
        else { return nil }
        var lines = String(decoding: end, as: UTF8.self).components(separatedBy: "\r\n")
        let status = Int(lines.removeFirst().split(separator: " ").dropFirst().first ?? "") ?? 0
        var headers: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...]
            headers[line[..<colon].lowercased()] = value.trimmingCharacters(in: .whitespaces)
        }
        let length = isHead ? 0 : Int(headers["content-length"] ?? "") ?? 0
        let body = await read(until: { $0.count >= length ? $0.startIndex + length : nil })
        return body.map { Reply(status: status, headers: headers, body: $0) }
    }

    /// What comes up to the end of `text`; nil when the server closes first.
    func read(until text: String) async -> String? {
        await read(until: { $0.range(of: Data(text.utf8))?.upperBound })
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Everything until the server closes; nil if it does not.
    func readToEnd() async -> String? {
        let wasClosed = await onBlockingThread(interrupt: {}) {
            while true {
                switch self.receive() {
                case 1...: continue
                case 0: return true
                default: return errno == ECONNRESET
                }
            }
        }
        return wasClosed ? received.withLock { String(decoding: $0, as: UTF8.self) } : nil
    }

    func stopSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { Glibc.close(descriptor) }
    }

    private func read(until end: @escaping @Sendable (Data) -> Data.Index?) async -> Data? {
        await onBlockingThread(interrupt: {}) {
            while true {
                let found = self.received.withLock { data -> Data? in
                    guard let end = end(data) else { return nil }
                    defer { data = Data(data[end...]) }
                    return Data(data[..<end])
                }
                if let found { return found }
                if self.receive() <= 0 { return nil }
            }
        }
    }

    private func receive() -> Int {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 { received.withLock { $0.append(contentsOf: buffer[..<count]) } }
        return count
    }
}
