import Domain
import Gate
import Testing

@Suite("Report merger")
struct ReportMergerTests {
    /// What goes on for each report, as the tracker asks.
    private func run(
        _ merger: inout ReportMerger, _ reports: [(Double, Fix)]
    ) -> [[ReportMerger.Report]] {
        reports.map { t, fix in
            var out: [ReportMerger.Report] = []
            if let earlier = merger.displaced(by: fix) { out.append(earlier) }
            if let whole = merger.add(ReportMerger.Report(fix, at: Moment(seconds: t))) {
                out.append(whole)
            }
            return out
        }
    }

    @Test("passes a complete report at once")
    func complete() {
        var merger = ReportMerger()
        #expect(merger.passes(fix(0)))
        #expect(!merger.passes(fix(0, speed: nil)))
        #expect(!merger.passes(fix(0, accuracy: nil)))
        #expect(!merger.passes(fix(0, mode: .twoD)))
        #expect(run(&merger, [(0, fix(0))]) == [[ReportMerger.Report(fix(0), at: .zero)]])
        #expect(merger.deadline == nil)
    }

    @Test("fills in what a later report of the same time adds")
    func fills() {
        var merger = ReportMerger()
        var first = fix(0, accuracy: nil, speed: 3, mode: .twoD)
        first.course = 90
        var second = fix(0, north: 100, speed: 9)
        second.altitude = 50
        second.course = 180
        let out = run(&merger, [(0, first), (0.1, second)])
        #expect(out[0].isEmpty)
        let merged = out[1].first?.fix
        #expect(merged?.mode == .threeD)
        #expect(merged?.accuracy == 5)
        #expect(merged?.altitude == 50)
        #expect(merged?.speed == 3)
        #expect(merged?.course == 90)
        #expect(merged?.latitude == 36.5)
        #expect(out[1].first?.moment == .zero)
    }

    @Test("a place is filled in whole")
    func place() {
        var merger = ReportMerger()
        let half = fix(0, mode: .noFix).at(1, nil)
        let out = run(&merger, [(0, half), (0.1, fix(0))])
        #expect(out[1].first?.fix.latitude == 36.5)
        #expect(out[1].first?.fix.longitude == 127.25)
    }

    @Test("lets a fix go on when another time begins")
    func nextTime() {
        var merger = ReportMerger()
        let out = run(&merger, [(0, fix(0, speed: nil)), (0.1, fix(0.1, speed: nil))])
        #expect(out.map { $0.map(\.fix) } == [[], [fix(0, speed: nil)]])
        #expect(merger.flush()?.fix == fix(0.1, speed: nil))
        #expect(merger.flush() == nil)
    }

    @Test("lets a fix go on 0.2 s after its first report")
    func deadline() {
        var merger = ReportMerger()
        _ = run(&merger, [(1, fix(1, speed: nil)), (1.15, fix(1, speed: nil))])
        #expect(merger.deadline == Moment(seconds: 1.2))
        #expect(merger.due(at: Moment(seconds: 1.19)) == nil)
        #expect(merger.due(at: Moment(seconds: 1.2))?.fix == fix(1, speed: nil))
        #expect(merger.due(at: Moment(seconds: 1.2)) == nil)
    }

    @Test("keeps devices apart")
    func devices() {
        var merger = ReportMerger()
        let a = fix(0, speed: nil, device: "a")
        let b = fix(0, accuracy: nil, device: "b")
        let out = run(&merger, [(0, a), (0, b), (0.1, fix(0, device: "a"))])
        #expect(out[1].isEmpty)
        #expect(out[2].map(\.fix.device) == ["a"])
        #expect(merger.deadline == Moment(seconds: 0.2))
    }

    @Test("a report without a time belongs to no other")
    func timeless() {
        var merger = ReportMerger()
        let timeless = fix(0, speed: nil).timed(nil)
        let out = run(&merger, [(0, fix(0, speed: nil)), (0.1, timeless)])
        #expect(out[1].map(\.fix) == [fix(0, speed: nil), timeless])
    }

    @Test("17 reports a second of one time give one fix")
    func seventeen() {
        var rig = Rig(GateSettings(profile: .everyFix), base: .fixTime)
        for second in 0...20 {
            for part in 0..<17 {
                // Accuracy comes with the third report, speed with the fifth.
                rig.feed(
                    fix(
                        Double(second), north: Double(second) * 50,
                        accuracy: part < 2 ? nil : 5, speed: part < 4 ? nil : 50))
            }
        }
        rig.send(.finish)
        let times = rig.accepted.map { $0.time.seconds(since: zero) }
        #expect(times == times.sorted() && Set(times).count == times.count)
        // 10 s of acquiring at 50 m/s, then every second.
        #expect(times == (10...20).map(Double.init))
    }
}

extension Moment {
    fileprivate static let zero = Moment(seconds: 0)
}
