import Domain
import Gate
import Testing

@Suite("Time step")
struct TimeStepTests {
    /// Asks the step about valid fixes, and gives the reasons of each.
    private func check(
        _ step: inout TimeStep, _ fixes: [(moment: Double, fix: Fix)]
    ) -> [Rejections] {
        fixes.map { moment, fix in
            var sighting = Sighting(fix, at: Moment(seconds: moment))
            sighting.rejections = Validity.check(fix).rejections
            step.check(&sighting, fix)
            return sighting.rejections
        }
    }

    @Test("F12 lets time only rise", arguments: [TimeBase.fixTime, .live(builtAt: builtAt)])
    func order(base: TimeBase) {
        var step = TimeStep(base: base)
        let times = [10.0, 11, 11, 9, 12]
        let first = check(&step, times.map { ($0, fix($0)) })
        #expect(first == [[], [], .duplicate, .outOfOrder, []])
        let again = check(&step, times.map { ($0, fix($0)) })
        #expect(again == [.outOfOrder, .outOfOrder, .outOfOrder, .outOfOrder, .duplicate])
    }

    @Test("remembers no time of a fix that is not valid")
    func invalid() {
        var step = TimeStep(base: .fixTime)
        let reasons = check(
            &step, [(0, fix(10)), (1, fix(99).at(0, 0)), (2, fix(11))])
        #expect(reasons == [[], .nullIsland, []])
    }

    @Test("G16 dates before the program was built are not plausible, and are not remembered")
    func rollover() {
        var step = TimeStep(base: .live(builtAt: builtAt))
        // 1024 weeks earlier.
        let early = zero.adding(seconds: -1024 * 7 * 86_400 + 1)
        let reasons = check(
            &step, [(0, fix(0)), (1, fix(1).timed(early)), (2, fix(2))])
        #expect(reasons == [[], [.implausibleTime, .outOfOrder], []])
    }

    @Test(
        "a day ahead of a synchronised clock is the limit; an unsynchronised one is not asked",
        arguments: [
            (86_400.0, true, []), (86_401, true, .implausibleTime), (86_401, false, []),
        ] as [(Double, Bool, Rejections)])
    func future(ahead: Double, synchronised: Bool, expected: Rejections) {
        var step = TimeStep(base: .live(builtAt: builtAt))
        step.wallClock = WallClock(zero, synchronised: synchronised, at: Moment(seconds: 100))
        #expect(check(&step, [(100, fix(ahead))]) == [expected])
    }

    @Test("equal to the build date passes; a replay knows neither limit")
    func limits() {
        var live = TimeStep(base: .live(builtAt: zero))
        #expect(check(&live, [(0, fix(-0.001)), (0, fix(0))]) == [.implausibleTime, []])
        var replay = TimeStep(base: .fixTime)
        #expect(check(&replay, [(0, fix(0).timed(Timestamp(milliseconds: 1)))]) == [[]])
    }

    @Test("G02 without a time: the synchronised clock's after 10 s of such fixes, marked")
    func timeless() {
        var step = TimeStep(base: .live(builtAt: builtAt))
        step.wallClock = WallClock(zero, synchronised: true, at: Moment(seconds: 0))
        let timeless = fix(0).timed(nil)
        let reasons = check(&step, [(100, timeless), (109.9, timeless)])
        #expect(reasons == [.noTime, .noTime])
        var sighting = Sighting(timeless, at: Moment(seconds: 110))
        step.check(&sighting, timeless)
        #expect(sighting.rejections == [])
        #expect(sighting.assumed)
        #expect(sighting.time == zero.adding(seconds: 110))
    }

    @Test("without a time: rejected in a replay, and by a clock that is not synchronised")
    func timelessRejected() {
        let timeless = fix(0).timed(nil)
        let run = [(0.0, timeless), (5, timeless), (20, timeless)]
        var replay = TimeStep(base: .fixTime)
        #expect(check(&replay, run) == [.noTime, .noTime, .noTime])
        var live = TimeStep(base: .live(builtAt: builtAt))
        live.wallClock = WallClock(zero, synchronised: false, at: Moment(seconds: 0))
        #expect(check(&live, run) == [.noTime, .noTime, .noTime])
    }

    @Test("a fix with a time ends the run of those without")
    func timelessRun() {
        var step = TimeStep(base: .live(builtAt: builtAt))
        step.wallClock = WallClock(zero, synchronised: true, at: Moment(seconds: 0))
        let timeless = fix(0).timed(nil)
        let reasons = check(&step, [(0, timeless), (5, fix(5)), (6, timeless), (15, timeless)])
        #expect(reasons == [.noTime, [], .noTime, .noTime])
    }

    @Test("G18 a step of two seconds back loses three fixes and no more")
    func leapSecond() {
        var step = TimeStep(base: .live(builtAt: builtAt))
        let times = [10.0, 11, 12, 11, 12, 13]
        let reasons = check(&step, times.enumerated().map { (Double($0), fix($1)) })
        #expect(reasons == [[], [], [], .outOfOrder, .duplicate, []])
    }

    @Test("live, times that ran back and go on for a minute are believed")
    func newEra() {
        var step = TimeStep(base: .live(builtAt: builtAt))
        // An hour ahead for one fix, then right.
        _ = check(&step, [(0, fix(3600))])
        let reasons = check(&step, (1...61).map { (Double($0), fix(Double($0))) })
        #expect(reasons.prefix(60).allSatisfy { $0 == .outOfOrder })
        #expect(reasons.last == [])
        var replay = TimeStep(base: .fixTime)
        _ = check(&replay, [(0, fix(3600))])
        #expect(check(&replay, (1...99).map { (Double($0), fix(Double($0))) }).last == .outOfOrder)
    }

    @Test("live, reports that repeat a time or come late do not put off that belief")
    func newEraOfRepeats() {
        var step = TimeStep(base: .live(builtAt: builtAt))
        _ = check(&step, [(0, fix(3600))])
        // Each second twice, as gpsd does after two sentences, and then the one before once more.
        let reports = (1...60).flatMap { second -> [(moment: Double, fix: Fix)] in
            let now = Double(second)
            return [(now, fix(now)), (now + 0.1, fix(now)), (now + 0.2, fix(max(1, now - 1)))]
        }
        #expect(check(&step, reports).allSatisfy { $0 == .outOfOrder })
        #expect(check(&step, [(61, fix(61))]) == [[]])
    }

    @Test("live, a second step back begins the minute anew")
    func newEraTwice() {
        var step = TimeStep(base: .live(builtAt: builtAt))
        _ = check(&step, [(0, fix(7200)), (1, fix(3600))])
        let reasons = check(&step, (2...62).map { (Double($0), fix(Double($0))) })
        #expect(reasons.prefix(60).allSatisfy { $0 == .outOfOrder })
        #expect(reasons.last == [])
    }

    @Test("each receiver has its own last time")
    func receivers() {
        var step = TimeStep(base: .live(builtAt: builtAt))
        let reasons = check(
            &step,
            [
                (0, fix(0, device: "a")), (0.1, fix(500, device: "b")),
                (1, fix(1, device: "a")), (1.1, fix(500, device: "b")),
            ])
        #expect(reasons == [[], [], [], .duplicate])
    }
}
