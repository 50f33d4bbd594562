import Concurrency
import Glibc

/// A small HTTP/1.1 server on libmicrohttpd: on a Unix socket, or on one port of this machine alone.
package final class HTTPServer: Sendable {
    package enum Address: Sendable, Hashable {
        /// Made with mode 0600, its folder with 0700 when missing; removed at the end.
        case unixSocket(path: String)
        /// 127.0.0.1; 0 takes any free port.
        case loopback(port: UInt16)
    }

    package struct Limits: Sendable {
        package var bodyBytes = 65_536
        /// All headers of one request together with the request line.
        package var headerBytes = 32_768
        /// Further clients wait to be accepted.
        package var connections = 64
        /// A client that neither sends nor takes anything for so long is dropped, except while its answer is awaited.
        package var idleSeconds = 30

        package init() {}
    }

    private let listener: Listener
    private let limits: Limits

    /// Listens at once, so that clients can connect before `run` answers them.
    package init(_ address: Address, limits: Limits = Limits()) throws(WebError) {
        switch address {
        case .unixSocket(let path): listener = try Listener(unixSocket: path)
        case .loopback(let port): listener = try Listener(loopbackPort: port)
        }
        self.limits = limits
    }

    /// The port in force; nil on a Unix socket.
    package var port: UInt16? { listener.port }

    /// Serves until cancelled; only once.
    ///
    /// Each request runs in a task of its own, cancelled when its client goes away. At the end every request still
    /// waiting is answered 503, and all connections are closed within a second, whether or not handlers have ended;
    /// then the handlers are awaited.
    package func run(_ handler: @escaping ServerHandler) async throws(WebError) {
        let watch = try HangUpWatch(isUnixSocket: port == nil)
        defer { watch.close() }
        let exchanges = Exchanges(watch: watch, bodyLimit: limits.bodyBytes)
        defer { listener.close() }
        let daemon = await onBlockingThread(interrupt: {}) { [listener, limits] in
            // Started on a thread that blocks all signals, libmicrohttpd's thread does too.
            listener.take().flatMap {
                Daemon(listening: $0, limits: limits, exchanges: exchanges)
            }
        }
        guard let daemon else {
            throw WebError(
                .cannotListen, "libmicrohttpd cannot start: out of memory or of threads.")
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await watch.run { exchanges.hungUp($0) } }
            group.addTask { await Self.serve(exchanges.requests, handler) }
            group.addTask { [listener] in
                // Until cancelled: nobody tells it.
                await Stop().wait()
                // First, so that nobody new finds the server.
                listener.close()
                exchanges.stop()
                await onBlockingThread(interrupt: {}) { daemon.stop(after: exchanges) }
            }
        }
    }

    /// Handles requests side by side until they end and the last is handled.
    private static func serve(
        _ requests: AsyncStream<Exchange>, _ handler: @escaping ServerHandler
    ) async {
        await withDiscardingTaskGroup { group in
            for await exchange in requests {
                group.addTask { await serve(exchange, handler) }
            }
        }
    }

    /// Handles one request as long as its client is there.
    private static func serve(_ exchange: Exchange, _ handler: @escaping ServerHandler) async {
        await until(exchange.gone) {
            let response = await handler(exchange.request)
            guard exchange.answer(response), case .stream(let produce) = response.body else {
                return
            }
            await produce(exchange.write)
            exchange.end()
        }
    }
}
