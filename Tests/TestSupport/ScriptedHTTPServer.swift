import Foundation
import Glibc
import Synchronization

/// An HTTP/1.1 server on the loopback interface or a Unix socket that answers as the test says.
///
///     let gate = Gate()
///     let server = try ScriptedHTTPServer { request in
///         request.path == "/slow" ? ScriptedAnswer("{}").held(by: gate) : ScriptedAnswer("{}")
///     }
///     defer { server.stop() }
///     … server.url + "/slow" …
///     let request = await server.request(1)    // has arrived, is held
///     gate.release()
///
/// Connections are kept alive. No step of it waits for a time: only for gates, and for the client.
package final class ScriptedHTTPServer: Sendable {
    package typealias Script = @Sendable (ScriptedRequest) -> ScriptedAnswer

    private let listener: Int32
    private let log = History<ServerEvent>()
    private let stopping = Gate()
    /// 0 for a Unix socket.
    package let port: Int

    /// Listens on 127.0.0.1 at a free port. `script` is called once for each request, on any thread.
    package init(_ script: @escaping Script) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try listen(listener, at: &address)
        port = boundPort(listener)
        start(script)
    }

    /// Listens on a Unix socket; the path must be free and at most 107 bytes long.
    package init(unixSocket path: String, _ script: @escaping Script) throws {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        try listen(listener, at: &address)
        port = 0
        start(script)
    }

    /// `http://127.0.0.1:PORT`, without a slash.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// Closes every connection and the port; to be called once, at the end.
    package func stop() {
        stopping.release()
        shutdown(listener, Int32(SHUT_RDWR))
        log.finish()
    }

    private func start(_ script: @escaping Script) {
        let (listener, log, stopping) = (listener, log, stopping)
        Thread.detachNewThread {
            var number = 0
            while true {
                let client = accept(listener, nil, nil)
                if client < 0, errno == EINTR || errno == ECONNABORTED { continue }
                guard client >= 0 else { break }
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                number += 1
                log.add(.connected(number))
                let connection = ServerConnection(
                    descriptor: client, number: number, stop: stopping)
                Thread.detachNewThread { serve(connection, script, log) }
            }
            close(listener)
        }
    }
}

// What has happened, for the test to look at or to wait for.
extension ScriptedHTTPServer {
    /// Requests so far, in the order of their arrival.
    package var requests: [ScriptedRequest] {
        log.past.compactMap { if case .request(let request) = $0 { request } else { nil } }
    }

    /// Connections accepted so far.
    package var connections: Int {
        log.past.count { if case .connected = $0 { true } else { false } }
    }

    /// Everything from the start of the server to its stop.
    package func events() -> AsyncStream<ServerEvent> { log.stream() }

    /// Waits for the `number`th request, counted from 1; nil when the server stops before.
    @discardableResult
    package func request(_ number: Int) async -> ScriptedRequest? {
        var seen = 0
        for await case .request(let request) in log.stream() {
            seen += 1
            if seen == number { return request }
        }
        return nil
    }

    /// Waits until the client has closed connection `number`, and says when it did.
    @discardableResult
    package func clientClosed(_ number: Int) async -> ContinuousClock.Instant? {
        for await case .clientClosed(number, let time) in log.stream() { return time }
        return nil
    }
}

private func serve(
    _ connection: ServerConnection, _ script: ScriptedHTTPServer.Script, _ log: History<ServerEvent>
) {
    var connection = connection
    defer { close(connection.descriptor) }
    do {
        while true {
            let request = try connection.nextRequest()
            // Decided before it is told: who hears of a request may change what the next one gets.
            let answer = script(request)
            log.add(.request(request))
            try connection.perform(answer)
        }
    } catch ServerConnection.End.client {
        log.add(.clientClosed(connection.number, at: .now))
    } catch {}
}

private func boundPort(_ descriptor: Int32) -> Int {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            _ = getsockname(descriptor, $0, &length)
        }
    }
    return Int(UInt16(bigEndian: address.sin_port))
}

private func listen<Address>(_ descriptor: Int32, at address: inout Address) throws {
    let length = socklen_t(MemoryLayout<Address>.size)
    let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard descriptor >= 0, bound == 0, listen(descriptor, 1024) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
}
