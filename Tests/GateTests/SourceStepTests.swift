import Domain
import Gate
import Testing

@Suite("Source step")
struct SourceStepTests {
    /// Asks the step; "a" is a device, the number its accuracy.
    private func check(
        _ reports: [(t: Double, device: String, accuracy: Double)], choosing: Bool = false
    ) -> [Rejections] {
        var step = SourceStep()
        return reports.map { t, device, accuracy in
            var sighting = Sighting(fix(t, accuracy: accuracy), at: Moment(seconds: t))
            step.check(&sighting, device: device, staleAfter: 10, choosing: choosing)
            return sighting.rejections
        }
    }

    @Test("keeps to one receiver until it was silent for stale_after_s")
    func silence() {
        let reasons = check([
            (0, "a", 5), (1, "b", 5), (9.9, "b", 5), (10, "b", 5), (11, "a", 5), (12, "b", 5),
        ])
        #expect(reasons == [[], .otherDevice, .otherDevice, [], .otherDevice, []])
    }

    @Test("the best current one takes over from a silent one")
    func best() {
        let reasons = check([
            (0, "a", 5), (5, "good", 4), (6, "bad", 40), (15, "bad", 40), (14.9, "good", 4),
            (15.1, "good", 4),
        ])
        // At 15 s "good" was heard 10 s ago, which is silence too, so "bad" may be used.
        #expect(reasons[3] == [])
        let current = check([(0, "a", 5), (9, "good", 4), (10, "bad", 40), (10.5, "good", 4)])
        #expect(current == [[], .otherDevice, .otherDevice, []])
    }

    @Test("while choosing, one with half the error takes over at once")
    func choosing() {
        let reasons = check([(0, "a", 40), (0.1, "b", 20), (1, "a", 40)], choosing: true)
        #expect(reasons == [[], [], .otherDevice])
        #expect(check([(0, "a", 40), (0.1, "b", 21)], choosing: true) == [[], .otherDevice])
    }

    @Test("is not moved by what failed before")
    func memory() {
        var step = SourceStep()
        var bad = Sighting(fix(0), at: Moment(seconds: 0))
        bad.rejections = .noFix
        step.check(&bad, device: "a", staleAfter: 10, choosing: false)
        var good = Sighting(fix(1), at: Moment(seconds: 1))
        step.check(&good, device: "b", staleAfter: 10, choosing: false)
        #expect(good.rejections == [])
    }
}
