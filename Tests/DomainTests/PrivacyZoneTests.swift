import Domain
import Testing

/// A degree of latitude is 111,195 m on the sphere of the mean radius.
@Suite struct PrivacyZoneTests {
    @Test(
        "What is no farther from the middle than the radius is inside",
        arguments: [(0.0, true), (0.00089, true), (0.00090, true), (0.00091, false), (1, false)])
    func inside(degrees: Double, isInside: Bool) throws {
        // 0.0009° are 100.08 m.
        let zone = PrivacyZone(try place(36, 127), radius: 100.1)
        #expect(zone.contains(try place(36 + degrees, 127)) == isInside)
    }

    @Test(
        "A line that comes inside between two places outside is told from one that passes by",
        arguments: [
            // 60° north, where a degree of longitude is half as long: 0.0036° are 200.2 m.
            (from: (60.0, 9.99), to: (60.0, 10.01), crosses: true),
            (from: (59.99, 10.0035), to: (60.01, 10.0035), crosses: true),
            (from: (59.99, 10.0037), to: (60.01, 10.0037), crosses: false),
            (from: (60.01, 10.0), to: (60.02, 10.0), crosses: false),
            (from: (60.01, 10.0), to: (60.01, 10.0), crosses: false),
            (from: (60.001, 10.0), to: (60.001, 10.0), crosses: true),
        ])
    func line(from: (Double, Double), to: (Double, Double), crosses: Bool) throws {
        let zone = PrivacyZone(try place(60, 10), radius: 200.2)
        let (from, to) = (try place(from.0, from.1), try place(to.0, to.1))
        #expect(zone.isCrossed(from: from, to: to) == crosses)
        #expect(zone.isCrossed(from: to, to: from) == crosses)
    }

    @Test("A zone on the antimeridian is crossed the short way")
    func antimeridian() throws {
        let zone = PrivacyZone(try place(-17, 180), radius: 500)
        #expect(zone.isCrossed(from: try place(-17, 179.9), to: try place(-17, -179.9)))
        #expect(zone.contains(try place(-17, -179.999)))
    }

    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }
}
