import Domain
import Testing

@testable import Store

@Suite("Deletions")
struct DeletionsTests {
    @Test("are put together where they meet")
    func merging() {
        let deletions = Deletions([at(5)...at(9), at(0)...at(2), at(1)...at(3), at(6)...at(7)])
        #expect(deletions.ranges == [at(0)...at(3), at(5)...at(9)])
    }

    @Test(
        "leave what lies outside of a stretch that is taken back",
        arguments: [
            (2, 4, [[0, 1.999], [4.001, 9]]), (0, 4, [[4.001, 9]]), (4, 9, [[0, 3.999]]),
            (-5, 20, []), (0, 9, []), (10, 12, [[0, 9]]),
        ] as [(Double, Double, [[Double]])])
    func subtraction(from: Double, to: Double, left: [[Double]]) {
        let parts = Deletions.parts(of: at(0)...at(9), without: at(from)...at(to))
        #expect(parts == left.map { at($0[0])...at($0[1]) })
    }

    @Test("are left out of a track, each with a cut after it")
    func walk() throws {
        var walk = DeletionWalk(Deletions([at(1)...at(2), at(4)...at(4.5), at(6)...at(60)]))
        let passed = try (0..<8).compactMap { walk.pass(try point(Double($0))) }
        #expect(passed.map(\.time) == [at(0), at(3), at(5)])
        #expect(passed.map(\.startsSegment) == [false, true, true])
    }
}
