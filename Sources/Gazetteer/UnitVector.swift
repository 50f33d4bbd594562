package import Domain
import Glibc

/// A place as a point on a ball of radius 1: neither the poles nor 180° are anything special there.
package struct UnitVector: Hashable, Sendable {
    package var x, y, z: Double

    package init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// The pole is at z = 1, and 0° 0° at x = 1.
    package init(_ coordinate: Coordinate) {
        let latitude = coordinate.latitude * .pi / 180
        let longitude = coordinate.longitude * .pi / 180
        x = cos(latitude) * cos(longitude)
        y = cos(latitude) * sin(longitude)
        z = sin(latitude)
    }

    /// The square of the straight line through the ball; larger exactly when the way over the ground is.
    package func chordSquared(to other: UnitVector) -> Double {
        let (x, y, z) = (other.x - x, other.y - y, other.z - z)
        return x * x + y * y + z * z
    }

    /// Metres over the ground.
    package static func metres(chordSquared: Double) -> Double {
        2 * Coordinate.earthRadius * asin(min(1, chordSquared.squareRoot() / 2))
    }

    /// The chord for so many metres over the ground, at most half around the Earth.
    package static func chord(metres: Double) -> Double {
        2 * sin(metres / (2 * Coordinate.earthRadius))
    }
}
