import Synchronization

/// The requests under way, from their headers to the end of their answers.
final class Exchanges: Sendable {
    private struct Table {
        var lastID: UInt64 = 0
        var open: [UInt64: (exchange: Exchange, descriptor: Int32)] = [:]
        var isStopping = false
    }

    private let table = Mutex(Table())
    private let watch: HangUpWatch
    let bodyLimit: Int
    /// Requests to be handled; ends when the server stops.
    let requests: AsyncStream<Exchange>
    private let requestsContinuation: AsyncStream<Exchange>.Continuation

    init(watch: HangUpWatch, bodyLimit: Int) {
        self.watch = watch
        self.bodyLimit = bodyLimit
        (requests, requestsContinuation) = AsyncStream.makeStream()
    }

    /// A new request on `connection`; on libmicrohttpd's thread.
    func begin(_ connection: Connection, head: ServerRequest) -> Exchange {
        let descriptor = connection.descriptor
        let (exchange, isStopping) = table.withLock { table in
            table.lastID += 1
            let exchange = Exchange(
                id: table.lastID, connection: connection, head: head, bodyLimit: bodyLimit)
            table.open[exchange.id] = (exchange, descriptor)
            return (exchange, table.isStopping)
        }
        if isStopping { exchange.stop(.stopping) }
        return exchange
    }

    /// Its connection is suspended; what follows comes from the handler.
    func dispatch(_ exchange: Exchange) {
        if let descriptor = table.withLock({ $0.open[exchange.id]?.descriptor }) {
            watch.watch(descriptor, id: exchange.id)
        }
        requestsContinuation.yield(exchange)
    }

    /// The request's end, while its socket is still open; on libmicrohttpd's thread.
    func end(_ exchange: Exchange) {
        exchange.complete()
        if let (_, descriptor) = table.withLock({ $0.open.removeValue(forKey: exchange.id) }) {
            watch.forget(descriptor)
        }
    }

    func hungUp(_ id: UInt64) { table.withLock { $0.open[id]?.exchange }?.close() }

    /// Answers what waits, and every later request, with 503; ends what is streamed.
    func stop() {
        let open = table.withLock { table in
            table.isStopping = true
            return table.open.values.map(\.exchange)
        }
        for exchange in open { exchange.stop(.stopping) }
        requestsContinuation.finish()
    }

    var isEmpty: Bool { table.withLock { $0.open.isEmpty } }
}
