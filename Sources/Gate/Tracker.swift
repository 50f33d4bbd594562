package import Domain

/// What happens to the tracker.
package enum Input: Sendable {
    /// A report of the receiver, merged or not.
    case fix(Fix)
    case receiver(Receiver)
    /// The deadline is reached, or might be.
    case tick
    /// What the system's clock shows: before `start`, and now and then. No timer runs for it, and no action follows.
    case wallClock(Timestamp, synchronised: Bool)
    /// Someone wants a new position, within `timeout` seconds or the setting's; joins the refresh that runs.
    case refresh(RefreshID, timeout: Double? = nil)
    /// That caller is gone.
    case leave(RefreshID)
    /// The lookups of an accepted fix ended, well or not.
    case lookupsEnded(seq: Int)
    case override(Override)
    case clearOverride
    case pause
    case resume
    case reconfigure(GateSettings, RefreshSettings, TrackSettings)
    /// The program stops, or the recording is over.
    case finish
}

/// What is to be done about it, in this order.
package enum Action: Hashable, Sendable {
    case accepted(AcceptedFix)
    /// Only when `explains`.
    case rejected(Fix, [RejectReason])
    case mode(Mode)
    /// These callers get this fix, and what its lookups find; a later answer to the same caller replaces an earlier.
    case refreshAnswered([RefreshID], AcceptedFix)
    case refreshFailed([RefreshID], ControlError)
    /// These points of the track stay, in their order.
    case track([TrackPoint])
    /// The newest point of the track, of which it is not known yet whether it stays.
    case trackHead(TrackPoint)
    case save(SavedState)
}

/// The modes around the gate: one state machine, told of everything by `handle`.
///
/// Refreshing lies over paused, that over overridden, that over acquiring, and under all is tracking; each is left
/// without touching the others, so a refresh returns to whatever was before.
///
/// Live, `now` is a monotonic clock. In a replay `now` is ignored and the newest fix's time is the clock: what was due
/// before a fix happens before it, at the moment it was due, so no timer is needed.
///
/// Fixes that a mode does not use (while acquiring, refreshing, overridden, paused) are counted in `fixes`, and under
/// a reject reason only if validity, time, source or jump found one.
package struct Tracker: Sendable {
    /// Asks for an action for each rejected fix.
    package var explains = false
    package internal(set) var gate: Gate
    /// The one that tracking goes on from.
    package internal(set) var lastAccepted: AcceptedFix?
    /// The same, or a place that was set to be shown once.
    package internal(set) var lastTold: AcceptedFix?
    package internal(set) var saved: SavedState
    var refreshSettings: RefreshSettings
    var thinner: Thinner
    var merger = ReportMerger()
    var receiver = Receiver(.waitingForGpsd)
    /// The newest moment known.
    var clock: Moment?
    var override: Override? { didSet { updateMode() } }
    var isPaused = false { didSet { updateMode() } }
    var isResuming = false
    /// Nil when a first position is known.
    var acquisition: Acquisition? = Acquisition() { didSet { updateMode() } }
    var refresh: RefreshRun? { didSet { updateMode() } }
    /// Kept up to date by what it follows from: it is asked for each fix.
    package private(set) var mode = Mode.acquiring
    /// The last good fix since the reference.
    var lastGood: Candidate?
    var lastSaving: Moment?
    var lastHead: Moment?
    var reportedMode: Mode?
    var fixes = 0
    var accepted = 0
    var rejections = Rejections.Counts()
    /// What the receiver told last, while that cannot be the time.
    var impossibleTime: Timestamp?
    var trackPoints = 0
    /// Metres along the track, and straight through tunnels.
    var distance = 0.0
    var lastKept: TrackPoint?
    /// Since when the receiver has stood; nil while it moves.
    var standsSince: Moment?

    package init(
        settings: GateSettings, refresh: RefreshSettings, track: TrackSettings, base: TimeBase,
        saved: SavedState?
    ) {
        gate = Gate(settings: settings, base: base)
        refreshSettings = refresh
        thinner = Thinner(track)
        self.saved = saved ?? SavedState()
    }

    private mutating func updateMode() {
        if refresh != nil {
            mode = .refreshing
        } else if isPaused {
            mode = .paused
        } else if override != nil {
            mode = .overridden
        } else {
            mode = acquisition != nil ? .acquiring : .tracking
        }
    }

    /// When the last accepted fix came, for its age; a fix kept as `lost` is as old as it is.
    package var lastAcceptedAt: Moment? { gate.reference?.moment }

    /// True when nothing lies over tracking but perhaps a refresh.
    var isTracking: Bool { !isPaused && override == nil && acquisition == nil }

    var isLive: Bool { gate.time.base != .fixTime }

    /// Counters since the start; requests and wall time are not the tracker's.
    package var summary: Summary {
        var summary = Summary()
        summary.fixes = fixes
        summary.accepted = accepted
        summary.rejected = rejections.byReason
        summary.distance = distance
        summary.trackPoints = trackPoints
        return summary
    }

    /// The first call: what a power cut left behind is accepted, and a saved override is in force again.
    package mutating func start(at now: Moment, wallClock: WallClock? = nil) -> [Action] {
        if isLive { clock = now }
        if let wallClock { gate.set(wallClock: wallClock) }
        var actions: [Action] = []
        let left = saved
        if let fix = left.unkept { restore(fix, at: now, &actions) }
        if let override = left.override { set(override, at: now, &actions) }
        reportMode(&actions)
        return actions
    }

    /// Everything that can happen, at a moment that never goes back.
    package mutating func handle(_ input: Input, at now: Moment) -> [Action] {
        if case .wallClock(let time, let synchronised) = input {
            gate.set(wallClock: WallClock(time, synchronised: synchronised, at: now))
            return []
        }
        var actions: [Action] = []
        let now = moveClock(to: now, &actions)
        perform(input, at: now, &actions)
        reportMode(&actions)
        return actions
    }

    /// The same as `.fix`, without the copy that an enum costs: a replay's inner loop.
    ///
    /// An empty answer allocates nothing.
    package mutating func handle(_ fix: Fix, at now: Moment) -> [Action] {
        var actions: [Action] = []
        receive(fix, at: moveClock(to: now, &actions), &actions)
        reportMode(&actions)
        return actions
    }

    private mutating func moveClock(to now: Moment, _ actions: inout [Action]) -> Moment {
        guard isLive else { return clock ?? now }
        let now = max(now, clock ?? now)
        advance(to: now, &actions)
        return now
    }

    private mutating func perform(_ input: Input, at now: Moment, _ actions: inout [Action]) {
        switch input {
        case .fix(let fix): receive(fix, at: now, &actions)
        case .receiver(let receiver): self.receiver = receiver
        case .tick: runTimers(at: now, &actions)
        case .wallClock: break
        case .refresh(let id, let timeout): askRefresh(id, within: timeout, at: now, &actions)
        case .leave(let id): leaveRefresh(id)
        case .lookupsEnded(let seq): endLookups(of: seq)
        case .override(let override):
            releaseHeld(&actions)
            if !override.once { keepLast(&actions) }
            set(override, at: now, &actions)
        case .clearOverride: clearOverride(&actions)
        case .pause: pause(&actions)
        case .resume: resume()
        case .reconfigure(let gate, let refresh, let track):
            self.gate.settings = gate
            refreshSettings = refresh
            thinner.settings = track
        case .finish: finish(&actions)
        }
    }

    private mutating func reportMode(_ actions: inout [Action]) {
        guard mode != reportedMode else { return }
        reportedMode = mode
        actions.append(.mode(mode))
    }
}
