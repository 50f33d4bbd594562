import Domain

/// Refresh: tracking rests until there is an answer, or none.
extension Tracker {
    /// A joiner who asks for more time gives it to everyone; else the first one's limit stands.
    mutating func askRefresh(
        _ id: RefreshID, within timeout: Double?, at now: Moment, _ actions: inout [Action]
    ) {
        // What is held came before the request and is no answer to it.
        releaseHeld(&actions)
        if refresh != nil {
            refresh?.join(id, until: timeout.map { now + $0 })
            if case .lookingUp(let fix, _) = refresh?.phase {
                actions.append(.refreshAnswered([id], fix))
            }
            return
        }
        refresh = RefreshRun(
            caller: id, at: now, until: now + (timeout ?? refreshSettings.acquireTimeout))
        if let override {
            let fix = show(override, .refresh, at: now, &actions)
            answerRefresh(with: fix, at: now, &actions)
        }
    }

    /// One that is less accurate than wished for is marked.
    mutating func answerRefresh(
        with candidate: Candidate, at now: Moment, _ actions: inout [Action]
    ) {
        let missedWish = candidate.spot.accuracy > refreshSettings.desiredAccuracy
        traceFirst(candidate, &actions)
        keepTrack(&actions)
        let fix = accept(candidate, missedWish ? [.refresh, .coarse] : .refresh, &actions)
        answerRefresh(with: fix, at: now, &actions)
    }

    private mutating func answerRefresh(
        with fix: AcceptedFix, at now: Moment, _ actions: inout [Action]
    ) {
        guard let callers = refresh?.callers else { return }
        let limit = now + (refreshSettings.lookupTimeout + Limits.lookupGrace)
        refresh?.phase = .lookingUp(fix, until: limit)
        actions.append(.refreshAnswered(callers, fix))
    }

    /// The time is up: the best fix is the answer, or there is none, or nobody told that the lookups ended.
    mutating func endRefresh(at now: Moment, _ actions: inout [Action]) {
        guard let refresh else { return }
        if refresh.isAcquiring, let best = refresh.best {
            answerRefresh(with: best, at: now, &actions)
            return
        }
        if refresh.isAcquiring {
            actions.append(.refreshFailed(refresh.callers, noFix(after: now - refresh.since)))
        }
        leaveRefreshing()
    }

    mutating func leaveRefresh(_ id: RefreshID) {
        refresh?.callers.removeAll { $0 == id }
        if refresh?.callers.isEmpty ?? false { leaveRefreshing() }
    }

    mutating func endLookups(of seq: Int) {
        if case .lookingUp(let fix, _) = refresh?.phase, fix.seq == seq { leaveRefreshing() }
    }

    private mutating func leaveRefreshing() {
        refresh = nil
        acquisition?.restart()
    }

    private func noFix(after seconds: Double) -> ControlError {
        ControlError(
            .noFix, "No fix came within \(Int(seconds.rounded())) s.",
            hint: impossibleTime.map(timeHint) ?? receiver.detail
                ?? "Give the receiver a clear view of the sky and try again.")
    }

    private func timeHint(_ time: Timestamp) -> String {
        "The receiver tells \(time.rfc3339), which cannot be the time: check this machine's clock, and give the"
            + " receiver some minutes under the sky; an old one may be 1024 weeks off for good."
    }
}

/// Override, pause and the end.
extension Tracker {
    /// Puts a coordinate in force, or with `once` only shows it; whoever waits for a refresh gets it.
    mutating func set(_ override: Override, at now: Moment, _ actions: inout [Action]) {
        if !override.once {
            endTrack(&actions)
            self.override = override
            // Its witnesses make the acquisition quick once the override is cleared.
            acquisition = Acquisition()
            save(override, &actions)
        } else if isTracking {
            // What was told last is not where the receiver is, so that is told next.
            isResuming = true
        }
        let fix = show(override, .override, at: now, &actions)
        if refresh != nil { answerRefresh(with: fix, at: now, &actions) }
    }

    /// Acquires anew; nothing from before can veto what comes.
    mutating func clearOverride(_ actions: inout [Action]) {
        guard override != nil else { return }
        override = nil
        save(nil, &actions)
        gate.forgetMovement()
        isResuming = false
    }

    private mutating func save(_ override: Override?, _ actions: inout [Action]) {
        guard saved.override != override else { return }
        saved.override = override
        if isLive { actions.append(.save(saved)) }
    }

    /// A pause ends what went before, so the last good fix is kept as at the end of a ride.
    mutating func pause(_ actions: inout [Action]) {
        guard !isPaused else { return }
        releaseHeld(&actions)
        keepLast(&actions)
        endTrack(&actions)
        isPaused = true
    }

    /// The next good fix is accepted, wherever it is.
    mutating func resume() {
        guard isPaused else { return }
        isPaused = false
        isResuming = override == nil && acquisition == nil
        acquisition?.restart()
    }

    mutating func finish(_ actions: inout [Action]) {
        releaseHeld(&actions)
        if let refresh {
            if refresh.isAcquiring {
                actions.append(.refreshFailed(refresh.callers, .stopping))
            }
            leaveRefreshing()
        }
        if mode == .acquiring { acquireBest(&actions) }
        keepLast(&actions)
        endTrack(&actions)
    }

    /// A fix at a coordinate set by hand. What was not given stays absent.
    private mutating func show(
        _ override: Override, _ reason: Acceptances, at now: Moment, _ actions: inout [Action]
    ) -> AcceptedFix {
        let fix = Fix(
            source: .manual, mode: override.altitude == nil ? .twoD : .threeD, time: label(at: now),
            latitude: override.coordinate.latitude, longitude: override.coordinate.longitude,
            altitude: override.altitude)
        let spot = Spot(override.coordinate, accuracy: 0, at: now, time: fix.time)
        let shown = gate.accept(fix, spot, reason, assumed: false, shown: override.once)
        if override.once {
            tell(shown, &actions)
        } else {
            note(shown, &actions)
        }
        return shown
    }

    /// The time to write on what no receiver timed: in a replay its clock, live the system's, else the latest known.
    private func label(at now: Moment) -> Timestamp {
        if !isLive, let clock { return Timestamp(seconds: clock.seconds) }
        if let wallClock = gate.time.wallClock { return wallClock.time(at: now) }
        if let last = lastAccepted?.time { return last }
        guard case .live(let builtAt) = gate.time.base else { return Timestamp(milliseconds: 0) }
        return builtAt
    }
}
