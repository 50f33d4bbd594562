import Concurrency
import Testing

@Suite("Backoff")
struct BackoffTests {
    @Test(
        "doubles up to the cap; half of each wait is jitter",
        arguments: [
            // 1, 2, 4, 8 doubled by hand, capped at 5; then half of it plus `random` of the other half.
            (0.0, [0.5, 1, 2, 2.5, 2.5]), (0.5, [0.75, 1.5, 3, 3.75, 3.75]),
        ])
    func waits(_ random: Double, _ expected: [Double]) {
        var backoff = Backoff(base: 1, cap: 5) { random }
        let waits = expected.map { _ in backoff.next() }
        #expect(waits == expected)
    }

    @Test("begins anew after a success")
    func reset() {
        var backoff = Backoff(base: 1, cap: 60) { 0 }
        let before = [backoff.next(), backoff.next(), backoff.next()]
        backoff.reset()
        let after = backoff.next()
        #expect(before == [0.5, 1, 2])
        #expect(after == 0.5)
    }

    @Test("stays at the cap for ever")
    func forever() {
        var backoff = Backoff(base: 1, cap: 60) { 0 }
        let waits = Set((0..<100_000).map { _ in backoff.next() }.dropFirst(10))
        #expect(waits == [30])
    }

    @Test("its own jitter stays within the bounds and is not always the same")
    func jitter() {
        let first = (0..<100).map { _ in
            var backoff = Backoff(base: 2, cap: 60)
            return backoff.next()
        }
        #expect(first.allSatisfy { (1.0..<2).contains($0) })
        #expect(Set(first).count > 1)
    }
}
