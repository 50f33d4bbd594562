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
        "refuses what is no place",
        arguments: [
            (90.000_001, 0), (-91, 0), (0, 180.1), (0, -181), (.nan, 0), (0, .nan), (.infinity, 0),
            (0, -.infinity),
        ])
    func outOfRange(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }

    /// A degree of a great circle is 2πR/360 = 111 195.08 m with R = 6 371 008.8 m.
    @Test("measures a degree along the equator and along a meridian")
    func degree() throws {
        let origin = try #require(Coordinate(latitude: 0, longitude: 0))
        let east = try #require(Coordinate(latitude: 0, longitude: 1))
        let north = try #require(Coordinate(latitude: 1, longitude: 0))
        #expect(abs(origin.distance(to: east) - 111_195.08) < 0.01)
        #expect(abs(origin.distance(to: north) - 111_195.08) < 0.01)
    }

    @Test("measures half the circumference to the opposite point, πR")
    func antipode() throws {
        let place = try #require(Coordinate(latitude: 37.5, longitude: 127))
        let opposite = try #require(Coordinate(latitude: -37.5, longitude: -53))
        #expect(abs(place.distance(to: opposite) - 20_015_114.4) < 1)
    }

    @Test("measures the short way over the date line")
    func dateLine() throws {
        let west = try #require(Coordinate(latitude: 0, longitude: 179.5))
        let east = try #require(Coordinate(latitude: 0, longitude: -179.5))
        #expect(abs(west.distance(to: east) - 111_195.08) < 0.01)
    }

    @Test("is at no distance from itself")
    func same() throws {
        let place = try #require(Coordinate(latitude: 37.5547, longitude: 126.9706))
        #expect(place.distance(to: place) == 0)
    }

    @Test(
        "is rounded to the nearest cell",
        arguments: [
            (0.001, 37.555, 126.971), (0.02, 37.56, 126.98), (0.1, 37.6, 127.0),
            (0.0001, 37.5547, 126.9706),
        ])
    func rounding(size: Double, latitude: Double, longitude: Double) throws {
        let place = try #require(Coordinate(latitude: 37.554_72, longitude: 126.970_6))
        let rounded = place.rounded(to: size)
        #expect(rounded.latitude == latitude)
        #expect(rounded.longitude == longitude)
    }
}
