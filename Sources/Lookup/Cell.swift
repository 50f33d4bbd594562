package import Domain

/// The square of the map within which one answer is good for every place.
///
/// Its centre is all that a provider is told, so it is also what keeps the exact place private.
package struct Cell: Hashable, Sendable {
    package let part: Part
    package let center: Coordinate

    package init(_ part: Part, containing coordinate: Coordinate) {
        self.part = part
        let center = coordinate.rounded(to: part.cellDegrees)
        // Adding 0 makes −0 to 0, which is the same place under the same key.
        self.center =
            Coordinate(latitude: center.latitude + 0, longitude: center.longitude + 0) ?? center
    }
}

extension Part {
    /// Degrees of latitude and longitude along the side of a cell: about 111 m, 2.2 km and 11 km.
    package var cellDegrees: Double {
        switch self {
        case .address: 0.001
        case .weather: 0.02
        case .forecast: 0.1
        }
    }

    /// Seconds for which an answer stays good.
    ///
    /// Names of places change too, if rarely, so a wrong one does not stay for ever.
    package var lifetime: Double {
        switch self {
        case .address: 90 * 86_400
        case .weather: 600
        case .forecast: 3600
        }
    }

    /// Seconds for which "nothing there" is believed, whatever the part.
    static let nothingLifetime = 3600.0
}
