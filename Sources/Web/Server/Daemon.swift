import CMicroHTTPD
import FoundationEssentials
import Glibc

/// libmicrohttpd with its one thread, from start to stop.
///
/// The memory it is given: `server` is allocated here and freed in `stop`; `exchanges` is retained for it until then.
/// Both are used only by callbacks, which run on libmicrohttpd's thread alone, and `MHD_stop_daemon` returns after that
/// thread has ended. An `Exchange` is retained by its first request callback, and released by the one completion
/// callback that follows for every request the first was called for; a streamed answer retains it once more until
/// libmicrohttpd frees the answer.
///
/// `@unchecked Sendable`: the pointers never change, and `stop` is called once, by the one who started.
struct Daemon: @unchecked Sendable {
    private let daemon: OpaquePointer
    private let server: UnsafeMutablePointer<mhd_shim_server>

    /// Takes over `listening`: closes it in `stop`. Nil when the system refuses.
    init?(listening: Int32, limits: HTTPServer.Limits, exchanges: Exchanges) {
        server = .allocate(capacity: 1)
        server.initialize(
            to: mhd_shim_server(
                context: Unmanaged.passRetained(exchanges).toOpaque(), request: onRequest,
                completed: onCompleted))
        guard
            let daemon = mhd_shim_start(
                server, listening, UInt32(limits.connections), UInt32(limits.idleSeconds),
                limits.headerBytes)
        else {
            Self.release(server)
            return nil
        }
        self.daemon = daemon
    }

    /// Blocks until the answers of `exchanges` are sent, for a second at most, then until the thread has ended and
    /// every connection is closed. No connection may be suspended any more.
    func stop(after exchanges: Exchanges) {
        for _ in 0..<200 where !exchanges.isEmpty { usleep(5000) }
        MHD_stop_daemon(daemon)
        Self.release(server)
    }

    private static func release(_ server: UnsafeMutablePointer<mhd_shim_server>) {
        Unmanaged<Exchanges>.fromOpaque(server.pointee.context).release()
        server.deinitialize(count: 1)
        server.deallocate()
    }
}

private func onRequest(
    _ context: UnsafeMutableRawPointer, _ connection: OpaquePointer,
    _ method: UnsafePointer<CChar>, _ path: UnsafePointer<CChar>, _ data: UnsafePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
) -> Int32 {
    let exchanges = Unmanaged<Exchanges>.fromOpaque(context).takeUnretainedValue()
    guard let known = state.pointee else {
        // The first call for a request, at the end of its headers.
        let reader = RequestReader(connection)
        let head = ServerRequest(
            method: String(cString: method), path: String(cString: path), query: reader.query,
            headers: reader.headers)
        let exchange = exchanges.begin(Connection(connection), head: head)
        state.pointee = Unmanaged.passRetained(exchange).toOpaque()
        let isTooLong = head.contentLength > exchanges.bodyLimit
        return isTooLong
            ? send(.bodyTooLarge(limit: exchanges.bodyLimit), for: exchange, on: connection) : 1
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    if size.pointee > 0 {
        let bytes = UnsafeRawBufferPointer(start: data, count: size.pointee)
        size.pointee = 0
        return exchange.receive(bytes) ? 1 : 0
    }
    switch exchange.next() {
    case .dispatch:
        exchanges.dispatch(exchange)
        return 1
    case .answer(let response):
        return send(response, for: exchange, on: connection)
    case .abort:
        return 0
    }
}

private func onCompleted(
    _ context: UnsafeMutableRawPointer, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
) {
    guard let known = state.pointee else { return }
    state.pointee = nil
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
    Unmanaged<Exchanges>.fromOpaque(context).takeUnretainedValue().end(exchange)
}

/// 1 when libmicrohttpd has taken the answer, 0 to close the connection.
private func send(
    _ response: ServerResponse, for exchange: Exchange, on connection: OpaquePointer
) -> Int32 {
    let answer: OpaquePointer?
    switch response.body {
    case .data(let data):
        answer = data.withUnsafeBytes { mhd_shim_response($0.baseAddress, $0.count) }
    case .stream where exchange.isHead:
        // libmicrohttpd 0.9.75 sends the last chunk of a streamed body even when it sends no body.
        answer = mhd_shim_response(nil, 0)
    case .stream:
        answer = stream(exchange)
    }
    guard let answer else { return 0 }
    defer { MHD_destroy_response(answer) }
    for (name, value) in response.headers { _ = mhd_shim_header(answer, name, value) }
    return mhd_shim_answer(connection, UInt32(response.status), answer)
}

/// An answer whose body is what is written to `exchange`.
private func stream(_ exchange: Exchange) -> OpaquePointer? {
    let context = Unmanaged.passRetained(exchange)
    let answer = mhd_shim_stream(
        16384,
        { context, _, buffer, limit in
            guard let context, let buffer else { return mhd_shim_abort() }
            let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
            switch exchange.read(upTo: limit) {
            case .bytes(let data):
                data.copyBytes(
                    to: UnsafeMutableRawBufferPointer(start: buffer, count: limit))
                return data.count
            case .wait: return 0
            case .end: return mhd_shim_end()
            case .abort: return mhd_shim_abort()
            }
        },
        context.toOpaque(),
        { context in
            guard let context else { return }
            Unmanaged<Exchange>.fromOpaque(context).release()
        })
    if answer == nil { context.release() }
    return answer
}
