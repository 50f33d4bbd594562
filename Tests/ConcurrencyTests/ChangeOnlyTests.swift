import Concurrency
import Testing

@Suite("Change only")
struct ChangeOnlyTests {
    @Test("passes a value once, and again only after another one")
    func news() {
        var filter = ChangeOnly<String>()
        let passed = ["a", "a", "b", "b", "a"].map { filter.pass($0) }
        #expect(passed == ["a", nil, "b", nil, "a"])
    }

    @Test("knows what was passed before it was made")
    func last() {
        var filter = ChangeOnly(last: 1)
        let passed = [1, 2, 2].map { filter.pass($0) }
        #expect(passed == [nil, 2, nil])
    }

    @Test("takes nil for a value like others")
    func optional() {
        var filter = ChangeOnly<Int?>()
        let passed = [nil, nil, 1, nil].map { filter.pass($0) != nil }
        #expect(passed == [true, false, true, true])
    }
}
