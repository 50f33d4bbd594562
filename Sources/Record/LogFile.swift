import Concurrency
package import Domain
import Glibc

/// Writes events to files whose names come from the times of fixes; see DESIGN, section 6, Files.
///
/// A record goes to the file of its fix's time, in the zone of the log, however late it comes. What has no fix (state,
/// `rejected`, `superseded`, summary) goes where the newest fix went and waits for the first one, as a clock that may
/// be wrong must not name a file. A point of the track goes to the file of its own time.
///
/// A file of another kind in the place of a document is left alone: the records go to one with a number in its name.
package actor LogFile: EventSink {
    /// Records kept while the file cannot be written; the oldest goes first.
    package static let capacity = 1000

    private let pattern: PathPattern
    private let encoder: RecordEncoder
    private let log: Log
    private let retryAfter: Double
    private let write: WriteCall
    private let queue = QueueExecutor(label: "milepost.log-file")
    /// What is open, and the path that its records were for.
    private var file: (path: String, AppendFile)?
    /// Where the segment of the next point of the track begins.
    private var lastPoint: TrackPoint?
    private var backlog = Backlog(capacity: LogFile.capacity)
    private var newest: (time: Timestamp, path: String)?
    private var isFailing = false
    private var retryIsDue = false

    package nonisolated var executor: (any TaskExecutor)? { queue }

    package nonisolated var wantsTrack: Bool { encoder.format.isDocument }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// `retryAfter` is in seconds, for tries while nothing new comes; `write` is replaced only by tests.
    package init(
        pattern: PathPattern, encoder: RecordEncoder, log: Log, retryAfter: Double = 10,
        write: @escaping WriteCall = systemWrite
    ) {
        self.pattern = pattern
        self.encoder = encoder
        self.log = log
        self.retryAfter = retryAfter
        self.write = write
    }

    /// Writes one record, or holds it until there is space for it.
    package func receive(_ event: Event) {
        if case .track(let points) = event {
            add(points)
        } else if let bytes = encoder.encode(event) {
            backlog.append(Backlog.Record(path: path(at: event.fixTime), bytes: bytes))
        }
        flush()
    }

    /// One record for all points that go to the same file.
    private func add(_ points: [TrackPoint]) {
        var record: Backlog.Record?
        for point in points {
            let path = path(at: point.time.trusted)
            guard let bytes = encoder.encode(point, after: lastPoint) else { return }
            lastPoint = point
            if record?.path == path {
                record?.bytes += bytes
            } else {
                if let record { backlog.append(record) }
                record = Backlog.Record(path: path, bytes: bytes)
            }
        }
        if let record { backlog.append(record) }
    }

    // `async` though nothing waits: else a direct call takes the protocol's empty default for the better match.
    /// Closes the file, so that the next record opens it anew.
    package func reopen() async {
        file = nil
        flush()
    }

    /// Writes what is held, if it can be, and closes.
    package func finish() async {
        flush()
        if newest == nil, pattern.constant == nil, backlog.count > 0 {
            log(
                .info,
                "the log \(pattern.text.printable) has no file: no fix came whose date could name it"
            )
        } else {
            backlog.loseAll()
            sayLost()
            // What is lost is not written by a later try.
            isFailing = false
        }
        file = nil
    }

    /// Records accepted but not yet in a file.
    package var pending: Int { backlog.count }

    /// Writes what waits; called by itself as long as something does.
    package func retry() {
        retryIsDue = false
        flush()
    }

    private func path(at time: Timestamp?) -> String? {
        if let constant = pattern.constant { return constant }
        guard let time else { return newest?.path }
        let path = pattern.path(at: time, in: encoder.renderer.zone)
        if newest.map({ $0.time <= time }) ?? true { newest = (time, path) }
        return path
    }

    private func flush() {
        while let record = backlog.next {
            do {
                try append(record.bytes, to: record.path)
                backlog.removeFirst()
            } catch {
                fail(error, record.path)
                return
            }
        }
        // What has no file yet is no sign that writing works.
        guard backlog.isEmpty else { return }
        if isFailing { log.recovered(key, "the log \(pattern.text.printable) is written again") }
        isFailing = false
        sayLost()
    }

    private func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
        if let (opened, file) = file, opened == path, file.isCurrent {
            return try file.append(bytes)
        }
        file = nil
        let opened = try open(path)
        try opened.append(bytes)
        file = (path, opened)
    }

    private func open(_ path: String) throws(SystemError) -> AppendFile {
        let shape = FileShape(encoder.format)
        for number in 1..<100 {
            let name = path.numbered(number)
            guard let file = try AppendFile(path: name, shape: shape, write: write) else {
                continue
            }
            if number > 1 {
                log(
                    .warning,
                    "the file \(path.printable) is no \(encoder.format.rawValue) of this version and stays as "
                        + "it is; its records go to \(name.printable)", key: "\(key) \(path)")
            }
            return file
        }
        throw SystemError(code: EEXIST)
    }

    private func fail(_ error: SystemError, _ path: String) {
        isFailing = true
        file = nil
        log(
            .error,
            "cannot write the log \(path.printable): \(error.reason); the newest \(Self.capacity) records "
                + "are kept until it can be written: make space or give the right to write there",
            key: key)
        guard !retryIsDue else { return }
        retryIsDue = true
        queue.after(retryAfter) { [weak self] in
            self?.assumeIsolated { $0.retry() }
        }
    }

    private func sayLost() {
        let lost = backlog.takeLost()
        guard lost > 0 else { return }
        log(.warning, "records lost for the log \(pattern.text.printable): \(grouped(lost))")
    }

    private nonisolated var key: String { "log-file \(pattern.text)" }
}

extension Event {
    /// The time of the fix that the event tells of, if it can be true: one set by hand has the system's clock.
    fileprivate var fixTime: Timestamp? {
        switch self {
        case .fix(let fix): fix.time.trusted
        case .milepost(let milepost): milepost.fix.time.trusted
        case .track, .trackHead, .state, .rejected, .superseded, .summary: nil
        }
    }
}

extension Timestamp {
    fileprivate var trusted: Timestamp? { isOfAnUnsetClock ? nil : self }

    /// True before GPS time began, 1980-01-06: a machine without a battery starts its clock in 1970.
    var isOfAnUnsetClock: Bool { milliseconds < 315_964_800_000 }
}

extension String {
    /// The path with a number before its extension: `a/b-2.gpx`; the first is the path itself.
    fileprivate func numbered(_ number: Int) -> String {
        guard number > 1 else { return self }
        let name = lastIndex(of: "/").map(index(after:)) ?? startIndex
        let dot = self[name...].dropFirst().lastIndex(of: ".") ?? endIndex
        return "\(self[..<dot])-\(number)\(self[dot...])"
    }
}
