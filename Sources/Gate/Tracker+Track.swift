import Domain

/// The track: the fixes that go to the thinner, and what comes of it.
extension Tracker {
    /// Takes a good fix into the track, and live tells now and then how far it has come.
    mutating func trace(_ fix: Fix, _ spot: Spot, _ actions: inout [Action]) {
        guard let time = spot.time else { return }
        keepDeparture(spot, &actions)
        thin(&actions) { thinner, kept in
            thinner.add(
                TrackPoint(
                    time: time, coordinate: spot.coordinate, altitude: fix.altitude,
                    speed: spot.speed, course: fix.course), &kept)
        }
        if isLive { tellHead(at: spot.moment, &actions) }
    }

    /// The first position is a point of the track too, unless it is a bad one.
    mutating func traceFirst(_ candidate: Candidate, _ actions: inout [Action]) {
        guard acquisition != nil, !isPaused, override == nil,
            candidate.spot.accuracy <= gate.settings.maxAccuracy
        else { return }
        trace(candidate.fix, candidate.spot, &actions)
    }

    /// The last point of a stay is one of the track, so that it tells when it was left.
    private mutating func keepDeparture(_ spot: Spot, _ actions: inout [Action]) {
        guard let speed = spot.speed else { return standsSince = nil }
        guard speed >= Limits.movingSpeed else {
            standsSince = standsSince ?? spot.moment
            return
        }
        if let since = standsSince, spot.moment.isPast(since, by: Limits.stay) {
            keepTrack(&actions)
        }
        standsSince = nil
    }

    /// Has the line go through its newest point: an accepted fix is a point of it.
    mutating func keepTrack(_ actions: inout [Action]) {
        thin(&actions) { thinner, kept in thinner.keepLast(&kept) }
    }

    /// What follows is another segment.
    mutating func endTrack(_ actions: inout [Action]) {
        thin(&actions) { thinner, kept in thinner.end(&kept) }
    }

    @inline(__always)
    private mutating func thin(
        _ actions: inout [Action], _ body: (inout Thinner, inout [TrackPoint]) -> Void
    ) {
        var kept: [TrackPoint] = []
        body(&thinner, &kept)
        guard !kept.isEmpty else { return }
        trackPoints += kept.count
        for point in kept {
            if let lastKept, !point.startsSegment || point.goesOn(from: lastKept) {
                distance += lastKept.coordinate.distance(to: point.coordinate)
            }
            lastKept = point
        }
        actions.append(.track(kept))
    }

    /// A power cut may cost some seconds of a drive, and nothing of a rest.
    private mutating func tellHead(at now: Moment, _ actions: inout [Action]) {
        guard let head = thinner.head, !gate.isAtRest(at: now),
            lastHead.map({ now.isPast($0, by: Limits.head) }) ?? true
        else { return }
        lastHead = now
        actions.append(.trackHead(head))
    }
}
