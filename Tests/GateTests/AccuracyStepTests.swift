import Domain
import Gate
import Testing

@Suite("Accuracy step")
struct AccuracyStepTests {
    /// Reference at 0 m and 0 s with an accuracy of 5 m; each fix is seconds, metres, accuracy, speed.
    private func check(_ fixes: [(Double, Double, Double, Double?)]) throws -> [String] {
        let place = try #require(fix(0).coordinate)
        let reference = Spot(place, accuracy: 5, at: Moment(seconds: 0))
        var step = AccuracyStep()
        return fixes.map { t, north, accuracy, speed in
            let report = fix(t, north: north, accuracy: accuracy, speed: speed)
            var sighting = Sighting(report, at: Moment(seconds: t))
            sighting.coordinate = report.coordinate
            sighting.distance = north
            step.check(&sighting, from: reference, GateSettings())
            return sighting.coarse
                ? "coarse" : sighting.rejections.isEmpty ? "passes" : "inaccurate"
        }
    }

    /// A fix each second, all alike but for their distance.
    private func run(
        _ seconds: ClosedRange<Int>, accuracy: Double, speed: Double?,
        north: (Double) -> Double
    ) -> [(Double, Double, Double, Double?)] {
        seconds.map { (Double($0), north(Double($0)), accuracy, speed) }
    }

    @Test("passes up to max_accuracy_m", arguments: [(100.0, "passes"), (100.1, "inaccurate")])
    func limit(accuracy: Double, expected: String) throws {
        #expect(try check([(1, 0, accuracy, 0)]) == [expected])
    }

    @Test("a ride of 60 s at 10 m/s passes as coarse when far enough")
    func riding() throws {
        let ride = run(1...61, accuracy: 200, speed: 10) { $0 * 10 }
        let verdicts = try check(ride)
        #expect(verdicts.dropLast().allSatisfy { $0 == "inaccurate" })
        #expect(verdicts.last == "coarse")
        // Slower once, 9.9 m/s, and it begins anew.
        var slower = ride
        slower[30].3 = 9.9
        #expect(try check(slower).last == "inaccurate")
        var unknown = ride
        unknown[30].3 = nil
        #expect(try check(unknown).last == "inaccurate")
    }

    @Test("riding: beyond √(a²+b²) is enough, and min_distance_m is needed")
    func ridingDistance() throws {
        // √(800²+5²) = 800.02 m.
        var ride = run(1...61, accuracy: 800, speed: 10) { _ in 0 }
        ride[60].1 = 800
        #expect(try check(ride).last == "inaccurate")
        ride[60].1 = 801
        #expect(try check(ride).last == "coarse")
        var near = run(1...61, accuracy: 101, speed: 10) { _ in 0 }
        near[60].1 = 499
        #expect(try check(near).last == "inaccurate")
        near[60].1 = 500
        #expect(try check(near).last == "coarse")
    }

    @Test(
        "riding: accurate fixes count too, a tunnel of a minute breaks nothing, a longer one does")
    func ridingGap() throws {
        let before = run(1...31, accuracy: 5, speed: 30) { $0 * 30 }
        #expect(try check(before + [(91, 2730, 200, 30)]).last == "coarse")
        #expect(try check(before + [(91.1, 2733, 200, 30)]).last == "inaccurate")
    }

    @Test("standing: 60 s of only inaccurate fixes, each beyond 3 × √(a²+b²)")
    func far() throws {
        // 3 × √(200²+5²) = 600.2 m.
        let away = run(1...61, accuracy: 200, speed: 0) { _ in 601 }
        #expect(try check(away).last == "coarse")
        var oneNear = away
        oneNear[30].1 = 600
        #expect(try check(oneNear).last == "inaccurate")
        var oneAccurate = away
        oneAccurate[30].2 = 50
        #expect(try check(oneAccurate).last == "inaccurate")
    }

    @Test("standing: a gap of over 10 s begins anew")
    func farGap() throws {
        let fixes = stride(from: 1.0, through: 61, by: 10).map {
            ($0, 601.0, 200.0, 0.0 as Double?)
        }
        #expect(try check(fixes).last == "coarse")
        let sparse = stride(from: 1.0, through: 100, by: 10.1).map {
            ($0, 601.0, 200.0, 0.0 as Double?)
        }
        #expect(try check(sparse).allSatisfy { $0 == "inaccurate" })
    }
}
