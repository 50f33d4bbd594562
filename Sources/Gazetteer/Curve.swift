package import Domain

/// A Hilbert curve over the map: places that follow each other on it are near each other.
///
/// It only orders the places into compact groups. Where the map is torn (at 180°) or stretched (at the poles) a group is
/// less compact, never wrong.
package enum Curve {
    /// How far along the curve a coordinate lies; the map is a square of 65,536 cells a side.
    package static func position(of coordinate: Coordinate) -> UInt32 {
        position(
            x: UInt32((coordinate.longitude + 180) / 360 * 65_535),
            y: UInt32((coordinate.latitude + 90) / 180 * 65_535))
    }

    /// The usual bit by bit walk: each step picks the quadrant, then turns the rest to how the curve enters it.
    package static func position(x: UInt32, y: UInt32) -> UInt32 {
        var (x, y) = (x, y)
        var position: UInt32 = 0
        var side: UInt32 = 1 << 15
        while side > 0 {
            let right: UInt32 = x & side > 0 ? 1 : 0
            let upper: UInt32 = y & side > 0 ? 1 : 0
            position += side * side * ((3 * right) ^ upper)
            if upper == 0 {
                if right == 1 { (x, y) = (65_535 - x, 65_535 - y) }
                swap(&x, &y)
            }
            side >>= 1
        }
        return position
    }
}
