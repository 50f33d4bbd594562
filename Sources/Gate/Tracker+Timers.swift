package import Domain

/// What happens although no fix comes.
extension Tracker {
    /// When `.tick` is due; nil in a replay, and when nothing is awaited.
    ///
    /// It moves with every fix. A timer set for an earlier deadline may be left as it is: a tick that comes too
    /// early does nothing.
    package var deadline: Moment? {
        guard isLive else { return nil }
        return [merger.deadline, nextTimer].compactMap { $0 }.min()
    }

    private var nextTimer: Moment? {
        switch mode {
        case .refreshing: refresh?.deadline
        case .acquiring: acquisition?.deadline(after: refreshSettings.acquireTimeout)
        case .tracking: (lastGood?.spot.moment).map { $0 + Limits.lost }
        case .overridden, .paused: nil
        }
    }

    /// Runs what was due before `now`, each at its own moment; what is due at `now` yields to what comes then.
    mutating func advance(to now: Moment, _ actions: inout [Action]) {
        clock = now
        while let due = isLive ? deadline : nextTimer, due < now {
            runTimers(at: due, &actions)
        }
    }

    /// Runs what is due; each timer ends itself, so that none is due twice.
    mutating func runTimers(at now: Moment, _ actions: inout [Action]) {
        while isLive, let report = merger.due(at: now) { process(report, &actions) }
        guard let due = nextTimer, now.isPast(due, by: 0) else { return }
        switch mode {
        case .refreshing: endRefresh(at: now, &actions)
        case .acquiring: acquireBest(&actions)
        case .tracking: keepLast(&actions)
        case .overridden, .paused: break
        }
    }

    /// The most accurate fix so far becomes the first one.
    mutating func acquireBest(_ actions: inout [Action]) {
        guard let best = acquisition?.best else { return }
        begin(with: best, &actions)
    }
}
