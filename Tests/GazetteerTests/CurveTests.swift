import Domain
import Gazetteer
import Testing

@Suite("Curve over the map")
struct CurveTests {
    // The curve of order 1 goes through the four quadrants in this order; the one of order 16 begins and ends as it does.
    @Test("goes from the lower left corner to the lower right one through the upper quadrants")
    func corners() {
        #expect(Curve.position(x: 0, y: 0) == 0)
        #expect(Curve.position(x: 65_535, y: 0) == UInt32.max)
        let quarter: UInt32 = 1 << 30
        #expect(Curve.position(x: 100, y: 40_000) / quarter == 1)
        #expect(Curve.position(x: 40_000, y: 40_000) / quarter == 2)
    }

    @Test("steps from a cell to a neighbouring one, and to every cell once")
    func steps() {
        var cells: [UInt32: (x: Int, y: Int)] = [:]
        for x in 0..<32 {
            for y in 0..<32 { cells[Curve.position(x: UInt32(x), y: UInt32(y))] = (x, y) }
        }
        #expect(cells.count == 32 * 32)
        for position in UInt32(1)..<1024 {
            guard let here = cells[position], let before = cells[position - 1] else {
                Issue.record("nothing at \(position)")
                continue
            }
            #expect(abs(here.x - before.x) + abs(here.y - before.y) == 1)
        }
    }

    @Test("takes every coordinate, also at the edges of the map")
    func edges() throws {
        for (latitude, longitude) in [(90.0, 180.0), (-90, -180), (90, -180), (-90, 180), (0, 0)] {
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            _ = Curve.position(of: place)
        }
        let corner = try #require(Coordinate(latitude: -90, longitude: -180))
        #expect(Curve.position(of: corner) == 0)
    }
}
