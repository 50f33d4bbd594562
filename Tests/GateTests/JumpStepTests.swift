import Domain
import Gate
import Testing

@Suite("Jump step")
struct JumpStepTests {
    @Test(
        "allows 1.5 × the larger speed + 30 m/s, and 600 km/h after a gap or without a speed",
        arguments: [
            (10, 20, 5, 60), (20, 10, 10, 60), (10, 20, 10.5, 600 / 3.6), (nil, nil, 1, 600 / 3.6),
            (nil, 0, 1, 30), (0, nil, 1, 30), (83, 83, 1, 154.5), (200, 100, 60, 330),
        ] as [(Double?, Double?, Double, Double)])
    func limit(a: Double?, b: Double?, seconds: Double, expected: Double) {
        let limit = JumpStep.limit(a, b, over: seconds, GateSettings())
        #expect(abs(limit - expected) < 1e-9)
    }

    /// Whether each of these fixes (seconds, metres north, speed) is a jump; accuracy 5 m, noise 3 ×.
    private func jumps(
        _ fixes: [(Double, Double, Double?)], _ settings: GateSettings = GateSettings()
    ) -> [Bool] {
        var step = JumpStep()
        return fixes.map { t, north, speed in
            let report = fix(t, north: north, speed: speed)
            var sighting = Sighting(report, at: Moment(seconds: t))
            sighting.coordinate = report.coordinate
            sighting.time = report.time
            step.check(&sighting, noiseFactor: 3, settings)
            return sighting.rejections.contains(.jump)
        }
    }

    @Test("subtracts noise: 3 × √(5²+5²) = 21.2 m")
    func noise() {
        // 30 m/s × 1 s + 21.2 m = 51.2 m.
        #expect(jumps([(0, 0, 0), (1, 51, 0)]) == [false, false])
        #expect(jumps([(0, 0, 0), (1, 51.5, 0)]) == [false, true])
    }

    @Test("over a gap, 166.7 m/s × 20 s + 21.2 m = 3 354.5 m")
    func overAGap() {
        #expect(jumps([(0, 0, 0), (20, 3354, 0)]) == [false, false])
        #expect(jumps([(0, 0, 0), (20, 3355, 0)]) == [false, true])
    }

    @Test("max_speed_kmh 0 means no jump test")
    func off() {
        var settings = GateSettings()
        settings.maxSpeed = 0
        #expect(jumps([(0, 0, 0), (1, 9e5, 0)], settings) == [false, false])
    }

    @Test("F04 one fix far away is a jump, and the way back is none")
    func thereAndBack() {
        #expect(jumps([(0, 0, 0), (5, 4.4e6, 0), (10, 11, 0)]) == [false, true, false])
    }

    @Test("ends the veto when three that agree span 10 s")
    func end() {
        let far = 1e6
        #expect(
            jumps([(0, 0, 0), (1, far, 0), (6, far, 0), (11, far, 0), (12, far, 0)])
                == [false, true, true, false, false])
        // Only two, or only 9 s.
        #expect(jumps([(0, 0, 0), (1, far, 0), (11, far, 0)]) == [false, true, true])
        #expect(
            jumps([(0, 0, 0), (1, far, 0), (5, far, 0), (10, far, 0)])
                == [false, true, true, true])
    }

    @Test("keeps the veto when they do not agree, or the old place is seen between")
    func kept() {
        #expect(
            jumps([(0, 0, 0), (1, 1e6, 0), (6, 2e6, 0), (11, 1e6, 0), (16, 2e6, 0)])
                == [false, true, true, true, true])
        #expect(
            jumps([(0, 0, 0), (1, 1e6, 0), (6, 1e6, 0), (7, 0, 0), (11, 1e6, 0)])
                == [false, true, true, false, true])
    }

    @Test("fixes of one burst are no jumps: their own times count too")
    func burst() {
        var step = JumpStep()
        for second in 0...20 {
            let report = fix(Double(second), north: Double(second) * 83, speed: 83)
            // All of them arrive at 20 s.
            var sighting = Sighting(report, at: Moment(seconds: 20))
            sighting.coordinate = report.coordinate
            sighting.time = report.time
            step.check(&sighting, noiseFactor: 3, GateSettings())
            #expect(sighting.rejections == [])
        }
    }

    @Test("does not remember an inaccurate fix unless it is accepted")
    func inaccurate() {
        var step = JumpStep()
        func ask(_ t: Double, _ north: Double, rejected: Rejections = []) -> Bool {
            let report = fix(t, north: north)
            var sighting = Sighting(report, at: Moment(seconds: t))
            sighting.coordinate = report.coordinate
            sighting.time = report.time
            sighting.rejections = rejected
            step.check(&sighting, noiseFactor: 3, GateSettings())
            return sighting.rejections.contains(.jump)
        }
        let answers = [
            ask(0, 0), ask(1, 5000, rejected: .inaccurate), ask(2, 5000, rejected: .inaccurate),
            ask(3, 0),
        ]
        #expect(answers == [false, true, true, false])
    }

    @Test("F13 two fixes on both sides of the pole are 22 m apart and no jump")
    func pole() {
        var step = JumpStep()
        var answers: [Rejections] = []
        for (t, longitude) in [(3.0, 0.0), (4, 180)] {
            let report = fix(t).at(89.9999, longitude)
            var sighting = Sighting(report, at: Moment(seconds: t))
            sighting.coordinate = report.coordinate
            step.check(&sighting, noiseFactor: 3, GateSettings())
            answers.append(sighting.rejections)
        }
        #expect(answers == [[], []])
    }
}
