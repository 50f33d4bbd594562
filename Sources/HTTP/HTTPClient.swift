internal import Concurrency
import Synchronization

/// HTTP over libcurl: any number of transfers on one thread, each ended by cancelling its task.
///
/// A cancelled caller goes on at once; the transfer's socket is closed (over HTTP/2 its stream reset) by the loop
/// thread, which is woken for it. Proxies come from the environment variables that libcurl reads.
package final class HTTPClient: Sendable {
    private let mailbox = Mailbox()
    private let tally = Tally()
    private let nextID = Atomic(0)
    private let caFile: String?

    /// `caFile` holds the trusted certificates, nil for the system's.
    package init(caFile: String? = nil) { self.caFile = caFile }

    /// Takes `CURL_CA_BUNDLE` from `environment`, which libcurl itself does not read.
    package convenience init(environment: [String: String]) {
        self.init(caFile: environment["CURL_CA_BUNDLE"].flatMap { $0.isEmpty ? nil : $0 })
    }

    /// Carries out requests until `shutdown()` or cancellation; to be called once.
    ///
    /// Requests made before it wait for it, those made after it fail as cancelled.
    package func run() async {
        await onBlockingThread(interrupt: shutdown) { [mailbox, tally, caFile] in
            TransferLoop(mailbox: mailbox, tally: tally, caFile: caFile).run()
        }
    }

    /// Ends `run()`: every transfer is cut off and its caller gets `.cancelled`.
    package func shutdown() { mailbox.close() }

    /// The whole answer; an HTTP error status is an answer. Cancelling the task throws `.cancelled` at once.
    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
        let call = Call()
        let outcome = await call.wait {
            call.give(.failure(.cancelled(request)))
            self.mailbox.post(.cancel(id: id))
        } begin: {
            mailbox.post(.start(id: id, request, call))
        }
        return try outcome.get()
    }

    /// Transfers that libcurl holds at this moment.
    package var openTransfers: Int { tally.counters.open }
    /// Since the start; transfers cancelled before they reached libcurl's thread may be missing.
    package var counters: HTTPCounters { tally.counters }
}

extension HTTPClient {
    /// Runs this client for as long as `body` takes.
    package func whileRunning<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async rethrows -> Value {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.run() }
            defer { shutdown() }
            return try await body()
        }
    }
}
