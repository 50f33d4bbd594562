import Domain
import Gate
import Testing

@Suite("Lost fixes and timers")
struct TrackerTimersTests {
    /// A ride of 20 m/s from 6 s to 40 s: 700 m from the reference at the end.
    private func ride(_ rig: inout Rig) {
        for t in 6...40 { rig.feed(fix(Double(t), north: Double(t - 5) * 20, speed: 20)) }
    }

    @Test("a tunnel: 60 s without an acceptable fix keeps the last good one")
    func tunnel() {
        var rig = Rig.tracking()
        ride(&rig)
        rig.feed(fix(41, accuracy: 300))
        rig.wait(until: 99.9)
        #expect(rig.log == ["5 first"])
        rig.wait(until: 100)
        #expect(rig.log == ["5 first", "40 lost"])
        rig.wait(until: 5000)
        #expect(rig.accepted.count == 2)
    }

    @Test("the debounce counts from the lost fix's own time")
    func ownTime() {
        var rig = Rig.tracking()
        ride(&rig)
        rig.feed(fix(101, north: 1900, speed: 20))
        #expect(rig.log == ["5 first", "40 lost", "101 distance"])
    }

    @Test("nothing is lost within noise of the reference")
    func parked() {
        var rig = Rig.tracking()
        for t in 6...40 { rig.feed(fix(Double(t), north: 20)) }
        rig.wait(until: 200)
        rig.send(.finish, at: 201)
        #expect(rig.log == ["5 first"])
    }

    @Test("SIGTERM keeps it at once")
    func finish() {
        var rig = Rig.tracking()
        ride(&rig)
        rig.send(.finish, at: 41)
        #expect(rig.log == ["5 first", "40 lost"])
    }

    @Test("the end of a recording keeps it, with a fix still held")
    func endOfRecording() {
        var rig = Rig.tracking(base: .fixTime)
        ride(&rig)
        rig.feed(fix(41, north: 720, speed: nil))
        rig.send(.finish)
        #expect(rig.log == ["5 first", "41 lost"])
    }

    @Test("a power cut loses no stop: it is saved once a minute and accepted at the next start")
    func restart() throws {
        var rig = Rig.tracking()
        for t in 6...30 { rig.feed(fix(Double(t), north: Double(t - 5) * 10, speed: 10)) }
        for t in 31...80 { rig.feed(fix(Double(t), north: 250)) }
        let times = rig.saves.map { $0.unkept?.time?.seconds(since: zero) }
        // At the first good fix there was nothing to lose.
        #expect(times == [66])
        let state = try SavedState(json: try #require(rig.saves.last).json())

        var again = Rig(saved: state)
        #expect(again.log == ["66 lost"])
        #expect(again.accepted[0].coordinate.latitude == 36.5 + 250 / metresPerDegree)
        // Not a third time.
        #expect(again.saves == [SavedState()])
        for t in 1000...1005 { again.feed(fix(Double(t), north: 250)) }
        #expect(again.log == ["66 lost", "1005 first"])
    }

    @Test("what was saved is forgotten when the vehicle came back")
    func cameBack() {
        var settings = GateSettings()
        settings.stopAfter = 1e6
        var rig = Rig.tracking(settings)
        // At 66 s it is 200 m away, at 86 s back, and then nothing is received.
        for t in 6...86 {
            let away = t <= 66 ? min(200, (t - 5) * 10) : (86 - t) * 10
            rig.feed(fix(Double(t), north: Double(away), speed: 10))
        }
        #expect(rig.tracker.saved.unkept != nil)
        rig.wait(until: 200)
        #expect(rig.tracker.saved == SavedState())
        #expect(rig.log == ["5 first"])
    }

    @Test("what was saved is forgotten when a later fix is accepted")
    func forgotten() {
        var rig = Rig.tracking()
        for t in 6...70 { rig.feed(fix(Double(t), north: Double(t - 5) * 7, speed: 7)) }
        #expect(rig.saves.count == 1)
        for t in 71...90 { rig.feed(fix(Double(t), north: Double(t - 5) * 7, speed: 7)) }
        #expect(rig.log == ["5 first", "77 distance"])
        #expect(rig.saves.count == 2)
        #expect(rig.tracker.saved == SavedState())
    }

    @Test("L17 a parked day saves nothing, and a replay never does")
    func saves() {
        var rig = Rig.tracking()
        for t in stride(from: 6.0, through: 86_400, by: 10) { rig.feed(fix(t, north: 8)) }
        #expect(rig.saves.isEmpty)
        var replay = Rig.tracking(base: .fixTime)
        for t in 6...200 { replay.feed(fix(Double(t), north: Double(t - 5) * 7, speed: 7)) }
        replay.send(.finish)
        #expect(replay.saves.isEmpty)
    }

    @Test("a report that waits for more is due after 0.2 s")
    func merger() {
        var rig = Rig.tracking()
        rig.feed(fix(70, north: 900, speed: nil))
        #expect(rig.tracker.deadline == Moment(seconds: 70.2))
        rig.wait(until: 70.1)
        #expect(rig.log == ["5 first"])
        rig.wait(until: 70.2)
        #expect(rig.log == ["5 first", "70 distance"])
    }

    @Test("hearing of the wall clock costs no action: what is due waits for the next input")
    func wallClock() {
        var rig = Rig.tracking()
        ride(&rig)
        rig.send(.wallClock(zero.adding(seconds: 200), synchronised: true), at: 200)
        #expect(rig.log == ["5 first"])
        rig.send(.tick, at: 200)
        #expect(rig.log == ["5 first", "40 lost"])
    }

    @Test("a replay needs no timer and gives what live gives")
    func replay() {
        var live = Rig.tracking()
        var replay = Rig.tracking(base: .fixTime)
        #expect(replay.tracker.deadline == nil)
        for t in 6...4000 where !(1000..<1500).contains(t) && t % 700 > 3 {
            let report = fix(Double(t), north: Double(t - 5) * 25, speed: 25)
            live.feed(report)
            replay.feed(report)
        }
        live.send(.finish)
        replay.send(.finish)
        #expect(live.log == replay.log)
        #expect(live.log.count > 60)
    }
}
