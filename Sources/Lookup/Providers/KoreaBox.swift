import Domain

/// The box around South Korea, its islands and its waters that Korean services are asked for.
enum KoreaBox {
    static func contains(_ coordinate: Coordinate) -> Bool {
        32.0...38.7 ~= coordinate.latitude && 124.0...132.0 ~= coordinate.longitude
    }
}
