import Domain
import Gate
import Testing

@Suite("Refreshing")
struct RefreshRunTests {
    /// Tracking at 0 m, and a refresh by caller 1 at 20 s.
    private func asked() -> Rig {
        var rig = Rig.tracking()
        for t in 6...20 { rig.feed(fix(Double(t))) }
        rig.send(.refresh(1))
        return rig
    }

    @Test("takes the next fix of desired_accuracy_m, and tracks again when its lookups end")
    func answer() {
        var rig = asked()
        #expect(rig.tracker.mode == .refreshing)
        rig.feed(fix(21, north: 1, accuracy: 20))
        #expect(rig.log == ["5 first", "21 refresh"])
        #expect(rig.answers.map(\.0) == [[1]])
        #expect(rig.tracker.mode == .refreshing)
        rig.send(.lookupsEnded(seq: 1), at: 22)
        #expect(rig.tracker.mode == .refreshing)
        rig.send(.lookupsEnded(seq: 2), at: 22)
        #expect(rig.modes == [.acquiring, .tracking, .refreshing, .tracking])
    }

    @Test("nothing becomes significant meanwhile")
    func paused() {
        var rig = asked()
        for t in 21...29 { rig.feed(fix(Double(t), north: 600, accuracy: 30, speed: 90)) }
        #expect(rig.log == ["5 first"])
        var looking = asked()
        looking.feed(fix(21))
        for t in 22...35 {
            looking.feed(fix(Double(t), north: Double(t - 21) * 100, speed: 100))
        }
        #expect(looking.log == ["5 first", "21 refresh"])
    }

    @Test("at the time limit takes the best received after the request, and says so")
    func best() {
        var rig = asked()
        for (t, accuracy) in [(22.0, 60.0), (24, 30), (26, 30), (28, 150)] {
            rig.feed(fix(t, accuracy: accuracy))
        }
        rig.wait(until: 30)
        #expect(rig.log == ["5 first", "26 refresh+coarse"])
    }

    @Test("an inaccurate fix is better than none, and marked")
    func coarse() {
        var rig = asked()
        rig.feed(fix(25, accuracy: 150))
        rig.wait(until: 30)
        #expect(rig.log == ["5 first", "25 refresh+coarse"])
    }

    @Test("R02 without a fix it fails with no-fix and tracks again")
    func noFix() {
        var rig = asked()
        rig.send(.receiver(Receiver(.waitingForGpsd, detail: "Start gpsd.")), at: 21)
        rig.feed(fix(25, mode: .noFix))
        rig.wait(until: 29.9)
        #expect(rig.tracker.mode == .refreshing)
        rig.wait(until: 30)
        #expect(rig.tracker.mode == .tracking)
        #expect(rig.failures.map(\.0) == [[1]])
        #expect(rig.failures.map(\.1) == [.noFix])
        for t in 31...90 { rig.feed(fix(Double(t), north: Double(t - 30) * 20, speed: 20)) }
        #expect(rig.log == ["5 first", "65 distance"])
    }

    @Test("F06 where all fixes have a time that cannot be, that time is told")
    func impossibleTime() {
        var rig = asked()
        for t in 21...29 {
            // 2006-09-11T18:40:00Z, before every program of this kind.
            let time = Timestamp(milliseconds: 1_158_000_000_000).adding(seconds: Double(t))
            rig.feed(fix(Double(t)).timed(time), at: Double(t))
        }
        rig.wait(until: 30)
        let hints = rig.actions.compactMap { action in
            if case .refreshFailed(_, let error) = action { error.hint } else { nil }
        }
        #expect(hints.count == 1)
        #expect(hints.first?.hasPrefix("The receiver tells 2006-09-11T18:40:29.000Z, ") == true)
    }

    @Test(
        "R02 tracking is back after success, a caller gone, a reload, the end of lookups never told"
    )
    func back() {
        var success = asked()
        success.feed(fix(21))
        success.send(.lookupsEnded(seq: 2), at: 22)
        #expect(success.tracker.mode == .tracking)

        var gone = asked()
        gone.send(.leave(1), at: 21)
        #expect(gone.tracker.mode == .tracking)
        #expect(gone.failures.isEmpty && gone.answers.isEmpty)

        var reload = asked()
        reload.send(
            .reconfigure(GateSettings(profile: .walk), RefreshSettings(), TrackSettings()), at: 21)
        reload.wait(until: 30)
        #expect(reload.tracker.mode == .tracking)

        var untold = asked()
        untold.feed(fix(21))
        untold.wait(until: 36.9)
        #expect(untold.tracker.mode == .refreshing)
        untold.wait(until: 37)
        #expect(untold.tracker.mode == .tracking)
    }

    @Test("R01 a second caller joins, and one leaving does not end it for the other")
    func joined() {
        var rig = asked()
        rig.send(.refresh(2), at: 20.1)
        rig.send(.leave(1), at: 20.2)
        #expect(rig.tracker.mode == .refreshing)
        rig.feed(fix(21))
        #expect(rig.answers.map(\.0) == [[2]])
        // A third one, while the lookups run, gets the same fix.
        rig.send(.refresh(3), at: 22)
        #expect(rig.answers.map(\.0) == [[2], [3]])
        #expect(rig.answers.map(\.1.seq) == [2, 2])
        rig.send(.leave(2), at: 23)
        #expect(rig.tracker.mode == .refreshing)
        rig.send(.leave(3), at: 24)
        #expect(rig.tracker.mode == .tracking)
        #expect(rig.log == ["5 first", "21 refresh"])
    }

    @Test("a caller's own time limit counts; one who joins may add to it")
    func timeout() {
        var rig = Rig.tracking()
        rig.send(.refresh(1, timeout: 30), at: 20)
        rig.send(.refresh(2, timeout: 5), at: 21)
        rig.wait(until: 49.9)
        #expect(rig.tracker.mode == .refreshing)
        rig.wait(until: 50)
        #expect(rig.failures.map(\.0) == [[1, 2]])
        rig.send(.refresh(3), at: 60)
        rig.send(.refresh(4, timeout: 20), at: 61)
        rig.wait(until: 80.9)
        #expect(rig.tracker.mode == .refreshing)
        rig.wait(until: 81)
        #expect(rig.tracker.mode == .tracking)
    }

    @Test("R04 the old fix told once more is no answer")
    func old() {
        var rig = Rig.tracking()
        rig.wait(until: 600)
        rig.send(.refresh(1), at: 600)
        rig.feed(fix(5), at: 601)
        #expect(rig.answers.isEmpty)
        rig.feed(fix(606, north: 2000), at: 606)
        #expect(rig.log == ["5 first", "606 refresh"])
    }

    @Test("a fix whose reports began before the request is no answer")
    func held() {
        var rig = Rig.tracking()
        rig.feed(fix(20, speed: nil), at: 20)
        rig.send(.refresh(1), at: 20.1)
        rig.feed(fix(20), at: 20.15)
        #expect(rig.answers.isEmpty)
        rig.feed(fix(21))
        #expect(rig.answers.map { $0.1.time } == [zero.adding(seconds: 21)])
    }

    @Test("a jump is no answer")
    func jump() {
        var rig = asked()
        rig.feed(fix(21, north: 1e6))
        #expect(rig.answers.isEmpty)
        rig.feed(fix(22))
        #expect(rig.log == ["5 first", "22 refresh"])
    }

    @Test("the first position may come by refresh")
    func whileAcquiring() {
        var rig = Rig()
        rig.send(.refresh(1), at: 1)
        rig.feed(fix(2))
        rig.send(.lookupsEnded(seq: 1), at: 3)
        #expect(rig.log == ["2 refresh"])
        #expect(rig.modes == [.acquiring, .refreshing, .tracking])
        var failed = Rig()
        failed.send(.refresh(1), at: 1)
        failed.wait(until: 11)
        #expect(failed.modes == [.acquiring, .refreshing, .acquiring])
        for t in 12...17 { failed.feed(fix(Double(t))) }
        #expect(failed.log == ["17 first"])
    }

    @Test("while paused it is allowed and returns to paused")
    func whilePaused() {
        var rig = Rig.tracking()
        rig.send(.pause, at: 6)
        rig.send(.refresh(1), at: 7)
        rig.feed(fix(8))
        rig.send(.lookupsEnded(seq: 2), at: 9)
        #expect(rig.modes == [.acquiring, .tracking, .paused, .refreshing, .paused])
        #expect(rig.log == ["5 first", "8 refresh"])
    }

    @Test("stopping tells whoever waits")
    func finish() {
        var rig = asked()
        rig.send(.finish, at: 21)
        #expect(rig.failures.map(\.1) == [.unavailable])
        #expect(rig.tracker.mode == .tracking)
    }
}
