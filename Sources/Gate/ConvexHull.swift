/// A place on a plane, in metres.
struct Plane: Hashable, Sendable {
    var east: Double
    var north: Double

    /// Over 0 when the way from `a` by `b` to this place turns left.
    fileprivate func turn(_ a: Plane, _ b: Plane) -> Double {
        (b.east - a.east) * (north - a.north) - (b.north - a.north) * (east - a.east)
    }

    fileprivate func isBefore(_ other: Plane) -> Bool {
        east != other.east ? east < other.east : north < other.north
    }
}

/// The corners of the smallest convex polygon around places that come one by one.
///
/// The distance to a line is a convex function, so of all places a corner is the farthest from it (Boyd and
/// Vandenberghe, Convex Optimization, 3.2.5). The corners are kept from west to east in two chains, along the north and
/// along the south, after Andrew (1979).
struct ConvexHull: Sendable {
    private var northern: [Plane] = []
    private var southern: [Plane] = []

    /// Corners; the westernmost and the easternmost count twice.
    var count: Int { northern.count + southern.count }

    func allCorners(_ isFulfilled: (Plane) -> Bool) -> Bool {
        northern.allSatisfy(isFulfilled) && southern.allSatisfy(isFulfilled)
    }

    mutating func insert(_ place: Plane) {
        Self.insert(place, into: &northern, side: 1)
        Self.insert(place, into: &southern, side: -1)
    }

    /// `side` is 1 for a chain that turns right all along, -1 for one that turns left.
    private static func insert(_ place: Plane, into chain: inout [Plane], side: Double) {
        let index = chain.firstIndex { !$0.isBefore(place) } ?? chain.endIndex
        func isCorner(_ at: Int) -> Bool {
            guard at > 0, at < chain.count - 1 else { return true }
            return chain[at + 1].turn(chain[at - 1], chain[at]) * side < 0
        }
        chain.insert(place, at: index)
        guard isCorner(index) else {
            chain.remove(at: index)
            return
        }
        while index + 1 < chain.count, !isCorner(index + 1) { chain.remove(at: index + 1) }
        var at = index
        while at > 0, !isCorner(at - 1) {
            chain.remove(at: at - 1)
            at -= 1
        }
    }
}
