import Concurrency
package import Domain
import Glibc
import Synchronization

/// Writes events to an open descriptor, each record at once and whole.
///
/// A reader that is slow is waited for, on a thread of its own, until `giveUp`; one that is gone ends the output, not
/// the program.
package actor StdoutSink: EventSink {
    private let encoder: RecordEncoder
    private let descriptor: Int32
    private let log: Log
    private let ended: @Sendable () -> Void
    private let write: WriteCall
    private let queue = QueueExecutor()
    private var backlog = Backlog(capacity: LogFile.capacity)
    /// Bytes of the first record that are written already; the rest must follow, or the line is torn.
    private var written = 0
    private var isClosed = false
    /// The reader has closed its end.
    private var isUnread = false
    private var isFailing = false
    /// Whether a record was lost for good, other than to a reader that wanted no more.
    package private(set) var isIncomplete = false
    private let isGivenUp = Atomic(false)
    private let lostRecords = Atomic(0)
    /// Bytes that can be written without waiting once `poll` says so; a file takes any number.
    private let piece: Int

    package nonisolated var executor: (any TaskExecutor)? { queue }

    package nonisolated var lost: Int { lostRecords.load(ordering: .relaxed) }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// `ended` is called once, when the reader has closed its end; SIGPIPE is ignored from here on.
    package init(
        encoder: RecordEncoder, descriptor: Int32 = STDOUT_FILENO, log: Log,
        write: @escaping WriteCall = systemWrite, ended: @escaping @Sendable () -> Void = {}
    ) {
        signal(SIGPIPE, SIG_IGN)
        self.encoder = encoder
        self.descriptor = descriptor
        self.log = log
        self.write = write
        self.ended = ended
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        piece = isFile ? .max : Int(PIPE_BUF)
    }

    /// From now on nobody is waited for who does not take what is written within 100 ms.
    package nonisolated func giveUp() { isGivenUp.store(true, ordering: .relaxed) }

    /// Writes one record and returns when the reader has taken it.
    package func receive(_ event: Event) {
        guard let bytes = encoder.encode(event) else { return }
        put(bytes)
    }

    /// Writes text that is no event, such as the answer to a command; false when it could not be written.
    @discardableResult
    package func put(_ text: String) -> Bool {
        put(Array(text.utf8))
        return backlog.isEmpty && !isClosed
    }

    // `async` though nothing waits: else a direct call takes the protocol's empty default for the better match.
    /// Writes what is held, if it can be.
    package func finish() async {
        flush()
        backlog.loseAll()
        sayLost()
    }

    private func put(_ bytes: [UInt8]) {
        guard !isClosed else {
            // Nothing is lost on who has closed the other end.
            if !isUnread { backlog.loseOne() }
            return
        }
        // The oldest record may be half written: then the second goes, not the rest of that one.
        backlog.append(Backlog.Record(path: "", bytes: bytes), keepingFirst: written > 0)
        flush()
    }

    private func flush() {
        while let record = backlog.next(), !isClosed {
            guard isWritable() else { return close() }
            let rest = record.bytes[written...].prefix(piece)
            let count = rest.withUnsafeBytes { write(descriptor, $0) }
            if count > 0 {
                written += count
                guard written == record.bytes.count else { continue }
                written = 0
                backlog.remove(at: 0)
            } else if count < 0, errno == EINTR || errno == EAGAIN {
                continue
            } else {
                fail(count < 0 ? .last : SystemError(code: ENOSPC))
                return
            }
        }
        guard isFailing else { return }
        isFailing = false
        log.recovered(key, "standard output is written again")
        sayLost()
    }

    /// Waits until the reader takes something or is gone; false once it is given up.
    private func isWritable() -> Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while poll(&event, 1, 100) == 0 {
            if isGivenUp.load(ordering: .relaxed) { return false }
        }
        return true
    }

    /// Nothing is written any more.
    private func close() {
        isClosed = true
        backlog.loseAll()
    }

    private func fail(_ error: SystemError) {
        if error.code == EPIPE {
            isClosed = true
            isUnread = true
            backlog = Backlog(capacity: 0)
            ended()
            return
        }
        isFailing = true
        log(
            .error,
            "cannot write to standard output: \(error.reason); the newest \(LogFile.capacity) "
                + "records are kept: make space where it leads to", key: key)
    }

    private func sayLost() {
        let lost = backlog.takeLost()
        guard lost > 0 else { return }
        isIncomplete = true
        lostRecords.add(lost, ordering: .relaxed)
        log(.warning, "records lost for standard output: \(grouped(lost))")
    }

    private nonisolated var key: String { "stdout" }
}

/// One `write(2)`.
package let systemWrite: WriteCall = { Glibc.write($0, $1.baseAddress, $1.count) }
