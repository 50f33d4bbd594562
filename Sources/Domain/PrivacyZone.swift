import Glibc

/// A place around which nothing is told to others.
package struct PrivacyZone: Hashable, Sendable {
    package let middle: Coordinate
    /// Metres; what is as far as that is inside.
    package let radius: Double

    package init(_ middle: Coordinate, radius: Double) {
        self.middle = middle
        self.radius = radius
    }

    /// Whether `place` is inside.
    package func contains(_ place: Coordinate) -> Bool { middle.distance(to: place) <= radius }

    /// Whether the line between two places, straight in longitude and latitude, comes inside.
    ///
    /// On the plane that touches the Earth at the middle, as zones are small.
    package func isCrossed(from a: Coordinate, to b: Coordinate) -> Bool {
        let degree = Coordinate.earthRadius * .pi / 180
        let parallel = degree * cos(middle.latitude * .pi / 180)
        func plane(_ place: Coordinate) -> (east: Double, north: Double) {
            let east = (place.longitude - middle.longitude).remainder(dividingBy: 360)
            return (east * parallel, (place.latitude - middle.latitude) * degree)
        }
        let (start, end) = (plane(a), plane(b))
        let (east, north) = (end.east - start.east, end.north - start.north)
        let length = east * east + north * north
        let along = length > 0 ? -(start.east * east + start.north * north) / length : 0
        let share = max(0, min(1, along))
        return hypot(start.east + share * east, start.north + share * north) <= radius
    }
}

extension [PrivacyZone] {
    /// Whether `place` is inside of one of them.
    package func contain(_ place: Coordinate) -> Bool { contains { $0.contains(place) } }
}
