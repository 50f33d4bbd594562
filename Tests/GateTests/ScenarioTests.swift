import Domain
import Gate
import Testing

@Suite("Scenarios")
struct ScenarioTests {
    @Test("a KTX at 83 m/s: a fix each minute, and both ends of a tunnel")
    func ktx() {
        var rig = Rig(GateSettings(profile: .train), base: .fixTime)
        for t in 0...3600 where !(1000..<1300).contains(t) {
            rig.feed(fix(Double(t), north: Double(t) * 83, speed: 83))
        }
        rig.send(.finish)
        // Moving, no fix agrees with one 5 s older, so the first is the latest at 10 s.
        let before = (0...16).map { 10 + $0 * 60 }
        let after = (0...38).map { 1300 + $0 * 60 }
        let expected =
            before.map { $0 == 10 ? "10 first" : "\($0) distance" } + ["999 lost"]
            + after.map { "\($0) distance" } + ["3600 lost"]
        #expect(rig.log == expected)
    }

    @Test("a train with a bad antenna stays: coarse fixes, each minute")
    func badAntenna() {
        var rig = Rig(base: .fixTime)
        for t in 0...1000 {
            rig.feed(fix(Double(t), north: Double(t) * 83, accuracy: 200, speed: 83))
        }
        // 10 m/s must be told for 60 s since tracking began at 11 s.
        let expected = (0...15).map { "\(71 + $0 * 60) distance+coarse" }
        #expect(rig.log == ["10 first+coarse"] + expected)
    }

    @Test("a garage does not walk")
    func garage() {
        var noise = Noise(seed: 7)
        var rig = Rig.tracking(base: .fixTime)
        for t in 6...7200 {
            rig.feedQuietly(
                fix(
                    Double(t), north: noise.next() * 100, accuracy: 150 + abs(noise.next()) * 100,
                    speed: abs(noise.next()), east: noise.next() * 100))
        }
        rig.send(.finish)
        #expect(Set(rig.accepted.map(\.coordinate)).count == 1)
        #expect(rig.log.dropFirst().allSatisfy { $0.hasSuffix("heartbeat") })
        #expect(rig.accepted.count >= 3)
    }

    @Test(
        "F03 parked for a day, nothing moves: σ, accuracy, slow drift",
        arguments: [
            (1.5, 4.0, 0.0, Profile.significant), (6, 12, 0, .walk), (6, 12, 25, .walk),
            (20, 40, 25, .walk), (20, 40, 0, .vehicle), (40, 80, 40, .significant),
        ])
    func parked(sigma: Double, accuracy: Double, drift: Double, profile: Profile) {
        var noise = Noise(seed: 42)
        var rig = Rig(GateSettings(profile: profile), base: .fixTime)
        for t in stride(from: 0, through: 86_400, by: 5) {
            // There and back in 20 minutes.
            let phase = Double(t % 1200) / 600
            rig.feedQuietly(
                fix(
                    Double(t), north: noise.next() * sigma + drift * min(phase, 2 - phase),
                    accuracy: accuracy, speed: abs(noise.next()) * 0.3,
                    east: noise.next() * sigma))
        }
        rig.send(.finish)
        #expect(Set(rig.accepted.map(\.coordinate)).count == 1)
        // One at the start, and one each half hour: 86 400 / 1800 = 48, the last of them cut off.
        #expect(rig.accepted.count == 48)
        #expect(rig.log.dropFirst().allSatisfy { $0.hasSuffix("heartbeat") })
    }

    @Test("F04 teleports there and back leave no trace")
    func teleports() {
        var rig = Rig.tracking(base: .fixTime)
        for t in 6...600 {
            let away = t % 50 == 0
            rig.feed(fix(Double(t), north: away ? 4.4e6 : 0))
        }
        #expect(rig.log == ["5 first"])
        #expect(rig.tracker.summary.rejected[.jump] == 12)
    }

    @Test("a ferry with the power off: 300 km in 3 h, at once; a plane: 1400 km in 2 h, after 10 s")
    func powerOff() {
        var ferry = Rig.tracking(base: .fixTime)
        for t in 10_805...10_900 { ferry.feed(fix(Double(t), north: 300_000)) }
        #expect(ferry.log == ["5 first", "10805 distance+heartbeat"])
        var plane = Rig.tracking(base: .fixTime)
        for t in 7205...7300 { plane.feed(fix(Double(t), north: 1_400_000)) }
        #expect(plane.log == ["5 first", "7215 distance+heartbeat"])
    }

    @Test("every stop is kept: ten drives of 400 m, each with a stop of five minutes")
    func stops() {
        var rig = Rig.tracking(base: .fixTime)
        var t = 6.0
        var north = 0.0
        for _ in 0..<10 {
            for _ in 0..<40 {
                north += 10
                rig.feed(fix(t, north: north, speed: 10))
                t += 1
            }
            for _ in 0..<300 {
                rig.feed(fix(t, north: north))
                t += 1
            }
        }
        #expect(rig.log.filter { $0.hasSuffix("stopped") }.count == 10)
        let places = rig.accepted.filter { $0.reasons == [.stopped] }.map(\.coordinate.latitude)
        for (index, latitude) in places.enumerated() {
            #expect(abs((latitude - 36.5) * metresPerDegree - Double(index + 1) * 400) < 0.1)
        }
    }

    @Test("G14 a lost fix is not a place although coordinates go on")
    func fixLost() {
        var rig = Rig.tracking()
        for t in 6...125 {
            rig.feed(fix(Double(t), mode: .noFix).timed(nil), at: Double(t))
        }
        #expect(rig.log == ["5 first"])
        #expect(rig.tracker.summary.rejected[.noFix] == 120)
        #expect(rig.tracker.lastAccepted?.seq == 1)
    }

    @Test("F14 the wall clock steps and nothing changes", arguments: [-7200.0, 0, 21_600])
    func wallClock(step: Double) {
        var rig = Rig.tracking()
        rig.send(.wallClock(zero.adding(seconds: 6 + step), synchronised: true), at: 6)
        for t in 7...130 { rig.feed(fix(Double(t), north: Double(t - 5) * 20, speed: 20)) }
        #expect(rig.log == ["5 first", "65 distance", "125 distance"])
        rig.wait(until: 300)
        #expect(rig.log.last == "130 lost")
    }

    @Test("F16 parked for 26 h: a sign of life each half hour, and after midnight")
    func signOfLife() {
        var rig = Rig.tracking(base: .fixTime)
        for t in stride(from: 6.0, through: 26 * 3600, by: 10) { rig.feed(fix(t)) }
        // 93 600 s / 1800 s = 52, less what the first and each rounding up to 10 s cost.
        #expect(rig.accepted.count == 52)
        #expect(rig.accepted.allSatisfy { ($0.distance ?? 0) == 0 })
    }

    @Test("F12 the same recording twice adds nothing the second time")
    func twice() {
        var rig = Rig(GateSettings(profile: .everyFix), base: .fixTime)
        for _ in 0..<2 {
            for t in [10.0, 11, 11, 9, 12, 15, 16] {
                rig.feed(fix(t, north: (t - 10) * 30, speed: 30))
            }
        }
        rig.send(.finish)
        let times = rig.accepted.map(\.time)
        #expect(times == times.sorted() && Set(times).count == times.count)
        #expect(times.last == zero.adding(seconds: 16))
    }

    @Test("G18 a step of two seconds back loses no minute")
    func leapSecond() {
        var rig = Rig.tracking()
        for t in 6...200 {
            let told = t < 100 ? Double(t) : Double(t) - 2
            rig.feed(fix(told, north: Double(t - 5) * 20, speed: 20), at: Double(t))
        }
        #expect(rig.log == ["5 first", "65 distance", "123 distance", "183 distance"])
        #expect(rig.accepted.allSatisfy { ($0.distance ?? 0) >= 0 })
    }
}
