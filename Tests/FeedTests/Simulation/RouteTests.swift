import Domain
import Feed
import Testing

/// One degree of a meridian on the mean sphere: 6 371 008.8 m × π / 180.
private let degree = 111_195.08

@Suite("A route to drive along")
struct RouteTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test("is as long as its legs and gives the place and course at any distance")
    func interpolates() throws {
        let route = try #require(
            Route([
                .init(try place(0, 0)), .init(try place(1, 0), stop: 60), .init(try place(1, 1)),
            ]))
        #expect(abs(route.length - (degree + degree * 0.999_848)) < 5)
        let half = route.position(at: degree / 2)
        #expect(abs(half.coordinate.latitude - 0.5) < 1e-6)
        #expect(half.course == 0)
        #expect(abs(route.position(at: degree + 10).course - 90) < 0.02)
        #expect(route.stops.map(\.seconds) == [60])
    }

    @Test("needs two different points; a repeated point adds its stop to the one before")
    func repeatedPoints() throws {
        let here = try place(10, 10)
        #expect(Route([.init(here), .init(here)]) == nil)
        let route = try #require(
            Route([.init(here, stop: 5), .init(here, stop: 7), .init(try place(10, 11))]))
        #expect(route.points.count == 2)
        #expect(route.stops.map(\.seconds) == [12])
    }
}
