import Domain
import Testing

@testable import Store

/// The road leads north; the zone reaches from 900 m to 1,100 m.
@Suite("Private zones")
struct ZoneWalkTests {
    private func passed(_ metres: [Double]) throws -> [TrackPoint] {
        var walk = ZoneWalk([PrivacyZone(try place(1000), radius: 100)])
        return try metres.enumerated().compactMap { index, metres in
            walk.pass(try point(Double(index), metres, starts: index == 0))
        }
    }

    @Test("are left out of a track, with a cut after each visit")
    func visits() throws {
        let points = try passed([0, 500, 950, 1000, 1050, 1500, 2000, 1000, 0])
        #expect(points.map(\.time) == [0, 1, 5, 6, 8].map(at))
        #expect(points.map(\.startsSegment) == [true, false, true, false, true])
    }

    @Test("a line between two points outside is not drawn through one")
    func passing() throws {
        let points = try passed([0, 2000, 3000])
        #expect(points.map(\.time) == [0, 1, 2].map(at))
        #expect(points.map(\.startsSegment) == [true, true, false])
    }

    @Test("a track that begins inside begins where it comes out")
    func beginning() throws {
        let points = try passed([1000, 1050, 1500])
        #expect(points.map(\.time) == [at(2)])
        #expect(points.map(\.startsSegment) == [true])
    }

    @Test("without any, every point is as it was")
    func none() throws {
        var walk = ZoneWalk([])
        let point = try point(0, 1000)
        #expect(walk.pass(point) == point)
    }
}
