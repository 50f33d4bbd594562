package import Domain

/// The first step: is there a place at all? Nothing skips it.
package enum Validity {
    /// Metres around 0,0 that are no place: receivers report it while they have no solution.
    static let nullIsland = 1.0

    /// The rejections, and the place when there is a usable one.
    ///
    /// A report without a fix that gives no coordinate either has one reason, not two.
    package static func check(_ fix: Fix) -> (rejections: Rejections, place: Coordinate?) {
        var rejections: Rejections = []
        let hasFix = fix.mode == .twoD || fix.mode == .threeD
        if !hasFix { rejections.insert(.noFix) }
        guard let place = fix.coordinate else {
            if hasFix || fix.latitude != nil || fix.longitude != nil {
                rejections.insert(.badCoordinate)
            }
            return (rejections, nil)
        }
        if isNullIsland(place) { rejections.insert(.nullIsland) }
        return (rejections, place)
    }

    /// True within a metre of 0,0; the rest of the equator and of Greenwich is a place.
    package static func isNullIsland(_ place: Coordinate) -> Bool {
        // A hundredth of a degree is a kilometre: only what is nearer needs the formula.
        guard abs(place.latitude) < 0.01, abs(place.longitude) < 0.01,
            let zero = Coordinate(latitude: 0, longitude: 0)
        else { return false }
        return place.distance(to: zero) <= Self.nullIsland
    }
}
