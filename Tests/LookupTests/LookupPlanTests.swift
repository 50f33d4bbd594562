import Domain
import Lookup
import Testing

/// A plan with its jobs, driven as the shell drives it.
private struct Drive {
    var plan: LookupPlan
    var jobs: [(job: Int, cell: Cell)] = []
    var cancelled: [Part] = []
    var superseded: [Superseded] = []
    var ended: [(lookup: Int, milepost: Milepost, isCurrent: Bool)] = []

    init(_ parts: [Part] = Part.allCases) {
        plan = LookupPlan(parts: Dictionary(uniqueKeysWithValues: parts.map { ($0, "p") }))
    }

    @discardableResult
    mutating func submit(
        _ seq: Int, at coordinate: Coordinate, bypassingCache: Bool = false, isAwaited: Bool = false
    ) -> Int {
        let (id, actions) = plan.submit(
            accepted(seq, at: coordinate), bypassingCache: bypassingCache, isAwaited: isAwaited)
        perform(actions)
        return id
    }

    mutating func perform(_ actions: [LookupPlan.Action]) {
        for action in actions {
            switch action {
            case .start(let job, let cell, _): jobs.append((job, cell))
            case .cancel(let job):
                cancelled += jobs.filter { $0.job == job }.map(\.cell.part)
            case .superseded(let superseded): self.superseded.append(superseded)
            case .ended(let lookup, let milepost, let isCurrent):
                ended.append((lookup, milepost, isCurrent))
            }
        }
    }

    /// Answers what was asked as number `index`, counted from 0.
    mutating func answer(_ index: Int, _ number: Double = 1) {
        let (job, cell) = jobs[index]
        perform(plan.end(job: job, .found(LookupTests.answer(cell.part, number))))
    }

    var seqs: [Int] { ended.filter(\.isCurrent).map(\.milepost.fix.seq) }
}

@Suite("Lookup plan")
struct LookupPlanTests {
    @Test("asks for three parts at once and joins them when the last is there")
    func joined() {
        var drive = Drive()
        drive.submit(1, at: farPlace(1))
        #expect(drive.jobs.map(\.cell.part) == [.address, .weather, .forecast])
        drive.answer(2)
        drive.answer(0)
        #expect(drive.ended.isEmpty)
        drive.answer(1)
        #expect(drive.seqs == [1])
        #expect(drive.ended[0].milepost.address?.label == "Road 1")
        #expect(drive.ended[0].milepost.weather?.temperature == 1)
        #expect(drive.ended[0].milepost.forecast?.days.first?.min == 1)
        #expect(drive.plan.isIdle)
    }

    @Test("the same fix asked about once more takes over what is under way, and supersedes nothing")
    func onceMore() {
        var drive = Drive()
        drive.submit(1, at: farPlace(1))
        drive.submit(1, at: farPlace(1), isAwaited: true)
        #expect(drive.jobs.count == 3)
        #expect(drive.superseded.isEmpty)
        for index in 0..<3 { drive.answer(index) }
        #expect(drive.seqs == [1])
    }

    @Test("leaves out what is switched off, and ends at once when everything is")
    func switchedOff() {
        var some = Drive([.weather])
        some.submit(1, at: farPlace(1))
        #expect(some.jobs.map(\.cell.part) == [.weather])
        var none = Drive([])
        none.submit(1, at: farPlace(1))
        #expect(none.seqs == [1])
    }

    @Test("cancels the older lookup for a newer fix and ignores what still comes of it")
    func newestWins() {
        var drive = Drive()
        drive.submit(1, at: farPlace(1))
        drive.answer(0)
        drive.submit(2, at: farPlace(2))
        #expect(drive.cancelled == [.weather, .forecast])
        #expect(
            drive.superseded == [Superseded(seq: 1, by: 2, parts: [.weather, .forecast])])
        drive.answer(1)
        drive.answer(2)
        #expect(drive.ended.isEmpty)
        for job in 3...5 { drive.answer(job, 2) }
        #expect(drive.seqs == [2])
        #expect(drive.ended[0].milepost.weather?.temperature == 2)
    }

    // 0.002° of latitude: another cell of 0.001°, the same of 0.02° and of 0.1°.
    @Test("hands over what is good at the new place too")
    func handover() {
        var drive = Drive()
        drive.submit(1, at: place(37.560, 127))
        drive.submit(2, at: place(37.562, 127))
        #expect(drive.cancelled == [.address])
        #expect(drive.superseded == [Superseded(seq: 1, by: 2, parts: [.address])])
        #expect(drive.jobs.map(\.cell.part) == [.address, .weather, .forecast, .address])
        drive.answer(1, 7)
        drive.answer(2, 7)
        drive.answer(3, 7)
        #expect(drive.seqs == [2])
        #expect(drive.ended[0].milepost.weather?.temperature == 7)
    }

    @Test("starts nothing anew in the same cells")
    func sameCells() {
        var drive = Drive()
        drive.submit(1, at: place(37.56, 127))
        drive.submit(2, at: place(37.56, 127))
        #expect(drive.jobs.count == 3)
        #expect(drive.cancelled.isEmpty)
        #expect(drive.superseded == [Superseded(seq: 1, by: 2, parts: [])])
        for job in 0..<3 { drive.answer(job) }
        #expect(drive.seqs == [2])
    }

    @Test("hands nothing that may come from the cache to a refresh, but a refresh's to anybody")
    func bypassing() {
        var drive = Drive([.weather])
        drive.submit(1, at: place(37.56, 127))
        drive.submit(2, at: place(37.56, 127), bypassingCache: true)
        #expect(drive.cancelled == [.weather])
        #expect(drive.jobs.count == 2)
        drive.submit(3, at: place(37.56, 127))
        #expect(drive.jobs.count == 2)
        drive.answer(1)
        #expect(drive.seqs == [3])
    }

    /// One fix each interval, each in cells of its own; an answer comes so many intervals after its question.
    private func drive(intervals: Int, answersTake duration: Int) -> [(time: Int, seq: Int)] {
        var drive = Drive()
        var asked: [Int: Range<Int>] = [:]
        var written: [(Int, Int)] = []
        for time in 0..<intervals {
            for job in asked[time - duration] ?? 0..<0 { drive.answer(job) }
            for seq in drive.seqs.dropFirst(written.count) { written.append((time, seq)) }
            let first = drive.jobs.count
            drive.submit(time, at: farPlace(time))
            asked[time] = first..<drive.jobs.count
        }
        return written
    }

    // By hand: fixes 1, 2, 3 supersede; fix 4 comes after three in a row and leaves lookup 3 running, which ends three
    // intervals after it began, at 6. Then 5, 6, 7 supersede and 8 leaves lookup 7, and so on.
    @Test("with every answer taking three intervals a milepost appears every fourth")
    func nobodyStarves() {
        let written = drive(intervals: 24, answersTake: 3)
        #expect(written.map(\.time) == [6, 10, 14, 18, 22])
        #expect(written.map(\.seq) == [3, 7, 11, 15, 19])
    }

    // By hand: as above, but the one that is allowed to finish is the only one until it has: 3 runs to 13; then 12,
    // begun at 12, is left running by fix 13 and ends at 22; then 21.
    @Test("lets one finish at a time when answers take ten intervals")
    func oneAtATime() {
        let written = drive(intervals: 32, answersTake: 10)
        #expect(written.map(\.time) == [13, 22, 31])
        #expect(written.map(\.seq) == [3, 12, 21])
    }

    @Test("supersedes nothing when answers are quicker than fixes")
    func quick() {
        #expect(drive(intervals: 6, answersTake: 1).map(\.seq) == [0, 1, 2, 3, 4])
    }

    @Test("W16 one that was left running is dropped when a newer one ends before it")
    func overtaken() {
        var drive = Drive([.weather])
        for seq in 0...4 { drive.submit(seq, at: farPlace(seq)) }
        #expect(drive.superseded.map(\.seq) == [0, 1, 2])
        drive.answer(4)
        #expect(drive.seqs == [4])
        #expect(drive.superseded.last == Superseded(seq: 3, by: 4, parts: [.weather]))
        drive.answer(3)
        #expect(drive.seqs == [4])
        #expect(drive.plan.isIdle)
    }

    @Test("counts supersessions in a row only: an end begins the row anew")
    func rowIsBroken() {
        var drive = Drive([.weather])
        for seq in 0...2 { drive.submit(seq, at: farPlace(seq)) }
        drive.answer(2)
        for seq in 3...6 { drive.submit(seq, at: farPlace(seq)) }
        // 3, 4 and 5 are superseded; without the new row 5 would have been left running.
        #expect(drive.superseded.map(\.seq) == [0, 1, 3, 4, 5])
    }

    @Test(
        "W16 begins nothing for a fix that comes after a newer one, whether that one runs or has ended"
    )
    func tooLate() {
        var drive = Drive([.weather])
        drive.submit(2, at: farPlace(2))
        drive.submit(1, at: farPlace(1))
        #expect(drive.superseded == [Superseded(seq: 1, by: 2, parts: [.weather])])
        #expect(drive.cancelled.isEmpty)
        drive.answer(0)
        #expect(drive.seqs == [2])
        let late = drive.submit(1, at: farPlace(1), isAwaited: true)
        #expect(drive.jobs.count == 1)
        #expect(drive.ended.last?.lookup == late)
        #expect(drive.ended.last?.milepost.failures.map(\.part) == [.weather])
        #expect(drive.seqs == [2])
        #expect(drive.plan.isIdle)
    }

    @Test("answers who waits for a lookup that a newer fix ended, and nobody else")
    func awaited() {
        var drive = Drive()
        let id = drive.submit(1, at: place(37.560, 127), isAwaited: true)
        drive.submit(2, at: place(37.562, 127))
        #expect(drive.ended.isEmpty)
        drive.answer(1)
        drive.answer(2)
        #expect(drive.ended.map(\.lookup) == [id])
        #expect(drive.ended.map(\.isCurrent) == [false])
        #expect(drive.ended[0].milepost.weather != nil)
        #expect(drive.ended[0].milepost.failures.map(\.part) == [.address])
        drive.answer(3)
        #expect(drive.seqs == [2])
        #expect(drive.plan.isIdle)
    }

    @Test("gives up the missing parts of one lookup with the reason")
    func givingUp() {
        var drive = Drive()
        let id = drive.submit(1, at: farPlace(1), isAwaited: true)
        drive.answer(1)
        drive.perform(drive.plan.giveUp(id, .timeout, "too slow"))
        #expect(drive.cancelled == [.address, .forecast])
        #expect(drive.seqs == [1])
        #expect(drive.ended[0].milepost.weather != nil)
        #expect(drive.ended[0].milepost.failures.map(\.code) == [.timeout, .timeout])
        #expect(drive.ended[0].milepost.failures.map(\.part) == [.address, .forecast])
        drive.perform(drive.plan.giveUp(id, .timeout, "too slow"))
        #expect(drive.ended.count == 1)
    }

    @Test("keeps the others when one part fails")
    func partialFailure() {
        var drive = Drive()
        drive.submit(1, at: farPlace(1))
        drive.answer(0)
        drive.perform(
            drive.plan.end(job: drive.jobs[1].job, .failed([failure(.weather, .server)])))
        drive.answer(2)
        #expect(drive.ended[0].milepost.failures == [failure(.weather, .server)])
        #expect(drive.ended[0].milepost.address != nil)
        #expect(drive.ended[0].milepost.forecast != nil)
    }
}
