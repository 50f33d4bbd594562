import Domain
import Gate
import Testing

@Suite("Acquiring")
struct AcquisitionTests {
    @Test("takes the first good fix with another one, at least 5 s older, that agrees")
    func agreement() {
        var rig = Rig()
        for t in [0.0, 1, 2, 3, 4, 4.9, 5] { rig.feed(fix(t, accuracy: 20)) }
        #expect(rig.log == ["5 first"])
        #expect(rig.accepted[0].seq == 1)
        #expect(rig.accepted[0].distance == nil)
        #expect(rig.modes == [.acquiring, .tracking])
    }

    @Test("is not content with one over desired_accuracy_m")
    func wish() {
        var rig = Rig()
        for t in 0...9 { rig.feed(fix(Double(t), accuracy: 20.1)) }
        #expect(rig.log == [])
    }

    @Test("at its time limit takes the most accurate so far, the latest of equals")
    func timeout() {
        var rig = Rig()
        for (t, accuracy) in [(0.0, 90.0), (1, 40), (2, 70), (3, 40), (4, 41)] {
            rig.feed(fix(t, north: t, accuracy: accuracy))
        }
        rig.wait(until: 9.9)
        #expect(rig.log == [])
        rig.wait(until: 10)
        #expect(rig.log == ["3 first"])
    }

    @Test("counts its time limit from the first fix, as a cold receiver has none for long")
    func cold() {
        var rig = Rig()
        for t in 0...40 { rig.feed(fix(Double(t), mode: .noFix)) }
        rig.feed(fix(41, accuracy: 60))
        rig.wait(until: 50.9)
        #expect(rig.log == [])
        rig.wait(until: 51)
        #expect(rig.log == ["41 first"])
    }

    @Test("marks what is worse than max_accuracy_m as coarse")
    func coarse() {
        var rig = Rig()
        rig.feed(fix(0, accuracy: 100.1))
        rig.wait(until: 10)
        #expect(rig.log == ["0 first+coarse"])
    }

    @Test("F01 a poor first fix becomes no reference")
    func poorFirst() {
        var settings = GateSettings()
        settings.maxAccuracy = 50
        settings.minDistance = 100
        var rig = Rig(settings)
        rig.feed(fix(0, north: 380, accuracy: 400))
        for t in stride(from: 10.0, through: 600, by: 10) {
            rig.feed(fix(t, north: t.truncatingRemainder(dividingBy: 20), accuracy: 6))
        }
        #expect(rig.log == ["10 first"])
    }

    @Test("F06 yesterday's place, told twice with the same time, is not the first")
    func yesterday() {
        var rig = Rig()
        let old = fix(-9 * 3600, accuracy: 15).at(36.9, 127.9)
        rig.feed(old, at: 0)
        rig.feed(old, at: 1)
        for t in 2...30 { rig.feed(fix(Double(t), accuracy: 15)) }
        #expect(rig.log == ["7 first"])
        #expect(rig.accepted[0].coordinate.latitude == 36.5)
    }

    @Test("a better receiver takes over while acquiring")
    func devices() {
        var rig = Rig()
        for t in 0...20 {
            rig.feed(fix(Double(t), north: 50, accuracy: 80, device: "/dev/ttyUSB0"))
            rig.feed(fix(Double(t), accuracy: 4))
        }
        #expect(rig.log == ["5 first"])
        #expect(rig.accepted[0].accuracy == 4)
    }

    @Test("the end of a short recording takes the best")
    func short() {
        var rig = Rig(base: .fixTime)
        for t in 0...3 { rig.feed(fix(Double(t), accuracy: 30)) }
        rig.send(.finish)
        #expect(rig.log == ["3 first"])
    }
}
