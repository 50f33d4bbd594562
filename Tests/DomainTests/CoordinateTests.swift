import Domain
import Testing

@Suite("Coordinate")
struct CoordinateTests {
    @Test(
        "takes what is on the globe, its edges too",
        arguments: [(0, 0), (90, 180), (-90, -180), (37.5547, 126.9706)])
    func inRange(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) != nil)
    }

    @Test(
        "distances worked out by hand: π × 6 371 008.8 m / 180 = 111 195.08 m a degree",
        arguments: [
            (36.5, 127.25, 37.5, 127.25, 111_195.08), (0, 0, 0, 1, 111_195.08),
            (0, 179.5, 0, -179.5, 111_195.08), (-90, 0, 90, 0, 20_015_114.4),
            // Both 0.0001° from the pole.
            (89.9999, 0, 89.9999, 180, 22.24), (36.5, 127.25, 36.5, 127.25, 0),
        ])
    func distance(lat1: Double, lon1: Double, lat2: Double, lon2: Double, metres: Double) throws {
        let a = try #require(Coordinate(latitude: lat1, longitude: lon1))
        let b = try #require(Coordinate(latitude: lat2, longitude: lon2))
        #expect(abs(a.distance(to: b) - metres) < max(0.01, metres * 1e-7))
        #expect(a.distance(to: b) == b.distance(to: a))
    }

    @Test(
        "F10 equal points are 0 m apart",
        arguments: [33.05, 33.12, 33.78, 33.83, 35.54, 35.81])
    func equal(latitude: Double) throws {
        let a = try #require(Coordinate(latitude: latitude, longitude: 127.25))
        #expect(a.distance(to: a) == 0)
    }

    @Test("F10 opposite points are half the Earth apart, although rounding passes 1")
    func opposite() throws {
        let a = try #require(Coordinate(latitude: 15.625, longitude: 1))
        let b = try #require(Coordinate(latitude: -15.625, longitude: -179))
        #expect(abs(a.distance(to: b) - 20_015_114.4) < 1)
    }

    @Test("F10 no pair of points gives NaN, nor more than half the Earth")
    func sweep() throws {
        // A linear congruential generator: the same points in every run.
        var state: UInt64 = 1
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / 9_007_199_254_740_992
        }
        var worst = 0.0
        for _ in 0..<100_000 {
            let latitude = next() * 180 - 90
            let longitude = next() * 360 - 180
            let a = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let opposite = longitude > 0 ? longitude - 180 : longitude + 180
            for (lat, lon) in [(-latitude, opposite), (next() * 180 - 90, next() * 360 - 180)] {
                let b = try #require(Coordinate(latitude: lat, longitude: lon))
                let distance = a.distance(to: b)
                // A NaN makes this false too.
                guard distance >= 0 else {
                    Issue.record("\(a) to \(b) is \(distance)")
                    return
                }
                worst = max(worst, distance)
            }
        }
        #expect(worst <= 20_015_114.5)
    }

    @Test(
        "F13 numbers out of range are no place",
        arguments: [
            (90.5, 127.25), (-90.1, 0), (36.5, 190), (36.5, -180.1), (1144, 127.25), (.nan, 0),
            (0, .infinity),
        ])
    func range(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }

    @Test("is rounded to the middle of a cell, in the shortest decimals")
    func rounded() throws {
        let seoul = try #require(Coordinate(latitude: 37.55473, longitude: 126.97064))
        #expect(seoul.rounded(to: 0.001) == Coordinate(latitude: 37.555, longitude: 126.971))
        #expect(seoul.rounded(to: 0.02) == Coordinate(latitude: 37.56, longitude: 126.98))
    }
}
