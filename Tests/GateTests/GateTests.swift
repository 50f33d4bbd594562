import Domain
import Gate
import Testing

@Suite("Gate")
struct GateTests {
    @Test(
        "a fix 60 s after the reference is judged by its distance",
        arguments: [(499.9, nil), (500.1, "65 distance"), (5000, "65 distance")]
            as [(Double, String?)])
    func distance(north: Double, expected: String?) {
        var rig = Rig.tracking()
        rig.feed(fix(65, north: north, speed: 20))
        #expect(rig.log == ["5 first"] + (expected.map { [$0] } ?? []))
        if expected == nil { #expect(rig.lastRejection == [.near]) }
    }

    @Test("no fix waits: each later one qualifies in its place")
    func debounce() {
        var rig = Rig.tracking()
        for t in 6...66 { rig.feed(fix(Double(t), north: Double(t - 5) * 20, speed: 20)) }
        #expect(rig.log == ["5 first", "65 distance"])
        #expect(rig.lastRejection == [.near, .debounced])
        #expect(rig.accepted.last?.distance.map { abs($0 - 1200) < 0.1 } == true)
        #expect(rig.accepted.last?.seq == 2)
    }

    @Test("an accepted fix within a private zone is marked, one beyond its edge is not")
    func privateZone() throws {
        var settings = GateSettings()
        let middle = try #require(Coordinate(latitude: 36.5, longitude: 127.25))
        settings.privateZones = [PrivacyZone(middle, radius: 600)]
        var rig = Rig.tracking(settings)
        rig.feed(fix(65, north: 599, speed: 20))
        rig.feed(fix(130, north: 1200, speed: 20))
        #expect(rig.accepted.map(\.isPrivate) == [true, true, false])
    }

    @Test("a verdict carries all its reasons")
    func allReasons() {
        var rig = Rig.tracking()
        rig.feed(fix(6, north: 3e6, accuracy: 400, mode: .noFix, device: "/dev/ttyACM1"))
        rig.wait(until: 6.2)
        #expect(rig.lastRejection == [.noFix, .otherDevice, .inaccurate, .jump, .debounced])
        rig.feed(fix(5, north: 10))
        #expect(rig.lastRejection == [.duplicate, .near, .debounced])
        #expect(rig.tracker.summary.rejected[.debounced] == 2)
        #expect(rig.tracker.summary.rejected[.jump] == 1)
        #expect(rig.tracker.summary.fixes == 8)
        #expect(rig.tracker.summary.accepted == 1)
    }

    @Test("noise is 6 × √(5²+40²) = 241.9 m while the receiver tells that it stands")
    func noiseAtRest() {
        var settings = GateSettings(profile: .walk)
        settings.stopAfter = 1e6
        func verdict(_ north: Double) -> [String] {
            var rig = Rig.tracking(settings)
            for t in 6...34 { rig.feed(fix(Double(t), speed: 0.9)) }
            rig.feed(fix(36, north: north, accuracy: 40, speed: 0))
            return rig.log
        }
        #expect(verdict(241) == ["5 first"])
        #expect(verdict(243) == ["5 first", "36 distance"])
    }

    @Test("noise is 3 × √(5²+40²) = 120.9 m once it told of movement")
    func noiseMoving() {
        func verdict(_ north: Double) -> [String] {
            var rig = Rig.tracking(GateSettings(profile: .walk))
            for t in 6...34 { rig.feed(fix(Double(t), speed: 1)) }
            rig.feed(fix(36, north: north, accuracy: 40, speed: 1))
            return rig.log
        }
        #expect(verdict(120) == ["5 first"])
        #expect(verdict(122) == ["5 first", "36 distance"])
    }

    @Test("unknown accuracy is assumed and marked")
    func assumed() {
        var rig = Rig.tracking()
        rig.feed(fix(70, north: 900, accuracy: nil, speed: 20))
        rig.wait(until: 71)
        #expect(rig.log == ["5 first", "70 distance+assumed"])
        #expect(rig.accepted.last?.accuracy == 15)
    }

    @Test("F11 zero is not the best of all, and a receiver without accuracy can be used")
    func noAccuracy() {
        var rig = Rig()
        for t in 0...80 {
            rig.feed(fix(Double(t), north: Double(t) * 20, accuracy: 0, speed: 20))
        }
        #expect(rig.log == ["10 first+assumed", "70 distance+assumed"])
    }

    @Test("stopped: where you parked is kept once, 180 s after the last movement")
    func stopped() {
        var rig = Rig.tracking()
        for t in 6...35 { rig.feed(fix(Double(t), north: Double(t - 5) * 10, speed: 10)) }
        for t in 36...900 { rig.feed(fix(Double(t), north: 300)) }
        // From 60 m on, at 11 s, movement is told and noise is 21.2 m: each third fix begins a rest anew, the last
        // one at 300 m and 35 s.
        #expect(rig.log == ["5 first", "215 stopped"])
        #expect(rig.accepted.last?.distance.map { abs($0 - 300) < 0.1 } == true)
    }

    @Test("stopped: not within noise of the reference")
    func stoppedAtReference() {
        var rig = Rig.tracking()
        for t in 6...600 { rig.feed(fix(Double(t), north: 30)) }
        #expect(rig.log == ["5 first"])
    }

    @Test("heartbeat: repeats the place while parked, with the new report's time")
    func heartbeat() throws {
        var rig = Rig.tracking()
        for t in stride(from: 6.0, through: 3700, by: 1) {
            rig.feed(fix(t, north: 10, accuracy: 8))
        }
        #expect(rig.log == ["5 first", "1805 heartbeat", "3605 heartbeat"])
        let beat = try #require(rig.accepted.last)
        #expect(beat.coordinate == rig.accepted[0].coordinate)
        #expect(beat.distance == 0)
        #expect(beat.accuracy == 5)
        #expect(beat.fix.latitude != beat.coordinate.latitude)
    }

    @Test("heartbeat: an inaccurate fix is enough if it does not contradict")
    func heartbeatInaccurate() {
        // 6 × √(150²+5²) = 900.5 m.
        for (north, expected) in [(880.0, ["5 first", "1805 heartbeat"]), (950, ["5 first"])] {
            var rig = Rig.tracking()
            for t in stride(from: 6.0, through: 1804, by: 1) { rig.feed(fix(t)) }
            rig.feed(fix(1805, north: north, accuracy: 150))
            #expect(rig.log == expected)
            #expect(rig.accepted.last?.distance ?? 0 == 0)
        }
    }

    @Test("heartbeat: its own place when beyond noise but nearer than min_distance_m")
    func heartbeatElsewhere() {
        var settings = GateSettings()
        settings.stopAfter = 1e6
        var rig = Rig.tracking(settings)
        for t in stride(from: 6.0, through: 1805, by: 1) { rig.feed(fix(t, north: 200)) }
        #expect(rig.log == ["5 first", "1805 heartbeat"])
        #expect(rig.accepted.last?.distance.map { abs($0 - 200) < 0.1 } == true)
    }

    @Test("heartbeat: none with max_interval_s 0, none from a jump")
    func noHeartbeat() {
        var settings = GateSettings()
        settings.maxInterval = 0
        var rig = Rig.tracking(settings)
        for t in stride(from: 6.0, through: 4000, by: 1) { rig.feed(fix(t)) }
        #expect(rig.log == ["5 first"])
        var jumping = Rig.tracking()
        for t in stride(from: 6.0, through: 1804, by: 1) { jumping.feed(fix(t)) }
        jumping.feed(fix(1805, north: 1e6))
        #expect(jumping.log == ["5 first"])
    }

    @Test("improved: twice as accurate replaces a coarse reference after min_interval_s")
    func improved() {
        var rig = Rig()
        for t in 0...11 { rig.feed(fix(Double(t), accuracy: 160)) }
        for t in 12...69 { rig.feed(fix(Double(t), accuracy: 60)) }
        #expect(rig.log == ["10 first+coarse"])
        rig.feed(fix(70, accuracy: 81))
        #expect(rig.log == ["10 first+coarse"])
        rig.feed(fix(71, north: 30, accuracy: 80))
        #expect(rig.log == ["10 first+coarse", "71 improved"])
        #expect(rig.accepted.last?.distance.map { abs($0 - 30) < 0.1 } == true)
        for t in 72...300 { rig.feed(fix(Double(t), north: 30, accuracy: 5)) }
        #expect(rig.accepted.count == 2)
    }

    @Test("every-fix accepts every valid fix")
    func everyFix() {
        var rig = Rig.tracking(GateSettings(profile: .everyFix))
        for t in 6...8 { rig.feed(fix(Double(t), north: Double(t))) }
        // Each at its own place, however near.
        #expect(Set(rig.accepted.map(\.coordinate)).count == 4)
        rig.feed(fix(9, north: 1e6))
        rig.feed(fix(9.5, accuracy: 200))
        #expect(rig.log == ["5 first", "6 distance", "7 distance", "8 distance"])
        #expect(rig.lastRejection == [.inaccurate])
    }
}
