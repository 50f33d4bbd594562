import Testing
import Wiring

@Suite("Doctor: the write rate")
struct WearExaminationTests {
    @Test("a day's bytes are reckoned from those since the daemon started")
    func day() {
        // 6 MB in 6 h are 24 MB a day.
        #expect(
            WearExamination.finding(bytes: 6e6, seconds: 21_600).description
                == "ok    write rate: about 24 MB a day, by the kernel's count of 6.0 MB in 6.0 h since"
                + " the daemon started")
    }

    @Test("more than 1 GB a day is wrong")
    func much() {
        #expect(WearExamination.finding(bytes: 0.9e9, seconds: 86_400).isWell)
        #expect(!WearExamination.finding(bytes: 1.1e9, seconds: 86_400).isWell)
    }

    @Test("what is not known is not made up")
    func unknown() {
        #expect(WearExamination.finding(bytes: 1e9, seconds: 599).text.contains("not known yet"))
        #expect(WearExamination.finding(bytes: nil, seconds: 1e6).text.contains("ask as its user"))
    }

    @Test("the kernel's words are read")
    func kernel() {
        let io =
            "rchar: 5\nwchar: 999\nsyscr: 1\nread_bytes: 7\nwrite_bytes: 4096\n"
            + "cancelled_write_bytes: 3\n"
        #expect(WearExamination.written(io) == 4096)
        #expect(WearExamination.written("") == nil)
    }
}
