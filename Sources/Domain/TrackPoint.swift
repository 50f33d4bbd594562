/// A point of the track: the path as it is kept, thinned to a guaranteed error.
package struct TrackPoint: Hashable, Sendable {
    package var time: Timestamp
    package var coordinate: Coordinate
    /// Metres above mean sea level.
    package var altitude: Double?
    /// Metres per second over ground.
    package var speed: Double?
    /// Degrees clockwise from true north.
    package var course: Double?
    /// True for the first of a segment: nothing is known of the way to it.
    package var startsSegment: Bool

    package init(
        time: Timestamp, coordinate: Coordinate, altitude: Double? = nil, speed: Double? = nil,
        course: Double? = nil, startsSegment: Bool = false
    ) {
        self.time = time
        self.coordinate = coordinate
        self.altitude = altitude
        self.speed = speed
        self.course = course
        self.startsSegment = startsSegment
    }
}

extension TrackPoint {
    /// Whether it was surely reached from `last` without a stop, though nothing is known of the way: a tunnel, not a
    /// night. Nobody comes so far in half an hour who does not go on.
    package func goesOn(from last: TrackPoint) -> Bool {
        let seconds = time.seconds(since: last.time)
        guard seconds > 0, seconds <= 1800 else { return false }
        return last.coordinate.distance(to: coordinate) >= 10 * seconds
    }
}
