import Domain
import Testing
import Wiring

@Suite("Doctor: the clock")
struct ClockExaminationTests {
    private static let now = Timestamp(milliseconds: 1_790_046_000_000)
    private static let built = Timestamp(milliseconds: 1_777_863_600_000)

    private func findings(synchronised: Bool, off seconds: Double?) -> [String] {
        ClockExamination.findings(
            clock: Self.now, synchronised: synchronised,
            receiver: seconds.map { Self.now.adding(seconds: $0) }, builtAt: Self.built
        ).map { "\($0.isWell) \($0.subject): \($0.text.prefix { $0 != ":" })" }
    }

    @Test(
        "is well when it is synchronised or agrees with the receiver's",
        arguments: [
            (true, nil, "is synchronised"), (true, 1, "is synchronised"),
            (true, -5, "is synchronised"), (false, 0.4, "agrees with the receiver's"),
        ] as [(Bool, Double?, String)])
    func well(synchronised: Bool, off: Double?, text: String) {
        #expect(findings(synchronised: synchronised, off: off) == ["true clock: \(text)"])
    }

    @Test(
        "is wrong when nobody vouches for it, and when the receiver has another time",
        arguments: [
            (false, nil, "is not synchronised, so services may be refused"),
            (true, 60, "is 60 s behind the receiver's"),
            (false, -3600, "is 3600 s ahead of the receiver's"),
        ] as [(Bool, Double?, String)])
    func wrong(synchronised: Bool, off: Double?, text: String) {
        #expect(findings(synchronised: synchronised, off: off) == ["false clock: \(text)"])
    }

    /// 1024 weeks are 619,315,200 s.
    @Test(
        "G16 dates that are off by 1024 weeks are the receiver's fault, not the clock's",
        arguments: [
            (-619_315_199.0, "1024 weeks behind"), (-1_238_630_400, "2048 weeks behind"),
            (619_315_200, "1024 weeks ahead"),
        ])
    func rollover(off: Double, text: String) {
        let all = findings(synchronised: true, off: off)
        #expect(all.count == 2)
        #expect(all.first == "true clock: is synchronised")
        #expect(all.last?.hasPrefix("false dates: the receiver's are \(text)") == true)
    }

    @Test("other differences are no rollover")
    func another() {
        #expect(findings(synchronised: true, off: -619_315_200 - 90_000).count == 1)
    }

    @Test("G16 without a synchronised clock, dates before the program was built are told")
    func old() {
        let all = ClockExamination.findings(
            clock: Timestamp(milliseconds: 20_000), synchronised: false,
            receiver: Timestamp(milliseconds: 1_170_730_801_000), builtAt: Self.built)
        #expect(all.map(\.subject) == ["clock", "dates"])
        #expect(all.map(\.isWell) == [false, false])
    }
}
