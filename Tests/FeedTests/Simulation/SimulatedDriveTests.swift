import Domain
import Feed
import Testing

@Suite("A simulated drive")
struct SimulatedDriveTests {
    /// 11 119.5 m along a meridian, with a stop of 30 s half way.
    private func drive(cruise: Double) throws -> [SimulatedDrive.State] {
        let points = try [0.0, 0.05, 0.1].map { latitude in
            Route.Point(
                try #require(Coordinate(latitude: latitude, longitude: 0)),
                stop: latitude == 0.05 ? 30 : 0)
        }
        let route = try #require(Route(points))
        return Array(SimulatedDrive(route: route, settings: .init(cruise: cruise)))
    }

    @Test("starts and ends at rest, at both ends of the route, and never runs backwards")
    func endsAtTheEnd() throws {
        let states = try drive(cruise: 50)
        let last = try #require(states.last)
        #expect(states.first?.speed == 0)
        #expect(last.speed == 0)
        #expect(abs(last.coordinate.latitude - 0.1) < 1e-9)
        #expect(zip(states, states.dropFirst()).allSatisfy { $0.travelled <= $1.travelled })
    }

    @Test("never exceeds its cruising speed nor its acceleration")
    func limits() throws {
        let states = try drive(cruise: 50)
        #expect(states.map(\.speed).max() == 50)
        #expect(zip(states, states.dropFirst()).allSatisfy { $1.speed - $0.speed <= 0.5 })
    }

    @Test("waits at a stop for as long as the route says")
    func waits() throws {
        let resting = try drive(cruise: 50).filter {
            abs($0.coordinate.latitude - 0.05) < 1e-9 && $0.speed == 0
        }
        #expect(resting.count == 31)
    }
}
