package import Domain
import Glibc

/// How the track is thinned.
package struct TrackSettings: Hashable, Sendable {
    /// `max_error_m`, metres that no dropped point may lie from the line that is kept.
    package var maxError = 10.0
    /// `gap_s`, seconds of silence after which a new segment begins.
    package var gap = 120.0

    package init() {}
}

/// Drops points of a path as they come, and only while each dropped one stays within `maxError` of the kept line.
///
/// From the last kept point, the anchor, every later point within reach leaves a sector of directions in which a line
/// passes it closely enough; where the sectors meet, a line may go on. A point outside of that, or one that turns back,
/// ends the line at the point before it. So one pass, one sector and one point are all there is to remember.
/// The sector method is Williams's (1978) and Sklansky and Gonzalez's (1980); the rule for turning back is added, as
/// theirs measures to the endless line.
///
/// The line between two kept points is straight in longitude and latitude, as GeoJSON (RFC 7946, 3.1.1) defines it.
/// Metres are those of the sphere of `Coordinate.earthRadius`.
package struct Thinner: Sendable {
    package var settings: TrackSettings
    /// The newest point.
    private var last: TrackPoint?
    private var anchor: Anchor?
    private var isLastKept = false

    package init(_ settings: TrackSettings = TrackSettings()) { self.settings = settings }

    /// The newest point while it is not among those kept: what would be lost now.
    package var head: TrackPoint? { isLastKept ? nil : last }

    /// Takes the next point; appends to `kept` what is now known to stay.
    package mutating func add(_ point: TrackPoint, _ kept: inout [TrackPoint]) {
        guard let last, isConnected(last, point) else {
            end(&kept)
            begin(at: point, &kept)
            return
        }
        if anchor?.take(point.coordinate, settings.maxError) ?? false {
            self.last = point
            isLastKept = false
            return
        }
        keepLast(&kept)
        _ = anchor?.take(point.coordinate, settings.maxError)
        self.last = point
        isLastKept = false
    }

    /// Keeps the newest point, which the line then goes through.
    package mutating func keepLast(_ kept: inout [TrackPoint]) {
        guard let last, !isLastKept else { return }
        kept.append(last)
        anchor = Anchor(last.coordinate)
        isLastKept = true
    }

    /// Ends the segment with its newest point; the next one begins another.
    package mutating func end(_ kept: inout [TrackPoint]) {
        keepLast(&kept)
        last = nil
        anchor = nil
    }

    private mutating func begin(at point: TrackPoint, _ kept: inout [TrackPoint]) {
        var first = point
        first.startsSegment = true
        last = first
        isLastKept = false
        keepLast(&kept)
    }

    /// Times that run back tell of another ride.
    private func isConnected(_ a: TrackPoint, _ b: TrackPoint) -> Bool {
        let seconds = b.time.seconds(since: a.time)
        return seconds > 0 && seconds <= settings.gap
    }
}

/// The last kept point, and where a line from it may lead.
private struct Anchor: Sendable {
    /// Of the error, what the line may pass a point at; the rest is what it may end short of a point.
    ///
    /// √(0.98² + 0.19²) < 1, so a point at both is within the error too.
    private static let across = 0.98
    private static let short = 0.19

    private static let metresPerDegree = Coordinate.earthRadius * .pi / 180

    private let origin: Coordinate
    /// Metres of a degree of longitude there, as a part of one of latitude.
    private let parallel: Double
    /// Metres of the farthest point that binds the line; 0 when none does.
    private var reach = 0.0
    /// Metres the line may end before `reach`.
    private var slack = Double.infinity
    /// The rightmost and the leftmost direction, of length 1.
    private var right = Direction(east: 0, north: 0)
    private var left = Direction(east: 0, north: 0)

    private struct Direction {
        var east: Double
        var north: Double

        /// Over 0 when `other` is to the left of this.
        func cross(_ other: Direction) -> Double { east * other.north - north * other.east }
    }

    init(_ origin: Coordinate) {
        self.origin = origin
        parallel = cos(origin.latitude * .pi / 180)
    }

    /// Binds the line to pass `place`; false, and nothing changed, when a line to `place` misses a point before it.
    mutating func take(_ place: Coordinate, _ maxError: Double) -> Bool {
        let climb = place.latitude - origin.latitude
        let to = Direction(
            east: eastwards(place) * parallel * Self.metresPerDegree,
            north: climb * Self.metresPerDegree)
        let distance = (to.east * to.east + to.north * to.north).squareRoot()
        if reach > 0 {
            guard distance >= reach - slack, right.cross(to) >= 0, to.cross(left) >= 0 else {
                return false
            }
        }
        // A degree of longitude may be longer there than here, by the cosine, which changes by less than the angle.
        let error = maxError * (parallel / (parallel + abs(climb) * (.pi / 180)))
        if distance > error { bind(to, distance, error) }
        return true
    }

    private mutating func bind(_ to: Direction, _ distance: Double, _ error: Double) {
        let sine = error * Self.across / distance
        let cosine = (1 - sine * sine).squareRoot()
        let east = to.east / distance
        let north = to.north / distance
        let right = Direction(
            east: east * cosine + north * sine, north: north * cosine - east * sine)
        let left = Direction(
            east: east * cosine - north * sine, north: north * cosine + east * sine)
        if reach == 0 || self.right.cross(right) > 0 { self.right = right }
        if reach == 0 || left.cross(self.left) > 0 { self.left = left }
        reach = max(reach, distance)
        slack = min(slack, error * Self.short)
    }

    /// Degrees, the short way around the Earth.
    private func eastwards(_ place: Coordinate) -> Double {
        let degrees = place.longitude - origin.longitude
        return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
}
