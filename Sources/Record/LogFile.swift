import Concurrency
package import Domain
import Glibc
import Synchronization

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

    /// The pattern, as it was written in the settings.
    private let name: String
    private let encoder: RecordEncoder
    private let compresses: Bool
    private let log: Log
    private let retryAfter: Double
    private let write: WriteCall
    private let queue = QueueExecutor()
    /// What is open, and the path that its records were for.
    private var file: (path: String, AppendFile)?
    /// Where the segment of the next point of the track begins.
    private var lastPoint: TrackPoint?
    private var backlog = Backlog(capacity: LogFile.capacity)
    private var paths: DatedPaths
    private var isFailing = false
    private var retryIsDue = false
    private let lostRecords = Atomic(0)

    package nonisolated var executor: (any TaskExecutor)? { queue }

    package nonisolated var wantsTrack: Bool { encoder.format.isDocument }

    package nonisolated var lost: Int { lostRecords.load(ordering: .relaxed) }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// With `compresses` a file is replaced by its gzip an hour after the next one began; what comes for it even later
    /// goes to a new file of its name. `retryAfter` is in seconds, for tries while nothing new comes; `write` is
    /// replaced only by tests.
    package init(
        pattern: PathPattern, encoder: RecordEncoder, compresses: Bool = false, log: Log,
        retryAfter: Double = 10, write: @escaping WriteCall = systemWrite
    ) {
        paths = DatedPaths(pattern: pattern, zone: encoder.renderer.zone)
        name = pattern.text
        self.encoder = encoder
        self.compresses = compresses
        self.log = log
        self.retryAfter = retryAfter
        self.write = write
    }

    /// Writes one record, or holds it until there is space for it.
    package func receive(_ event: Event) {
        if case .track(let points) = event {
            add(points)
        } else if let bytes = encoder.encode(event) {
            backlog.append(Backlog.Record(path: paths.path(at: event.fixTime), bytes: bytes))
        }
        flush()
    }

    /// One record for all points that go to the same file.
    private func add(_ points: [TrackPoint]) {
        var record: Backlog.Record?
        for point in points {
            let path = paths.path(at: point.time.trusted)
            guard let bytes = encoder.encode(point, after: lastPoint) else { return }
            lastPoint = point
            if record != nil, record?.path == path {
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
        if paths.areUnknown, backlog.count > 0 {
            log(
                .info,
                "the log \(name.printable) has no file: no fix came whose date could name it"
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

    private func flush() {
        // One file that cannot be written keeps no other waiting.
        var failing: Set<String> = []
        while let record = backlog.next(except: failing) {
            do {
                try append(record.bytes, to: record.path)
                backlog.remove(at: record.index)
            } catch {
                fail(error, record.path)
                failing.insert(record.path)
            }
        }
        // What has no file yet is no sign that writing works.
        guard backlog.isEmpty else { return }
        if isFailing { log.recovered(key, "the log \(name.printable) is written again") }
        isFailing = false
        sayLost()
        close()
    }

    /// Mends files for which nothing comes any more, and compresses them.
    private func close() {
        while let path = paths.takeFinished() {
            if file?.path == path { file = nil }
            do {
                // Opening it mends it; one that is not there must not be made.
                guard access(path, F_OK) == 0,
                    try AppendFile(path: path, shape: shape, write: write) != nil
                else { continue }
                if compresses { try Gzip.replace(path) }
            } catch {
                log(
                    .warning,
                    "the finished log \(path.printable) stays as it is: \(error.reason)")
            }
        }
    }

    private nonisolated var shape: FileShape { FileShape(encoder.format) }

    private func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
        if let (opened, file) = file, opened == path, file.isCurrent {
            return try file.append(bytes)
        }
        file = nil
        let opened = try AppendFile.open(path, shape: shape, write: write)
        if opened.path != path {
            log(
                .warning,
                "the file \(path.printable) is no \(encoder.format.rawValue) of this version and stays as it "
                    + "is; its records go to \(opened.path.printable)", key: "\(key) \(path)")
        }
        try opened.append(bytes)
        file = (path, opened)
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
        lostRecords.add(lost, ordering: .relaxed)
        log(.warning, "records lost for the log \(name.printable): \(grouped(lost))")
    }

    private nonisolated var key: String { "log-file \(name)" }
}

extension Event {
    /// The time of the fix that the event tells of, if it can be true: one set by hand has the system's clock.
    fileprivate var fixTime: Timestamp? {
        switch self {
        case .fix(let fix): fix.time.trusted
        case .milepost(let milepost): milepost.fix.time.trusted
        case .track, .trackHead, .settled, .state, .rejected, .superseded, .summary: nil
        }
    }
}

extension Timestamp {
    fileprivate var trusted: Timestamp? { isOfAnUnsetClock ? nil : self }

    /// True before GPS time began, 1980-01-06: a machine without a battery starts its clock in 1970.
    var isOfAnUnsetClock: Bool { milliseconds < 315_964_800_000 }
}
