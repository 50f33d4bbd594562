package import Domain

/// A ride or walk from one stop to the next.
package struct Trip: Hashable, Sendable {
    /// Where and when it began; the time may lie between two points.
    package var start: TrackPoint
    package var end: TrackPoint
    /// The time of the point it began at.
    package var firstTime: Timestamp
    package var points = 1
    /// Metres along its points; straight across what nothing is known of.
    package var distance = 0.0
    /// Metres per second: the largest that the receiver stated at one of its points.
    package var topSpeed: Double?

    package var duration: Double { end.time.seconds(since: start.time) }

    /// Its start in UTC to the minute, `2026-05-04T0302`: the same whatever comes later or is asked for. Two trips are
    /// minutes apart.
    package var id: String {
        let text = start.time.rfc3339
        return String(text.prefix(13) + text.dropFirst(14).prefix(2))
    }

    init(at point: TrackPoint, since firstTime: Timestamp) {
        (start, end) = (point, point)
        self.firstTime = firstTime
        topSpeed = point.speed
    }

    fileprivate mutating func go(to point: TrackPoint) {
        distance += end.coordinate.distance(to: point.coordinate)
        end = point
        points += 1
        if let speed = point.speed { topSpeed = max(topSpeed ?? 0, speed) }
    }
}

/// Finds the trips in a track as its points go by, in the order of their times.
///
/// A trip ends where the traveller then stays within 100 m of one place for 5 minutes, and where the track is
/// interrupted for so long; a tunnel is passed through, however long. The next begins with the last point of that stay.
package struct Trips {
    private static let stop = 300.0
    private static let radius = 100.0
    /// Seconds between two places that are watched for a stay: a bound for what is remembered.
    private static let spacing = 5.0

    private enum State {
        case idle
        /// At a stop at `place`, left from `last`.
        case stopped(place: Coordinate, last: TrackPoint)
        /// `stays` are the trip as it was at places from which it has not gone farther than the radius since.
        case moving(Trip, stays: [Trip])
    }

    private var state = State.idle

    package init() {}

    /// Gives a trip that `point` shows to have ended.
    package mutating func add(_ point: TrackPoint) -> Trip? {
        switch state {
        case .idle:
            begin(at: point)
            return nil
        case .stopped(let place, let last):
            if isNear(place, point) {
                state = .stopped(place: place, last: point)
            } else if isCut(last, point) {
                begin(at: point)
            } else {
                begin(at: departure(from: last, to: point), since: last.time)
                return add(point)
            }
            return nil
        case .moving(var trip, var stays):
            // Freed for a change in place.
            state = .idle
            let left = departure(from: trip.end, to: point)
            let reached = stays.first ?? trip
            if left.time > trip.end.time,
                left.time.seconds(since: reached.end.time) >= Self.stop
            {
                begin(at: left, since: trip.end.time)
                _ = add(point)
                return whole(reached)
            }
            stays.removeAll { !isNear($0.end.coordinate, point) }
            if let arrival = stays.first,
                point.time.seconds(since: arrival.end.time) >= Self.stop
            {
                state = .stopped(place: arrival.end.coordinate, last: point)
                return whole(arrival)
            }
            if isCut(trip.end, point) {
                begin(at: point)
                return whole(trip)
            }
            trip.go(to: point)
            if stays.last.map({ point.time.seconds(since: $0.end.time) >= Self.spacing }) ?? true {
                stays.append(trip)
            }
            state = .moving(trip, stays: stays)
            return nil
        }
    }

    /// The trip that goes on at the end of the track.
    package mutating func finish() -> Trip? {
        defer { state = .idle }
        guard case .moving(let trip, _) = state else { return nil }
        return whole(trip)
    }

    private mutating func begin(at point: TrackPoint, since firstTime: Timestamp? = nil) {
        let trip = Trip(at: point, since: firstTime ?? point.time)
        state = .moving(trip, stays: [trip])
    }

    /// A step out of the door is no trip.
    private func whole(_ trip: Trip) -> Trip? { trip.distance >= Self.radius ? trip : nil }

    private func isNear(_ place: Coordinate, _ point: TrackPoint) -> Bool {
        place.distance(to: point.coordinate) <= Self.radius
    }

    /// `last`, where the receiver stood, at the time it was left to be at `point`, going as fast as was stated there.
    ///
    /// A receiver that does not waver at rest leaves one point of a stop, and the next one on the road after it.
    private func departure(from last: TrackPoint, to point: TrackPoint) -> TrackPoint {
        guard !point.startsSegment, (last.speed ?? 0) < 1, let speed = point.speed, speed > 1 else {
            return last
        }
        let seconds = last.coordinate.distance(to: point.coordinate) / speed
        let rest = point.time.seconds(since: last.time) - seconds
        var start = last
        if rest > 0 { start.time = last.time.adding(seconds: rest) }
        return start
    }

    private func isCut(_ last: TrackPoint, _ point: TrackPoint) -> Bool {
        point.startsSegment && point.time.seconds(since: last.time) >= Self.stop
            && !point.goesOn(from: last)
    }
}
