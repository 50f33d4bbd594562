import Concurrency
package import Domain
import Glibc

/// Writes events to an open descriptor, each record at once and whole.
///
/// A reader that is slow is waited for, on a thread of its own; one that is gone ends the output, not the program.
package actor StdoutSink: EventSink {
    private let encoder: RecordEncoder
    private let descriptor: Int32
    private let log: Log
    private let ended: @Sendable () -> Void
    private let write: WriteCall
    private let queue = QueueExecutor(label: "milepost.stdout")
    private var backlog = Backlog(capacity: LogFile.capacity)
    /// Bytes of the first record that are written already; the rest must follow, or the line is torn.
    private var written = 0
    private var isClosed = false
    private var isFailing = false

    package nonisolated var executor: (any TaskExecutor)? { queue }

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
    }

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
        guard !isClosed else { return }
        // The oldest record may be half written: then the second goes, not the rest of that one.
        backlog.append(Backlog.Record(path: "", bytes: bytes), keepingFirst: written > 0)
        flush()
    }

    private func flush() {
        while let record = backlog.next, !isClosed {
            let rest = record.bytes[written...]
            let count = rest.withUnsafeBytes { write(descriptor, $0) }
            if count > 0 {
                written += count
                guard written == record.bytes.count else { continue }
                written = 0
                backlog.removeFirst()
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0, errno == EAGAIN {
                wait()
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

    /// Until the reader has taken something or is gone.
    private func wait() {
        var event = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&event, 1, -1)
    }

    private func fail(_ error: SystemError) {
        if error.code == EPIPE {
            isClosed = true
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
        if lost > 0 { log(.warning, "records lost for standard output: \(grouped(lost))") }
    }

    private nonisolated var key: String { "stdout" }
}

/// One `write(2)`.
package let systemWrite: WriteCall = { Glibc.write($0, $1.baseAddress, $1.count) }
