import Domain
import Gazetteer
import Testing

@Suite("Unit vector")
struct UnitVectorTests {
    private func vector(_ latitude: Double, _ longitude: Double) throws -> UnitVector {
        UnitVector(try #require(Coordinate(latitude: latitude, longitude: longitude)))
    }

    @Test("points from the middle of the Earth to the place")
    func axes() throws {
        for (latitude, longitude, x, y, z) in [
            (0.0, 0.0, 1.0, 0.0, 0.0), (0, 90, 0, 1, 0), (90, 0, 0, 0, 1), (-90, 77, 0, 0, -1),
            (0, 180, -1, 0, 0), (0, -180, -1, 0, 0),
        ] {
            let difference = try vector(latitude, longitude)
                .chordSquared(to: UnitVector(x: x, y: y, z: z))
            #expect(difference < 1e-30, "\(latitude) \(longitude)")
        }
    }

    // A quarter of a great circle has a chord of √2, half of one a chord of 2.
    @Test("gives metres over the ground for the line through it, and back")
    func metres() throws {
        let quarter = Coordinate.earthRadius * .pi / 2
        #expect(abs(UnitVector.metres(chordSquared: 2) - quarter) < 1e-6)
        #expect(abs(UnitVector.metres(chordSquared: 4) - 2 * quarter) < 1e-6)
        #expect(UnitVector.metres(chordSquared: 0) == 0)
        #expect(abs(UnitVector.chord(metres: quarter) - 2.0.squareRoot()) < 1e-12)
        let place = try #require(Coordinate(latitude: 37.5, longitude: 127))
        let other = try #require(Coordinate(latitude: 37.50001, longitude: 127))
        let chordSquared = UnitVector(place).chordSquared(to: UnitVector(other))
        #expect(
            abs(UnitVector.metres(chordSquared: chordSquared) - place.distance(to: other)) < 1e-6)
    }
}
