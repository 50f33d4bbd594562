import Domain

/// Names a caller who waits for a refresh.
package typealias RefreshID = Int

/// One refresh from request to the end of its lookups, shared by everyone who asked meanwhile.
struct RefreshRun: Sendable {
    enum Phase: Sendable {
        /// Waits for a fix received after the request.
        case acquiring(until: Moment)
        /// The fix is accepted; its lookups run.
        case lookingUp(AcceptedFix, until: Moment)
    }

    var callers: [RefreshID]
    let since: Moment
    var phase: Phase
    private(set) var best: Candidate?

    init(caller: RefreshID, at now: Moment, until deadline: Moment) {
        callers = [caller]
        since = now
        phase = .acquiring(until: deadline)
    }

    /// Adds a caller, who may give the search more time but not less.
    mutating func join(_ caller: RefreshID, until deadline: Moment?) {
        callers.append(caller)
        if case .acquiring(let until) = phase, let deadline, deadline > until {
            phase = .acquiring(until: deadline)
        }
    }

    /// True when this fix is as good as wished for.
    mutating func offer(_ candidate: Candidate, desiredAccuracy: Double) -> Bool {
        // The latest of equals.
        if candidate.spot.accuracy <= best?.spot.accuracy ?? .infinity { best = candidate }
        return candidate.spot.accuracy <= desiredAccuracy
    }

    var isAcquiring: Bool {
        if case .acquiring = phase { return true }
        return false
    }

    var deadline: Moment {
        switch phase {
        case .acquiring(let until), .lookingUp(_, let until): until
        }
    }
}
