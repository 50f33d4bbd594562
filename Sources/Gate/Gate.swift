package import Domain

/// The seven steps in a row, and what they measure from: the reference, which is the last accepted fix.
///
/// `admit` asks validity, time and source; `weigh` accuracy and jump; `judge` significance and debounce and gives the
/// accept reasons. Modes that do not track stop earlier. A step is asked even when one before it said no, so that a
/// verdict has all its reasons, but remembers only what passed the steps before it.
package struct Gate: Sendable {
    package var settings: GateSettings
    package private(set) var time: TimeStep
    package private(set) var reference: Spot?
    /// Fixes accepted so far.
    package private(set) var seq = 0
    private var source = SourceStep()
    private var movement = Movement()
    private var accuracy = AccuracyStep()
    private var jump = JumpStep()
    private var rest = Rest()

    package init(settings: GateSettings, base: TimeBase) {
        self.settings = settings
        time = TimeStep(base: base)
    }

    /// What the system's clock shows from now on; nil when it is not known.
    package mutating func set(wallClock: WallClock?) { time.wallClock = wallClock }

    /// Asks validity, time and source; `choosing` lets a better receiver take over at once.
    package mutating func admit(_ fix: Fix, at now: Moment, choosing: Bool) -> Sighting {
        var sighting = Sighting(fix, at: now)
        (sighting.rejections, sighting.coordinate) = Validity.check(fix)
        time.check(&sighting, fix)
        source.check(
            &sighting, device: fix.device, staleAfter: settings.staleAfter, choosing: choosing)
        return sighting
    }

    /// Asks accuracy and jump.
    package mutating func weigh(_ sighting: inout Sighting) {
        guard let place = sighting.coordinate else { return }
        if let reference { sighting.distance = reference.coordinate.distance(to: place) }
        let isCurrent = sighting.rejections.isEmpty
        if isCurrent { movement.hear(at: sighting.moment) }
        accuracy.check(&sighting, from: reference, settings)
        jump.check(&sighting, noiseFactor: movement.factor, settings)
        if isCurrent, !sighting.rejections.contains(.jump) {
            movement.note(speed: sighting.speed, at: sighting.moment)
        }
    }

    /// What `judge` found: the reasons to accept, and whether the reference's place is repeated.
    struct Judgement: Sendable {
        var acceptances: Acceptances = []
        var repeatsReference = false
    }

    /// Asks significance and debounce, and every accept reason of a tracked fix.
    mutating func judge(_ sighting: inout Sighting, resuming: Bool) -> Judgement {
        guard let spot = sighting.spot else { return Judgement() }
        let before = sighting.rejections
        let withinNoise = isWithinNoise(spot, sighting.distance)
        sighting.rejections.formUnion(
            SignificanceStep.check(sighting, withinNoise: withinNoise, settings))
        sighting.rejections.formUnion(DebounceStep.check(sighting, from: reference, settings))
        if before == .inaccurate { return heartbeat(sighting, withinNoise) }
        guard before.isEmpty else { return Judgement() }
        var acceptances: Acceptances = []
        if sighting.rejections.isEmpty { acceptances.insert(.distance) }
        if resuming { acceptances.insert(.resumed) }
        // A coarse fix agrees with too much to tell of a rest.
        if !sighting.coarse, rests(at: spot), !withinNoise { acceptances.insert(.stopped) }
        if improves(on: spot) { acceptances.insert(.improved) }
        guard acceptances.isEmpty else {
            if isHeartbeatDue(sighting.moment) { acceptances.insert(.heartbeat) }
            // Resuming where it was paused moves nothing.
            return Judgement(
                acceptances: acceptances,
                repeatsReference: withinNoise && acceptances.subtracting(.heartbeat) == .resumed)
        }
        return heartbeat(sighting, withinNoise)
    }

    /// A heartbeat within noise repeats the reference's place; one beyond it needs an accurate fix.
    private func heartbeat(_ sighting: Sighting, _ withinNoise: Bool) -> Judgement {
        guard isHeartbeatDue(sighting.moment),
            withinNoise || !sighting.rejections.contains(.inaccurate)
        else { return Judgement() }
        return Judgement(acceptances: .heartbeat, repeatsReference: withinNoise)
    }

    private func isHeartbeatDue(_ now: Moment) -> Bool {
        guard settings.maxInterval > 0, let reference else { return false }
        return now.isPast(reference.moment, by: settings.maxInterval)
    }

    /// True while the receiver stands and has stood for long.
    func isAtRest(at now: Moment) -> Bool { rest.lasts(at: now, stopAfter: settings.stopAfter) }

    private mutating func rests(at spot: Spot) -> Bool {
        rest.note(spot, noiseFactor: movement.factor, stopAfter: settings.stopAfter)
    }

    private func improves(on spot: Spot) -> Bool {
        guard let reference, reference.accuracy > settings.maxAccuracy else { return false }
        return spot.accuracy <= reference.accuracy / 2
            && spot.moment.isPast(reference.moment, by: settings.minInterval)
    }

    private func isWithinNoise(_ spot: Spot, _ distance: Double) -> Bool {
        guard let reference else { return false }
        return distance < movement.factor * spot.error(with: reference)
    }

    /// True when a fix at `spot` would be lost if it were not kept.
    func isBeyondNoise(_ spot: Spot) -> Bool {
        guard let reference else { return true }
        return !isWithinNoise(spot, reference.coordinate.distance(to: spot.coordinate))
    }

    /// Nothing counts from before: not where the receiver was, nor that it stood.
    package mutating func forgetMovement() {
        jump.reset()
        rest.reset()
    }
}

extension Gate {
    /// Numbers the fix and makes it the reference, unless it is only `shown` and tracking goes on from where it was.
    mutating func accept(
        _ fix: Fix, _ spot: Spot, _ acceptances: Acceptances, assumed: Bool,
        repeatingReference: Bool = false, shown: Bool = false
    ) -> AcceptedFix {
        var place = spot
        if repeatingReference, let reference {
            place.coordinate = reference.coordinate
            place.accuracy = reference.accuracy
        } else if fix.source != .manual, !acceptances.contains(.lost) {
            // A fix kept from before a restart must not veto where the vehicle is now.
            jump.settle(at: spot)
        }
        var acceptances = acceptances
        if acceptances.contains(.stopped) { rest.tell() }
        if place.accuracy > settings.maxAccuracy { acceptances.insert(.coarse) }
        if assumed { acceptances.insert(.assumed) }
        let covered = reference.map { $0.coordinate.distance(to: place.coordinate) }
        seq += 1
        if !shown {
            reference = place
            movement.reset(with: place)
            accuracy.reset()
        }
        var accepted = AcceptedFix(
            seq: seq, time: spot.time ?? Timestamp(milliseconds: 0), coordinate: place.coordinate,
            fix: fix, accuracy: fix.source == .manual ? nil : place.accuracy,
            reasons: acceptances.reasons, distance: covered)
        accepted.isPrivate = settings.privateZones.contain(place.coordinate)
        return accepted
    }
}
