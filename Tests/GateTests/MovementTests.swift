import Domain
import Gate
import Testing

@Suite("Movement")
struct MovementTests {
    /// The noise factor after a report each second with these speeds.
    private func factor(_ speeds: [Double?], every seconds: Double = 1) -> Double {
        var movement = Movement()
        for (index, speed) in speeds.enumerated() {
            let now = Moment(seconds: Double(index) * seconds)
            movement.hear(at: now)
            movement.note(speed: speed, at: now)
        }
        return movement.factor
    }

    @Test(
        "takes 5 s of at least 1 m/s, or of unknown speed, for movement",
        arguments: [
            ([0, 0, 0, 0, 0, 0, 0], 6), ([1, 1, 1, 1, 1, 1], 3), ([1, 1, 1, 1, 1], 6),
            ([1, 1, 1, 0.99, 1, 1, 1, 1], 6), ([nil, nil, nil, nil, nil, nil], 3),
            ([nil, 0, nil, 0, nil, 0, nil, 0], 6), ([2, 2, 2, 2, 2, 2, 0, 0], 3), ([], 6),
        ] as [([Double?], Double)])
    func runs(speeds: [Double?], expected: Double) {
        #expect(factor(speeds) == expected)
    }

    @Test("takes a gap of more than 10 s for movement")
    func gap() {
        #expect(factor([0, 0], every: 10) == 6)
        #expect(factor([0, 0], every: 10.1) == 3)
    }

    @Test("begins anew at a reference, whose own speed counts")
    func reset() throws {
        var movement = Movement()
        movement.hear(at: Moment(seconds: 0))
        movement.hear(at: Moment(seconds: 11))
        #expect(movement.factor == 3)
        let place = try #require(Coordinate(latitude: 36.5, longitude: 127.25))
        movement.reset(with: Spot(place, accuracy: 5, speed: 1, at: Moment(seconds: 11)))
        #expect(movement.factor == 6)
        movement.note(speed: 1, at: Moment(seconds: 16))
        #expect(movement.factor == 3)
    }
}
