import Domain
import Gate
import Testing

@Suite("Override and pause")
struct TrackerCommandsTests {
    private func place(_ latitude: Double, _ longitude: Double, once: Bool = false) throws
        -> Override
    {
        Override(
            coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)),
            once: once)
    }

    @Test("R06 the override stays until cleared, also after a restart")
    func override() throws {
        var rig = Rig.tracking()
        rig.send(.override(try place(35, 129)), at: 6)
        for t in 7...36 { rig.feed(fix(Double(t), north: Double(t) * 100, speed: 90)) }
        #expect(rig.log == ["5 first", "6 override"])
        #expect(rig.tracker.mode == .overridden)
        let fix0 = try #require(rig.accepted.last)
        #expect(fix0.fix.source == .manual)
        #expect(fix0.accuracy == nil)
        #expect(fix0.fix.altitude == nil)

        let state = try SavedState(json: try #require(rig.saves.last).json())
        var again = Rig(saved: state)
        for t in 1...30 { again.feed(fix(Double(t))) }
        #expect(again.log == ["0 override"])
        #expect(again.accepted[0].coordinate.latitude == 35)
        #expect(again.modes == [.overridden])

        again.send(.clearOverride, at: 30.5)
        #expect(again.tracker.mode == .acquiring)
        #expect(again.saves.last == SavedState())
        again.feed(fix(31))
        // At once: the fixes seen meanwhile agree with it, and no teleport is suspected.
        #expect(again.log == ["0 override", "31 first"])
    }

    @Test("clearing without a witness acquires anew")
    func clear() throws {
        var rig = Rig.tracking()
        rig.send(.override(try place(35, 129)), at: 6)
        rig.send(.clearOverride, at: 7)
        rig.feed(fix(8, north: 1e6))
        #expect(rig.tracker.mode == .acquiring)
        for t in 9...13 { rig.feed(fix(Double(t), north: 1e6)) }
        #expect(rig.log == ["5 first", "6 override", "13 first"])
    }

    @Test("clearing nothing does nothing")
    func clearNothing() {
        var rig = Rig.tracking()
        rig.send(.clearOverride, at: 6)
        #expect(rig.tracker.mode == .tracking)
        #expect(rig.saves.isEmpty)
    }

    @Test("--once shows it once, and tracking goes on")
    func once() throws {
        var rig = Rig.tracking()
        rig.send(.override(try place(35, 129, once: true)), at: 6)
        #expect(rig.tracker.mode == .tracking)
        #expect(rig.saves.isEmpty)
        for t in 7...70 { rig.feed(fix(Double(t))) }
        // The place told last is not the receiver's, so that follows; it stands where it stood.
        #expect(rig.log == ["5 first", "6 override", "7 resumed"])
        #expect(rig.accepted.last?.distance == 0)
        #expect(rig.tracker.lastAccepted?.seq == 3)
        #expect(rig.tracker.summary.distance == 0)
    }

    @Test("--once while acquiring leaves that as it is, and is no place to go on from")
    func onceAcquiring() throws {
        var rig = Rig()
        rig.send(.override(try place(35, 129, once: true)), at: 0.5)
        #expect(rig.tracker.lastAccepted == nil)
        #expect(rig.tracker.lastTold?.coordinate.latitude == 35)
        for t in 1...6 { rig.feed(fix(Double(t))) }
        #expect(rig.log == ["0.5 override", "6 first"])
        #expect(rig.accepted.last?.distance == nil)
    }

    @Test("the way to a place set by hand, and from it, is nobody's distance")
    func distance() throws {
        var rig = Rig.tracking()
        rig.send(.override(try place(35, 129)), at: 6)
        for t in 7...12 { rig.feed(fix(Double(t))) }
        rig.send(.clearOverride, at: 13)
        rig.feed(fix(14))
        #expect(rig.log == ["5 first", "6 override", "14 first"])
        #expect((rig.accepted.last?.distance ?? 0) > 100_000)
        #expect(rig.tracker.summary.distance == 0)
    }

    @Test("bears the system's time live, and the recording's in a replay")
    func label() throws {
        var live = Rig.tracking()
        live.send(.wallClock(zero.adding(seconds: 1000), synchronised: false), at: 6)
        live.send(.override(try place(35, 129)), at: 8)
        #expect(live.log == ["5 first", "1002 override"])
        var replay = Rig.tracking(base: .fixTime)
        replay.send(.override(try place(35, 129)), at: 8)
        #expect(replay.log == ["5 first", "5 override"])
        // What was given before the first fix: `milepost at`.
        var visit = Rig(base: .fixTime)
        visit.send(.wallClock(zero.adding(seconds: 7), synchronised: true), at: 50)
        visit.send(.override(try place(35, 129)), at: 50)
        #expect(visit.log == ["7 override"])
    }

    @Test("F07 0,0 is allowed by hand")
    func nullIsland() throws {
        var rig = Rig.tracking()
        rig.send(.override(try place(0, 0)), at: 6)
        #expect(rig.log == ["5 first", "6 override"])
    }

    @Test("a refresh while overridden fetches there again")
    func refresh() throws {
        var rig = Rig.tracking()
        rig.send(.override(try place(35, 129)), at: 6)
        rig.send(.refresh(1), at: 20)
        #expect(rig.log == ["5 first", "6 override", "20 refresh"])
        #expect(rig.accepted.last?.coordinate.latitude == 35)
        #expect(rig.accepted.last?.distance == 0)
        #expect(rig.answers.map(\.0) == [[1]])
        rig.send(.lookupsEnded(seq: 3), at: 21)
        #expect(rig.tracker.mode == .overridden)
    }

    @Test("an override while refreshing answers who waits")
    func whileRefreshing() throws {
        var rig = Rig.tracking()
        rig.send(.refresh(1), at: 6)
        rig.send(.override(try place(35, 129)), at: 7)
        #expect(rig.answers.map(\.0) == [[1]])
        #expect(rig.answers.map { $0.1.seq } == [2])
        #expect(rig.tracker.mode == .refreshing)
        rig.send(.lookupsEnded(seq: 2), at: 8)
        #expect(rig.tracker.mode == .overridden)
    }

    @Test("an override while a refresh's lookups run gives its callers the newer fix")
    func whileLookingUp() throws {
        var rig = Rig.tracking()
        rig.send(.refresh(1), at: 6)
        rig.feed(fix(7))
        rig.send(.override(try place(35, 129)), at: 8)
        #expect(rig.answers.map { $0.1.seq } == [2, 3])
        rig.send(.lookupsEnded(seq: 2), at: 9)
        #expect(rig.tracker.mode == .refreshing)
        rig.send(.lookupsEnded(seq: 3), at: 9)
        #expect(rig.tracker.mode == .overridden)
    }

    @Test("paused: nothing is accepted until resume, then the next good fix is")
    func pause() {
        var rig = Rig.tracking()
        rig.send(.pause, at: 6)
        for t in 7...700 { rig.feed(fix(Double(t), north: Double(t) * 20, speed: 20)) }
        rig.wait(until: 900)
        #expect(rig.log == ["5 first"])
        rig.send(.resume, at: 900)
        rig.feed(fix(901, north: 14_000, accuracy: 300, speed: 0))
        rig.feed(fix(902, north: 14_000, speed: 0))
        #expect(rig.log == ["5 first", "902 distance+resumed"])
        #expect(rig.modes == [.acquiring, .tracking, .paused, .tracking])
    }

    @Test("resuming where it was paused moves nothing")
    func resumeParked() {
        var rig = Rig.tracking()
        rig.send(.pause, at: 6)
        rig.send(.resume, at: 50)
        rig.feed(fix(51, north: 8))
        #expect(rig.log == ["5 first", "51 resumed"])
        #expect(rig.accepted[1].distance == 0)
        #expect(rig.accepted[1].coordinate == rig.accepted[0].coordinate)
    }

    @Test("pausing keeps the last good fix, as the end of a ride")
    func pauseKeeps() {
        var rig = Rig.tracking()
        for t in 6...20 { rig.feed(fix(Double(t), north: Double(t - 5) * 20, speed: 20)) }
        rig.send(.pause, at: 20.5)
        #expect(rig.log == ["5 first", "20 lost"])
    }

    @Test("pause and override lie over each other")
    func both() throws {
        var rig = Rig.tracking()
        rig.send(.pause, at: 6)
        rig.send(.override(try place(35, 129)), at: 7)
        #expect(rig.tracker.mode == .paused)
        rig.send(.resume, at: 8)
        #expect(rig.tracker.mode == .overridden)
        rig.send(.clearOverride, at: 9)
        #expect(rig.tracker.mode == .acquiring)
    }
}
