import Domain
import Gate
import Testing

/// A straight drive north at 20 m/s from 5 s on, a fix a second, unless said otherwise.
///
/// Who drives has no two fixes that agree, so the first position is the newest at acquire_timeout_s, 10 s.
@Suite("What of the fixes becomes the track")
struct TrackerTrackTests {
    private func drive(_ rig: inout Rig, _ seconds: ClosedRange<Int>) {
        for t in seconds { rig.feed(fix(Double(t), north: Double(t - 5) * 20, speed: 20)) }
    }

    @Test(
        "It begins with the first position, and an accepted fix is always a point of it, told before"
    )
    func acceptedFixes() {
        var rig = Rig()
        drive(&rig, 0...100)
        // 500 m and 60 s after it.
        #expect(rig.log == ["10 first", "70 distance"])
        #expect(rig.track == ["|10", "70"])
        let order = rig.actions.compactMap { action in
            switch action {
            case .track: "track"
            case .accepted: "fix"
            default: nil
            }
        }
        #expect(order == ["track", "fix", "track", "fix"])
        #expect(rig.tracker.summary.trackPoints == 2)
    }

    @Test("A bend between two accepted fixes is kept when the fixes after it show that it matters")
    func bend() {
        var rig = Rig()
        drive(&rig, 0...30)
        for t in 31...40 {
            rig.feed(fix(Double(t), north: 500, speed: 20, east: Double(t - 30) * 20))
        }
        #expect(rig.track == ["|10", "30"])
    }

    @Test("The last point of a stay of a minute is kept, so that it tells when it was left")
    func departure() {
        var rig = Rig()
        drive(&rig, 0...20)
        for t in 21...81 { rig.feed(fix(Double(t), north: 310, speed: 0)) }
        for t in 82...90 { rig.feed(fix(Double(t), north: Double(t - 81) * 20 + 310, speed: 20)) }
        #expect(rig.track == ["|10", "81"])
        var light = Rig()
        drive(&light, 0...20)
        for t in 21...69 { light.feed(fix(Double(t), north: 310, speed: 0)) }
        for t in 70...80 { light.feed(fix(Double(t), north: Double(t - 69) * 20 + 310, speed: 20)) }
        #expect(!light.track.contains("69"))
    }

    @Test("The distance is that of the track, and straight through a tunnel")
    func distance() {
        var rig = Rig()
        drive(&rig, 0...100)
        // From 10 s, where the first position is taken, to the last point that is kept.
        #expect(abs(rig.tracker.summary.distance - 1200) < 1)
        // 300 s at 20 m/s without a fix.
        drive(&rig, 400...500)
        #expect(abs(rig.tracker.summary.distance - 9000) < 1000)
    }

    @Test("Inaccurate, coarse and impossible fixes are no part of it")
    func bad() {
        var rig = Rig.tracking()
        rig.feed(fix(6, north: 90, accuracy: 101, speed: 20))
        rig.feed(fix(7, north: 50_000, speed: 20))
        rig.feed(fix(8, north: 60, speed: 20))
        rig.send(.finish, at: 9)
        #expect(rig.track == ["|5", "8"])
    }

    @Test("It goes on through a refresh")
    func refresh() {
        var rig = Rig.tracking()
        rig.send(.refresh(1), at: 5)
        for t in 6...9 {
            rig.feed(fix(Double(t), north: Double(t - 5) * 20, accuracy: 30, speed: 20))
        }
        rig.feed(fix(10, north: 100, accuracy: 5, speed: 20))
        #expect(rig.log.last == "10 refresh")
        #expect(rig.track == ["|5", "10"])
    }

    @Test("It may begin with the answer to a refresh")
    func refreshFirst() {
        var rig = Rig()
        rig.send(.refresh(1), at: 0)
        rig.feed(fix(1))
        #expect(rig.log == ["1 refresh"])
        #expect(rig.track == ["|1"])
    }

    @Test("A pause, an override and a silence of gap_s begin a new segment")
    func segments() throws {
        let hill = try #require(Coordinate(latitude: 36.6, longitude: 127.3))
        var rig = Rig.tracking()
        drive(&rig, 6...20)
        rig.send(.pause, at: 20)
        drive(&rig, 21...40)
        rig.send(.resume, at: 40)
        drive(&rig, 41...60)
        rig.send(.override(Override(coordinate: hill)), at: 60)
        drive(&rig, 61...80)
        rig.send(.clearOverride, at: 80)
        drive(&rig, 81...100)
        rig.wait(until: 300)
        drive(&rig, 301...320)
        rig.send(.finish, at: 320)
        #expect(
            rig.track == ["|5", "20", "|41", "60", "|91", "100", "|301", "320"])
    }

    @Test("Live, the newest point is told every 4 s of driving, so that a power cut costs no more")
    func heads() {
        var rig = Rig.tracking()
        drive(&rig, 6...20)
        #expect(rig.heads == [6, 10, 14, 18])
    }

    @Test("At rest nothing is told once stop_after_s is over, however long it lasts")
    func headsAtRest() {
        var rig = Rig.tracking()
        for t in 6...4000 { rig.feedQuietly(fix(Double(t), north: Double(t % 2) * 3)) }
        #expect(rig.heads.last.map { $0 <= 185 } == true)
        #expect(rig.heads.count <= 46)
    }

    @Test("A replay tells no newest point: all of it can be read again")
    func headsInReplay() {
        var rig = Rig(base: .fixTime)
        drive(&rig, 0...100)
        #expect(rig.heads.isEmpty)
        rig.send(.finish)
        #expect(rig.track == ["|10", "70", "100"])
    }
}
