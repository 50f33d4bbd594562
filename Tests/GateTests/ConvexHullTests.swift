import Testing

@testable import Gate

@Suite struct ConvexHullTests {
    @Test(
        "Only the corners are kept, in whatever order the places come",
        arguments: [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0], [4, 0, 6, 2, 5, 1, 3]])
    func square(order: [Int]) {
        // A square with its middle, a point on its northern side and one inside.
        let places = [(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (2, 4), (1, 3)]
        #expect(corners(order.map { places[$0] }) == [[0, 0], [0, 4], [4, 0], [4, 4]])
    }

    @Test("Of places in a row the two ends are kept, upright and slanting ones too")
    func rows() {
        #expect(corners([(1, 0), (0, 0), (3, 0), (2, 0)]) == [[0, 0], [3, 0]])
        #expect(corners([(0, 1), (0, 0), (0, 3), (0, 2)]) == [[0, 0], [0, 3]])
        #expect(corners([(1, 1), (0, 0), (3, 3), (2, 2)]) == [[0, 0], [3, 3]])
    }

    @Test("A place that comes again changes nothing")
    func again() {
        #expect(corners([(5, 5), (5, 5), (5, 5)]) == [[5, 5]])
        #expect(
            corners([(0, 0), (4, 0), (2, 3), (4, 0), (0, 0), (2, 3)]) == [
                [0, 0], [2, 3], [4, 0],
            ])
    }

    @Test("A far place takes away every corner that is no longer one")
    func swallows() {
        #expect(
            corners([(0, 0), (1, 2), (2, 3), (3, 2), (4, 0), (2, 100)])
                == [[0, 0], [2, 100], [4, 0]])
    }

    /// East and north of each, from west to east.
    private func corners(_ places: [(Int, Int)]) -> [[Double]] {
        var hull = ConvexHull()
        for place in places { hull.insert(Plane(east: Double(place.0), north: Double(place.1))) }
        var found: Set<Plane> = []
        _ = hull.allCorners { found.insert($0).inserted || true }
        return found.map { [$0.east, $0.north] }.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
