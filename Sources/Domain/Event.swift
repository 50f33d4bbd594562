/// One line of output: everything that leaves the pipeline is one of these.
package enum Event: Sendable, Hashable {
    case fix(AcceptedFix)
    /// Lookups ended, and something changed or failed.
    case milepost(Milepost)
    /// Lookups ended, whatever came of them; with every part, changed or not. No line of output.
    case settled(Milepost)
    /// Points of the track that stay, in their order; no line of output.
    case track([TrackPoint])
    /// The newest point of the track, of which it is not known yet whether it stays; no line of output.
    case trackHead(TrackPoint)
    case state(StateChange)
    case rejected(Fix, [RejectReason])
    case superseded(Superseded)
    case summary(Summary)
}

/// The mode or the receiver's state changed.
package struct StateChange: Hashable, Sendable {
    package var mode: Mode
    package var receiver: Receiver
    package var since: Timestamp

    package init(mode: Mode, receiver: Receiver, since: Timestamp) {
        self.mode = mode
        self.receiver = receiver
        self.since = since
    }
}

/// Lookups of fix `seq` were cancelled because fix `by` is newer.
package struct Superseded: Hashable, Sendable {
    package var seq: Int
    package var by: Int
    package var parts: [Part]

    package init(seq: Int, by: Int, parts: [Part]) {
        self.seq = seq
        self.by = by
        self.parts = parts
    }
}

/// What a run came to.
package struct Summary: Hashable, Sendable {
    package var fixes = 0
    package var accepted = 0
    package var rejected: [RejectReason: Int] = [:]
    package var trackPoints = 0
    package var distance = 0.0
    package var requests = 0
    package var cacheHits = 0
    package var cancelled = 0
    package var wallSeconds = 0.0

    package init() {}
}

/// Where events go: stdout, a file, the live page.
package protocol EventSink: Sendable {
    /// Where it runs: a task that feeds it from there wakes no other thread for each event.
    var executor: (any TaskExecutor)? { get }
    /// Whether it is given `track` and `trackHead`.
    var wantsTrack: Bool { get }
    /// Whether it is given `settled`.
    var wantsSettled: Bool { get }
    /// Called once, before anything is given.
    func start() async
    /// Writes one event; what cannot be written is said in the log and retried, never thrown.
    func receive(_ event: Event) async
    /// The same while others wait behind the event, so that a costly step can be taken once for all of them.
    func receive(_ event: Event, hasMore: Bool) async
    /// Writes what is held back and closes.
    func finish() async
    /// Opens files anew, as after a rotation.
    func reopen() async
    /// Records that were lost for good, as far as is known by now; asked on any thread.
    var lost: Int { get }
    /// Told on any thread when the program has to end: what nobody takes by now is lost.
    func giveUp()
}

extension EventSink {
    /// Anywhere.
    package var executor: (any TaskExecutor)? { nil }
    /// No step costs much.
    package func receive(_ event: Event, hasMore: Bool) async { await receive(event) }
    /// Only what becomes a line of output.
    package var wantsTrack: Bool { false }
    /// Only what becomes a line of output.
    package var wantsSettled: Bool { false }
    /// Nothing to do before the first event.
    package func start() async {}
    /// Nothing is held back.
    package func finish() async {}
    /// None.
    package var lost: Int { 0 }
    /// Nothing to open.
    package func reopen() async {}
    /// Nobody is waited for.
    package func giveUp() {}
}
