package import Domain
import Glibc

/// A cell of the grid of 5 km that Korea's forecasts are made on, a Lambert conformal conic projection.
///
/// Formula and constants are those of the C program in the guide of VilageFcstInfoService_2.0. A few places of the
/// published table lie in the neighbouring cell: it was not redrawn when their coordinates were.
package struct DFSCell: Hashable, Sendable {
    /// From west to east, 1…149.
    package let x: Int
    /// From south to north, 1…253.
    package let y: Int

    /// Nil outside South Korea's waters: there the service answers zeros as if they were weather.
    package init?(containing place: Coordinate) {
        guard KoreaBox.contains(place) else { return nil }
        let radius = Self.radius(place.latitude)
        let angle = (place.longitude - 126) * .pi / 180 * Self.cone
        let x = Int((radius * sin(angle) + 43.5).rounded(.down))
        let y = Int((Self.originRadius - radius * cos(angle) + 136.5).rounded(.down))
        guard 1...149 ~= x, 1...253 ~= y else { return nil }
        self.x = x
        self.y = y
    }

    /// The Earth's radius in cells.
    private static let earth = 6371.00877 / 5
    /// The constant of a cone that cuts the Earth at 30° and 60° north.
    private static let cone = log(cosine(30) / cosine(60)) / log(tangent(60) / tangent(30))
    private static let originRadius = radius(38)

    /// Cells from the pole to a parallel.
    private static func radius(_ latitude: Double) -> Double {
        earth * cosine(30) / cone * pow(tangent(30) / tangent(latitude), cone)
    }

    private static func cosine(_ latitude: Double) -> Double { cos(latitude * .pi / 180) }

    /// tan(45° + φ/2)
    private static func tangent(_ latitude: Double) -> Double {
        tan(.pi / 4 + latitude * .pi / 360)
    }
}
