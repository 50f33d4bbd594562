import Concurrency
import Glibc
import Synchronization

/// A scripted gpsd on a loopback port, for faults that a real one cannot be made to show.
package final class GpsdStub: Sendable {
    /// Why the stub could not listen.
    package struct Failure: Error { package let number: Int32 }

    private struct State {
        var connections = 0
        var isStopped = false
        var client: Int32?
    }

    package let port: Int
    private let listener: Int32
    private let state = Mutex(State())

    /// Listens on `host` and runs `script` for one client after another; `number` counts them from 1.
    ///
    /// The client is closed when its script returns.
    package init(
        host: String = "127.0.0.1", port: Int = 0,
        script: @escaping @Sendable (_ client: Client, _ number: Int) -> Void
    ) throws {
        (listener, self.port) = try listen(host: host, port: port)
        startThread { [self] in serve(script) }
    }

    /// Greets each client as gpsd does and plays `lines`, then stays silent until the client leaves.
    package convenience init(devices: [String] = ["/dev/ttyACM0"], lines: [String]) throws {
        try self.init { client, _ in
            client.greet(devices: devices)
            client.send(lines: lines)
            client.waitForEnd()
        }
    }

    /// Clients so far.
    package var connections: Int { state.withLock { $0.connections } }

    /// Refuses and closes from now on.
    package func stop() {
        let client = state.withLock { state -> Int32? in
            state.isStopped = true
            return state.client
        }
        shutdown(listener, Int32(SHUT_RDWR))
        if let client { shutdown(client, Int32(SHUT_RDWR)) }
    }

    private func serve(_ script: @Sendable (Client, Int) -> Void) {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { break }
            // A program started meanwhile would keep the connection open.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let number = state.withLock { state -> Int? in
                guard !state.isStopped else { return nil }
                state.connections += 1
                state.client = descriptor
                return state.connections
            }
            if let number { script(Client(descriptor: descriptor), number) }
            state.withLock { $0.client = nil }
            close(descriptor)
            if number == nil { break }
        }
        close(listener)
    }
}

extension GpsdStub {
    /// The client's end of the script.
    package struct Client: Sendable {
        let descriptor: Int32

        /// Sends bytes as they are.
        package func send(_ text: String) {
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes {
                    Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                bytes = bytes.dropFirst(count)
            }
        }

        /// Sends each with the CR-LF that gpsd ends lines with.
        package func send(lines: [String]) { send(lines.map { $0 + "\r\n" }.joined()) }

        /// What the client sends next; empty when it has left.
        package func receive() -> String {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }

        /// VERSION, then after `?WATCH` the devices and the watch; false when the client left instead.
        @discardableResult
        package func greet(devices: [String] = ["/dev/ttyACM0"]) -> Bool {
            send(lines: [
                #"{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}"#
            ])
            guard waitForWatch() else { return false }
            let list = devices.map {
                #"{"class":"DEVICE","path":"\#($0)","driver":"u-blox","activated":"2026-05-04T03:00:00.000Z"}"#
            }
            send(lines: [
                #"{"class":"DEVICES","devices":[\#(list.joined(separator: ","))]}"#,
                #"{"class":"WATCH","enable":true,"json":true,"nmea":false,"raw":0,"scaled":false}"#,
            ])
            return true
        }

        /// False when the client left without asking to watch.
        package func waitForWatch() -> Bool {
            var text = ""
            while !text.contains("?WATCH=") || !text.hasSuffix("\n") {
                let piece = receive()
                if piece.isEmpty { return false }
                text += piece
            }
            return true
        }

        /// Returns when the client has left.
        package func waitForEnd() { while !receive().isEmpty {} }
    }
}

/// A listening socket and its port, for 0 one of those that Linux gives nobody who asks for any: it can be let go of and
/// taken again, as no other test's server comes to it in between.
private func listen(host: String, port: Int) throws -> (Int32, Int) {
    guard port == 0 else { return try listen(at: host, port) }
    for _ in 0..<100 {
        // From 32,768 on they are given away.
        if let bound = try? listen(at: host, Int.random(in: 20_000..<30_000)) { return bound }
    }
    throw GpsdStub.Failure(number: EADDRINUSE)
}

private func listen(at host: String, _ port: Int) throws -> (Int32, Int) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let entry = list?.pointee else {
        throw GpsdStub.Failure(number: EINVAL)
    }
    defer { freeaddrinfo(list) }
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
    let descriptor = socket(entry.ai_family, Int32(kind), 0)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, entry.ai_addr, entry.ai_addrlen) == 0, Glibc.listen(descriptor, 64) == 0
    else {
        let number = errno
        close(descriptor)
        throw GpsdStub.Failure(number: number)
    }
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let number = withUnsafeMutableBytes(of: &address) { bytes -> UInt16 in
        guard let base = bytes.baseAddress else { return 0 }
        getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length)
        // The port is in bytes 2 and 3 of both families.
        return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    }
    return (descriptor, Int(number))
}

/// A port that nobody listened on a moment ago.
package func freePort() throws -> Int {
    let (descriptor, port) = try listen(host: "127.0.0.1", port: 0)
    close(descriptor)
    return port
}
