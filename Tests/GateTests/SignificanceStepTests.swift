import Domain
import Gate
import Testing

@Suite("Significance and debounce steps")
struct SignificanceStepTests {
    @Test(
        "the distance from the reference decides; equal to the limit passes",
        arguments: [
            (500, false, 500, []), (499.9, false, 500, .near), (600, true, 500, .near),
            (0, true, 0, []), (0, false, 0, []),
        ] as [(Double, Bool, Double, Rejections)])
    func distance(distance: Double, withinNoise: Bool, least: Double, expected: Rejections) {
        var settings = GateSettings()
        settings.minDistance = least
        var sighting = Sighting(fix(0), at: Moment(seconds: 0))
        sighting.distance = distance
        #expect(
            SignificanceStep.check(sighting, withinNoise: withinNoise, settings) == expected)
    }

    @Test(
        "min_interval_s counts from the reference's own moment; equal to the limit passes",
        arguments: [(59.999, .debounced), (60, []), (61, [])] as [(Double, Rejections)])
    func debounce(seconds: Double, expected: Rejections) throws {
        let place = try #require(fix(0).coordinate)
        // Seconds since 1970, where a Double is least exact.
        let start = Moment(zero.adding(seconds: 0.1))
        let sighting = Sighting(fix(0), at: Moment(zero.adding(seconds: 0.1 + seconds)))
        let reference = Spot(place, accuracy: 5, at: start)
        #expect(DebounceStep.check(sighting, from: reference, GateSettings()) == expected)
        #expect(DebounceStep.check(sighting, from: nil, GateSettings()) == [])
    }
}
