import Domain
import Gate
import Testing

@Suite("Sighting")
struct SightingTests {
    @Test(
        "F11 unknown, zero and nonsensical accuracy is assumed from the mode",
        arguments: [
            (nil, Fix.Mode.threeD, 15.0, true), (0, .threeD, 15, true), (-1, .threeD, 15, true),
            (.nan, .threeD, 15, true), (.infinity, .threeD, 15, true), (nil, .twoD, 50, true),
            (12, .threeD, 12, false), (12, .twoD, 12, false),
        ] as [(Double?, Fix.Mode, Double, Bool)])
    func accuracy(told: Double?, mode: Fix.Mode, expected: Double, assumed: Bool) {
        let sighting = Sighting(
            fix(0, accuracy: told, mode: mode), at: Moment(seconds: 0))
        #expect(sighting.accuracy == expected)
        #expect(sighting.assumed == assumed)
    }

    @Test(
        "a speed that is none is unknown",
        arguments: [
            (nil, nil), (.nan, nil), (.infinity, nil), (-1, nil), (0, 0), (83, 83),
        ] as [(Double?, Double?)])
    func speed(told: Double?, expected: Double?) {
        #expect(Sighting(fix(0, speed: told), at: Moment(seconds: 0)).speed == expected)
    }
}
