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
/// The line goes from the last kept point, the anchor, to the newest one for as long as it passes every point between
/// closely enough; then it ends at the point before. That is asked of a few points only: those at the corners of what
/// the points between fill. So one pass and a bounded number of points to remember are enough.
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

/// The last kept point, and the points since, as metres east and north of it.
private struct Anchor: Sendable {
    private static let metresPerDegree = Coordinate.earthRadius * .pi / 180
    /// Corners that are remembered; a line with more to pass ends.
    private static let mostCorners = 128

    private let origin: Coordinate
    /// Metres of a degree of longitude there, as a part of one of latitude.
    private let parallel: Double
    private var passed = ConvexHull()
    /// Degrees of latitude from the origin to the farthest point passed.
    private var climb = 0.0

    init(_ origin: Coordinate) {
        self.origin = origin
        parallel = cos(origin.latitude * .pi / 180)
    }

    /// Leads the line to `place`; false, and nothing changed, when it would miss a point before.
    mutating func take(_ place: Coordinate, _ maxError: Double) -> Bool {
        let climb = max(climb, abs(place.latitude - origin.latitude))
        // A degree of longitude may be longer there than here, by the cosine, which changes by less than the angle. The
        // thousandth is for the plane, which is a sphere.
        let error = maxError * 0.999 * (parallel / (parallel + climb * (.pi / 180)))
        let end = Plane(
            east: eastwards(place) * parallel * Self.metresPerDegree,
            north: (place.latitude - origin.latitude) * Self.metresPerDegree)
        guard passed.count < Self.mostCorners,
            passed.allCorners({ $0.squaredDistance(toLineTo: end) <= error * error })
        else { return false }
        passed.insert(end)
        self.climb = climb
        return true
    }

    /// Degrees, the short way around the Earth.
    private func eastwards(_ place: Coordinate) -> Double {
        let degrees = place.longitude - origin.longitude
        return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
}

extension Plane {
    /// To the line from 0,0 to `end`.
    fileprivate func squaredDistance(toLineTo end: Plane) -> Double {
        let length = end.east * end.east + end.north * end.north
        let along = length > 0 ? (east * end.east + north * end.north) / length : 0
        let share = max(0, min(1, along))
        let (east, north) = (east - share * end.east, north - share * end.north)
        return east * east + north * north
    }
}
