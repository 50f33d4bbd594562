import Domain
import Store
import Testing
import Wiring

@Suite("Doctor: the history")
struct HistoryExaminationTests {
    @Test("a sound one is well, a damaged one is wrong")
    func soundness() {
        #expect(HistoryExamination.finding("/h.db", damage: nil).isWell)
        let damaged = HistoryExamination.finding("/h.db", damage: "row 5 missing from index")
        #expect(!damaged.isWell)
        #expect(damaged.text.hasPrefix("/h.db is damaged (row 5 missing from index): restart"))
    }

    @Test("that another program holds it is no fault; that it cannot be read is one")
    func errors() {
        func isWell(_ code: HistoryError.Code) -> Bool {
            HistoryExamination.finding("/h.db", HistoryError(code: code, message: "No.")).isWell
        }
        #expect(isWell(.busy))
        #expect(!isWell(.damaged))
        #expect(!isWell(.unusable))
    }
}
