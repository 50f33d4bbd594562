import Domain
import Gate
import Testing

@Suite("Validity step")
struct ValidityTests {
    @Test(
        "F07 F13 G22 G23 turns away what is no place",
        arguments: [
            (36.5, 127.25, .threeD, []), (36.5, 127.25, .twoD, []),
            (36.5, 127.25, .noFix, .noFix), (36.5, 127.25, .unknown, .noFix),
            (nil, nil, .noFix, .noFix), (nil, nil, .threeD, .badCoordinate),
            (nil, 127.25, .threeD, .badCoordinate), (36.5, nil, .threeD, .badCoordinate),
            (nil, 127.25, .noFix, [.noFix, .badCoordinate]),
            (.nan, 127.25, .threeD, .badCoordinate), (36.5, .infinity, .threeD, .badCoordinate),
            (90.5, 127.25, .threeD, .badCoordinate), (36.5, 190, .threeD, .badCoordinate),
            (1144, 127.25, .threeD, .badCoordinate), (36.5, 655.35, .threeD, .badCoordinate),
            (90, 180, .threeD, []), (-90, -180, .threeD, []),
            (0, 0, .threeD, .nullIsland), (-0.0, 0, .threeD, .nullIsland),
            // 8.9e-6° is 0.99 m, 9.1e-6° is 1.01 m.
            (8.9e-6, 0, .threeD, .nullIsland), (0, -8.9e-6, .threeD, .nullIsland),
            (9.1e-6, 0, .threeD, []), (0, 127.25, .threeD, []), (51.48, 0, .threeD, []),
            (0, 0, .noFix, [.noFix, .nullIsland]),
        ] as [(Double?, Double?, Fix.Mode, Rejections)])
    func table(latitude: Double?, longitude: Double?, mode: Fix.Mode, expected: Rejections) {
        let report = fix(0, mode: mode).at(latitude, longitude)
        #expect(Validity.check(report).rejections == expected)
    }
}
