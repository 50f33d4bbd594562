import CCurl
import Dispatch

/// libcurl's multi handle and its transfers; made, used and freed on one thread.
final class TransferLoop {
    private let mailbox: Mailbox
    private let tally: Tally
    private let caFile: String?
    private var transfers: [Int: Transfer] = [:]

    init(mailbox: Mailbox, tally: Tally, caFile: String?) {
        self.mailbox = mailbox
        self.tally = tally
        self.caFile = caFile
    }

    /// Returns when the mailbox is closed, with every caller answered.
    func run() {
        waitForNews()
        guard !mailbox.isClosed else { return refuseRest() }
        // Never undone: a name look-up that was left behind may still run.
        _ = Self.isLibraryReady
        guard let multi = curl_multi_init() else {
            mailbox.close()
            return refuseRest()
        }
        // Kept connections cost memory: a few hosts are asked again and again, two or three at once.
        curl_shim_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 8)
        let address = UInt(bitPattern: multi)
        // The one function of libcurl that another thread may call on a multi handle.
        mailbox.setWake { curl_multi_wakeup(UnsafeMutableRawPointer(bitPattern: address)) }
        while let commands = mailbox.take() {
            for command in commands { obey(command, multi) }
            step(multi)
        }
        mailbox.setWake(nil)
        for id in Array(transfers.keys) {
            tally.update { $0.cancelled += 1 }
            remove(id, multi)?.shutDown()
        }
        curl_multi_cleanup(multi)
        refuseRest()
    }

    /// Libcurl, and OpenSSL with it, take megabytes, which a run that looks nothing up does not need.
    private func waitForNews() {
        let news = DispatchSemaphore(value: 0)
        mailbox.setWake { news.signal() }
        while !mailbox.hasNews { news.wait() }
    }

    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private func obey(_ command: Command, _ multi: UnsafeMutableRawPointer) {
        switch command {
        case .start(let id, let request, let call): start(id, request, call, multi)
        case .cancel(let id): cancel(id, multi)
        }
    }

    private func start(
        _ id: Int, _ request: HTTPRequest, _ call: Call, _ multi: UnsafeMutableRawPointer
    ) {
        guard !call.isGiven else { return tally.update { $0.cancelled += 1 } }
        do throws(HTTPError) {
            let transfer = try Transfer(id: id, request, call, caFile: caFile)
            transfers[id] = transfer
            guard curl_multi_add_handle(multi, transfer.easy.pointer) == CURLM_OK else {
                transfers[id] = nil
                throw .curl(CURLE_OUT_OF_MEMORY, request)
            }
            tally.update { $0.open += 1 }
        } catch {
            tally.update { $0.failed += 1 }
            call.give(.failure(error))
        }
    }

    /// Nobody is answered: who cancels has gone on already.
    private func cancel(_ id: Int, _ multi: UnsafeMutableRawPointer) {
        guard remove(id, multi) != nil else { return }
        tally.update { $0.cancelled += 1 }
    }

    /// Removing an unfinished transfer closes its HTTP/1 connection and resets its HTTP/2 stream.
    private func remove(_ id: Int, _ multi: UnsafeMutableRawPointer) -> Transfer? {
        guard let transfer = transfers.removeValue(forKey: id) else { return nil }
        curl_multi_remove_handle(multi, transfer.easy.pointer)
        tally.update { $0.open -= 1 }
        return transfer
    }

    private func step(_ multi: UnsafeMutableRawPointer) {
        var running: Int32 = 0
        var status = curl_multi_perform(multi, &running)
        collect(multi)
        // Waits for sockets, libcurl's own timers or a wake-up; the minute only bounds a missed one.
        if status == CURLM_OK { status = curl_multi_poll(multi, nil, 0, 60_000, nil) }
        guard status != CURLM_OK else { return }
        for id in Array(transfers.keys) {
            tally.update { $0.failed += 1 }
            remove(id, multi)?.fail(.curl(CURLE_FAILED_INIT))
        }
    }

    private func collect(_ multi: UnsafeMutableRawPointer) {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left)?.pointee {
            // Read before the handle is removed: then the message is gone.
            guard message.msg == CURLMSG_DONE, let easy = message.easy_handle,
                let id = Transfer.id(of: easy), let transfer = remove(id, multi)
            else { continue }
            if let error = transfer.failure(after: message.data.result) {
                tally.update { $0.failed += 1 }
                transfer.fail(error)
            } else {
                tally.update { $0.completed += 1 }
                transfer.succeed()
            }
        }
    }

    private func refuseRest() {
        for case .start(_, let request, let call) in mailbox.drain() {
            call.give(.failure(.cancelled(request)))
        }
    }
}
