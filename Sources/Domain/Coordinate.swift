import Glibc

/// A place on the WGS 84 ellipsoid in degrees; latitude in −90…90, longitude in −180…180.
package struct Coordinate: Hashable, Sendable {
    package let latitude: Double
    package let longitude: Double

    /// Nil unless both are finite and in range.
    package init?(latitude: Double, longitude: Double) {
        guard latitude.isFinite, longitude.isFinite,
            abs(latitude) <= 90, abs(longitude) <= 180
        else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The mean radius of the Earth in metres, (2a + b)/3 of WGS 84 (IUGG's R₁).
    package static let earthRadius = 6_371_008.8

    /// Great-circle distance in metres by the haversine formula, within 0.6 % of the ellipsoid's.
    ///
    /// The argument of the root is clamped, as rounding takes it past 1 for opposite points.
    package func distance(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let sinLatitude = sin((other.latitude - latitude) * radians / 2)
        let sinLongitude = sin((other.longitude - longitude) * radians / 2)
        let a =
            sinLatitude * sinLatitude + cos(latitude * radians) * cos(other.latitude * radians)
            * sinLongitude * sinLongitude
        return 2 * Self.earthRadius * asin(min(1, a.squareRoot()))
    }

    /// Metres never less than `distance`, for the price of a multiplication: along the meridian, then as on the equator.
    ///
    /// A part in 10,000 more, so that rounding makes it no less either.
    package func detour(to other: Coordinate) -> Double {
        let degrees = abs(other.latitude - latitude) + abs(other.longitude - longitude)
        return degrees * Self.earthRadius * (.pi / 180 * 1.0001)
    }

    /// The centre of the cell of `size` degrees that this coordinate lies in.
    ///
    /// Rounding before a coordinate leaves the machine keeps it private and makes answers reusable.
    package func rounded(to size: Double) -> Coordinate {
        // Dividing by a whole number of cells per degree gives the shortest decimal, 0.1 + 0.2 does not.
        let perDegree = (1 / size).rounded()
        return Coordinate(
            latitude: (latitude * perDegree).rounded() / perDegree,
            longitude: (longitude * perDegree).rounded() / perDegree) ?? self
    }
}

extension Coordinate {
    /// The initial course of the great circle to `other`, degrees clockwise from true north.
    package func course(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let span = (other.longitude - longitude) * radians
        let y = sin(span) * cos(other.latitude * radians)
        let x =
            cos(latitude * radians) * sin(other.latitude * radians)
            - sin(latitude * radians) * cos(other.latitude * radians) * cos(span)
        let degrees = atan2(y, x) / radians
        return degrees < 0 ? degrees + 360 : degrees
    }

    /// This place moved by metres along the meridian and the parallel; for distances small against the Earth.
    package func moved(north: Double, east: Double) -> Coordinate {
        let degree = Self.earthRadius * .pi / 180
        let parallel = degree * max(0.01, cos(latitude * .pi / 180))
        return Coordinate(
            latitude: latitude + north / degree, longitude: longitude + east / parallel) ?? self
    }
}
