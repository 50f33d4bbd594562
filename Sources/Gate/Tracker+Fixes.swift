import Domain

/// From a report to a verdict.
extension Tracker {
    mutating func receive(_ fix: Fix, at now: Moment, _ actions: inout [Action]) {
        if merger.passes(fix) {
            process(fix, at: now, &actions)
            return
        }
        if let earlier = merger.displaced(by: fix) { process(earlier, &actions) }
        if let whole = merger.add(ReportMerger.Report(fix, at: now)) { process(whole, &actions) }
    }

    mutating func releaseHeld(_ actions: inout [Action]) {
        while let report = merger.flush() { process(report, &actions) }
    }

    mutating func process(_ report: ReportMerger.Report, _ actions: inout [Action]) {
        process(report.fix, at: report.moment, &actions)
    }

    private mutating func process(_ fix: Fix, at moment: Moment, _ actions: inout [Action]) {
        fixes += 1
        if !isLive { followFixTime(of: fix, &actions) }
        let now = isLive ? moment : clock ?? moment
        var sighting = gate.admit(fix, at: now, choosing: mode == .acquiring)
        switch mode {
        case .tracking: track(fix, &sighting, &actions)
        case .acquiring: acquire(fix, sighting, &actions)
        case .refreshing: gather(fix, &sighting, &actions)
        case .overridden:
            if sighting.rejections.isEmpty, let spot = sighting.spot {
                acquisition?.witness(spot)
            }
            count(fix, sighting.rejections, &actions)
        case .paused:
            gate.weigh(&sighting)
            count(fix, sighting.rejections, &actions)
        }
    }

    /// Only a fix with a place moves the clock of a replay; what was due by then happens first.
    private mutating func followFixTime(of fix: Fix, _ actions: inout [Action]) {
        guard let time = fix.time, Validity.check(fix).rejections.isEmpty else { return }
        let moment = Moment(time)
        guard clock.map({ moment > $0 }) ?? true else { return }
        if clock != nil { advance(to: moment, &actions) }
        clock = moment
    }

    private mutating func track(
        _ fix: Fix, _ sighting: inout Sighting, _ actions: inout [Action]
    ) {
        gate.weigh(&sighting)
        let isGood = sighting.rejections.isEmpty && !sighting.coarse
        let judgement = gate.judge(&sighting, resuming: isResuming)
        if isGood, let spot = sighting.spot { trace(fix, spot, &actions) }
        if let spot = sighting.spot, !judgement.acceptances.isEmpty {
            isResuming = false
            let candidate = Candidate(fix: fix, spot: spot, assumed: sighting.assumed)
            keepTrack(&actions)
            accept(
                candidate, judgement.acceptances, repeats: judgement.repeatsReference, &actions)
            return
        }
        if isGood, let spot = sighting.spot {
            lastGood = Candidate(fix: fix, spot: spot, assumed: sighting.assumed)
            saveUnkept(at: sighting.moment, &actions)
        }
        count(fix, sighting.rejections, &actions)
    }

    private mutating func acquire(
        _ fix: Fix, _ sighting: Sighting, _ actions: inout [Action]
    ) {
        guard sighting.rejections.isEmpty, let spot = sighting.spot else {
            count(fix, sighting.rejections, &actions)
            return
        }
        let candidate = Candidate(fix: fix, spot: spot, assumed: sighting.assumed)
        let wish = refreshSettings.desiredAccuracy
        if acquisition?.offer(candidate, desiredAccuracy: wish) ?? false {
            begin(with: candidate, &actions)
        }
    }

    /// The first position, where the track begins too unless it is a bad one.
    mutating func begin(with candidate: Candidate, _ actions: inout [Action]) {
        traceFirst(candidate, &actions)
        accept(candidate, .first, &actions)
    }

    /// Inaccurate fixes are candidates too: at the end the best one is taken.
    private mutating func gather(
        _ fix: Fix, _ sighting: inout Sighting, _ actions: inout [Action]
    ) {
        gate.weigh(&sighting)
        let hard = sighting.rejections.subtracting(.inaccurate)
        count(fix, hard, &actions)
        guard hard.isEmpty, override == nil, let spot = sighting.spot else { return }
        let candidate = Candidate(fix: fix, spot: spot, assumed: sighting.assumed)
        let isGood = sighting.rejections.isEmpty && !sighting.coarse
        if isGood, isTracking { trace(fix, spot, &actions) }
        let wish = refreshSettings.desiredAccuracy
        if refresh?.isAcquiring ?? false, refresh?.offer(candidate, desiredAccuracy: wish) ?? false
        {
            answerRefresh(with: candidate, at: sighting.moment, &actions)
        } else if isGood {
            lastGood = candidate
        }
    }

    /// Counts a fix that was not accepted, and tells why when asked to.
    private mutating func count(
        _ fix: Fix, _ reasons: Rejections, _ actions: inout [Action]
    ) {
        guard !reasons.isEmpty else { return }
        rejections.count(reasons)
        impossibleTime = reasons.contains(.implausibleTime) ? fix.time : nil
        if explains { actions.append(.rejected(fix, reasons.reasons)) }
    }
}

/// Accepting.
extension Tracker {
    @discardableResult
    mutating func accept(
        _ candidate: Candidate, _ acceptances: Acceptances, repeats: Bool = false,
        _ actions: inout [Action]
    ) -> AcceptedFix {
        let fix = gate.accept(
            candidate.fix, candidate.spot, acceptances, assumed: candidate.assumed,
            repeatingReference: repeats)
        if acceptances.isDisjoint(with: [.override, .lost]) { acquisition = nil }
        note(fix, &actions)
        return fix
    }

    mutating func note(_ fix: AcceptedFix, _ actions: inout [Action]) {
        lastAccepted = fix
        lastGood = nil
        tell(fix, &actions)
        forgetUnkept(&actions)
    }

    mutating func tell(_ fix: AcceptedFix, _ actions: inout [Action]) {
        accepted += 1
        lastTold = fix
        actions.append(.accepted(fix))
    }

    /// The last good fix, if it would be lost: a tunnel, a garage, the end.
    mutating func keepLast(_ actions: inout [Action]) {
        guard isTracking, let last = lastGood else { return }
        lastGood = nil
        keepTrack(&actions)
        if gate.isBeyondNoise(last.spot) {
            accept(last, .lost, &actions)
        } else {
            forgetUnkept(&actions)
        }
    }

    private mutating func forgetUnkept(_ actions: inout [Action]) {
        guard saved.unkept != nil else { return }
        saved.unkept = nil
        if isLive { actions.append(.save(saved)) }
    }

    /// Keeps what would be lost in a power cut, once a minute and only when it changed.
    private mutating func saveUnkept(at now: Moment, _ actions: inout [Action]) {
        guard isLive, lastSaving.map({ now.isPast($0, by: Limits.saving) }) ?? true else { return }
        lastSaving = now
        let unkept = lastGood.flatMap { gate.isBeyondNoise($0.spot) ? labelled($0) : nil }
        guard unkept != saved.unkept else { return }
        saved.unkept = unkept
        actions.append(.save(saved))
    }

    /// The fix with the time that was assumed for it.
    private func labelled(_ candidate: Candidate) -> Fix {
        var fix = candidate.fix
        fix.time = candidate.spot.time
        return fix
    }

    /// Accepts what a power cut left behind; its own moment is not known, so durations begin now.
    mutating func restore(_ fix: Fix, at now: Moment, _ actions: inout [Action]) {
        let (rejections, place) = Validity.check(fix)
        var sighting = Sighting(fix, at: now)
        sighting.time = fix.time
        sighting.coordinate = place
        guard rejections.isEmpty, fix.time != nil, let spot = sighting.spot else { return }
        accept(Candidate(fix: fix, spot: spot, assumed: sighting.assumed), .lost, &actions)
    }
}
