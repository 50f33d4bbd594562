import Concurrency
import Database
package import Domain
import Synchronization

/// Writes what happens into the history, a SQLite file.
///
/// A commit waits for the disk, so that a power cut costs no accepted fix; a fix is therefore committed at once, and
/// with it the points of the track before it. When fixes come faster than the disk answers, one commit takes all that
/// have come. On the road the newest point is told every 4 s and committed too. At rest
/// there is only the scatter of the receiver, and that may wait for minutes: a card of flash wears with each write.
package actor HistoryWriter: EventSink {
    /// What the rows come from.
    package enum Origin: Sendable {
        /// Now. The file is this program's: a damaged one is set aside, old rows are removed.
        case live
        /// Recordings, into the file of a daemon that may run.
        case recordings
    }

    /// Rows kept while the file cannot be written.
    package static let capacity = 10_000
    /// Rows of a recording that are committed together.
    private static let batch = 5000
    /// Rows that are, at the most, when they come faster than the disk takes them.
    private static let liveBatch = 500
    /// Points of the track that wait at most.
    private static let mostPoints = 1000
    /// Seconds that a point of the track waits at most, at rest.
    private static let longestWait = 300.0
    private static let retryAfter = 10.0
    /// Seconds between two tries for a recording.
    private static let pause = 1.0
    private static let day = 86_400.0

    private let path: String
    private let origin: Origin
    private let keepDays: Int
    private let time: TimeSource
    private let log: Log
    private let queue = QueueExecutor()
    private var file: HistoryFile?
    private var isDamaged = false
    /// The file was found sound; once is enough, as it is read whole for that.
    private var isChecked = false
    private var pending = Pending(capacity: HistoryWriter.capacity)
    /// When what waits is to be written.
    private var writeDue: Moment?
    /// When old rows are to be looked for.
    private var careDue: Moment?
    private var wakesAt: Moment?
    private var isFailing = false
    private let isGivenUp = Atomic(false)
    private let lostRows = Atomic(0)
    /// Times that the disk was waited for.
    package private(set) var commits = 0
    /// Rows of what was given that are new in the file; only fixes and points are counted.
    package private(set) var added = HistoryCount()
    /// Rows of what was given that the file had already.
    package private(set) var known = HistoryCount()
    /// Points that were not stored, as the history has another place at their times.
    package private(set) var elsewhere = 0
    /// New points in stretches that were deleted, where nothing is read.
    package private(set) var hidden = 0
    /// Whether rows were lost for good.
    package private(set) var isIncomplete = false

    package nonisolated var executor: (any TaskExecutor)? { queue }
    package nonisolated var wantsTrack: Bool { true }
    package nonisolated var lost: Int { lostRows.load(ordering: .relaxed) }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        queue.asUnownedSerialExecutor()
    }

    /// Opens the file at the first row; rows older than `keepDays` are removed, 0 keeps all.
    package init(
        path: String, origin: Origin = .live, keepDays: Int = 0, time: TimeSource = .live, log: Log
    ) {
        self.path = path
        self.origin = origin
        self.keepDays = keepDays
        self.time = time
        self.log = log
    }

    /// Opens the file now, and throws why it cannot be; else that is said at the first row.
    package func open() throws(HistoryError) {
        do throws(DatabaseError) { _ = try opened() } catch { throw HistoryError(error) }
    }

    /// Holds what an event tells, and writes it as soon as it must be.
    package func receive(_ event: Event) async { await receive(event, hasMore: false) }

    /// Holds what an event tells; what must be written waits for the last of those behind it.
    package func receive(_ event: Event, hasMore: Bool) async {
        let isKept = pending.add(event)
        switch origin {
        case .live: receiveLive(isKept ? event : nil, hasMore)
        case .recordings: if isKept { await receiveRecorded() }
        }
    }

    private func receiveLive(_ event: Event?, _ hasMore: Bool) {
        switch event {
        case nil: break
        case .track where pending.points.count < Self.mostPoints || isFailing:
            writeDue = writeDue ?? time.moment() + Self.longestWait
        default: writeDue = time.moment()
        }
        // The next one is asked the same.
        if hasMore, pending.count < Self.liveBatch { return }
        if let due = writeDue, due <= time.moment() { write() }
        wake()
    }

    /// A recording can wait until there is space again, so nothing of it is lost.
    private func receiveRecorded() async {
        guard pending.count >= Self.batch else { return }
        // One try for each row of the rest would take longer than the program has.
        if isFailing, isGivenUp.load(ordering: .relaxed) { return }
        write()
        while isFailing, !isGivenUp.load(ordering: .relaxed) {
            do { try await time.sleep(Self.pause) } catch { return }
            write()
        }
    }

    /// From now on nothing waits for space.
    package nonisolated func giveUp() { isGivenUp.store(true, ordering: .relaxed) }

    // `async` though nothing waits: else a direct call takes the protocol's empty default for the better match.
    /// Writes what is held and opens the file anew, which may have been moved.
    package func reopen() async {
        write()
        file = nil
        wake()
    }

    /// Writes what is held, if it can be, and closes.
    package func finish() async {
        write()
        pending.loseAll()
        sayLost()
        file = nil
        (writeDue, careDue) = (nil, nil)
    }

    /// Does what is due; called by itself.
    package func tick() {
        let now = time.moment()
        if let due = writeDue, due <= now { write() }
        if let due = careDue, due <= now { care() }
        wake()
    }

    /// Rows accepted but not yet in the file.
    package var waiting: Int { pending.count }
}

extension HistoryWriter {
    private func write() {
        writeDue = nil
        guard !pending.isEmpty else { return }
        let written: HistoryFile.Outcome? = attempt { file throws(DatabaseError) in
            try file.write(pending, isLive: origin == .live)
        }
        guard let written else {
            writeDue = time.moment() + Self.retryAfter
            return
        }
        known += written.known
        elsewhere += written.elsewhere
        hidden += written.hidden
        added += HistoryCount(
            fixes: pending.fixes.count - written.known.fixes,
            points: pending.points.count - written.known.points - written.elsewhere)
        commits += 1
        pending.removeAll()
        if isFailing { log.recovered(key, "the history \(path) is written again") }
        isFailing = false
        sayLost()
    }

    /// Once a day, in small pieces between which events are written.
    private func care() {
        let hasMore = attempt { file throws(DatabaseError) in
            try file.purge(keepDays: keepDays, wall: time.wall())
        }
        careDue = time.moment() + (hasMore == true ? 0 : hasMore == nil ? 3600 : Self.day)
    }

    private func wake() {
        guard let due = [writeDue, careDue].compactMap({ $0 }).min() else { return }
        if let wakesAt, wakesAt <= due { return }
        wakesAt = due
        queue.after(max(0, due - time.moment())) { [weak self] in
            self?.assumeIsolated {
                $0.wakesAt = nil
                $0.tick()
            }
        }
    }

    /// Nil when the file failed, which is said. One that is damaged is replaced, and then tried once more.
    private func attempt<Result>(
        _ body: (HistoryFile) throws(DatabaseError) -> Result
    ) -> Result? {
        for isLast in [false, true] {
            do throws(DatabaseError) {
                return try body(try opened())
            } catch {
                if error.isDamage {
                    isDamaged = true
                    file = nil
                    if origin == .live, !isLast { continue }
                }
                fail(error)
                return nil
            }
        }
        return nil
    }

    private func opened() throws(DatabaseError) -> HistoryFile {
        if isDamaged, origin == .live { try setAside() }
        if let file, file.isCurrent { return file }
        if let moved = file {
            try moved.checkpoint()
            log(
                .warning,
                "the history \(path) was moved or removed while it was written; a new one is begun",
                key: "moved history")
            file = nil
            isChecked = false
        }
        let opened = try HistoryFile(
            path: path, isLive: origin == .live, checks: !isChecked)
        isChecked = true
        if origin == .live {
            try opened.adoptHead()
            careDue = careDue ?? time.moment()
        }
        file = opened
        return opened
    }

    private func setAside() throws(DatabaseError) {
        let name = try Database.setAside(path: path, stamp: time.wall().fileStamp)
        isDamaged = false
        isChecked = false
        log(
            .warning,
            "the history \(path) was damaged; it is now \(name) and a new one was begun;"
                + " `sqlite3 \(name) .recover` may bring rows of it back")
    }

    private func fail(_ error: DatabaseError) {
        isFailing = true
        log(
            .error,
            "\(error.message); the newest \(Self.capacity) rows of the history are kept until it can"
                + " be written", key: key)
    }

    private func sayLost() {
        let lost = pending.takeLost()
        guard !lost.isZero else { return }
        isIncomplete = true
        lostRows.add(lost.fixes + lost.points + lost.others, ordering: .relaxed)
        log(
            .warning,
            "lost for the history \(path): \(lost.fixes) fixes, \(lost.points) points of the track"
                + " and \(lost.others) others")
    }

    private nonisolated var key: String { "history" }
}
