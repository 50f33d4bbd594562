import TestSupport
import Testing

@Suite("Test clock", .timeLimit(.minutes(10)))
struct TestClockTests {
    @Test("wakes those who are due, and only them")
    func advance() async throws {
        let clock = TestClock()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for seconds in [3, 1, 2] {
                group.addTask {
                    try await clock.sleep(for: .seconds(seconds))
                    return seconds
                }
            }
            await clock.sleepers(reach: 3)
            clock.advance(by: .seconds(1))
            #expect(try await group.next() == 1)
            #expect(clock.sleepers == 2)
            clock.advance(by: .seconds(2))
            let rest = [try await group.next(), try await group.next()].compactMap { $0 }
            #expect(Set(rest) == [2, 3])
        }
        #expect(clock.seconds == 3)
        #expect(clock.sleepers == 0)
    }

    @Test("a cancelled sleeper throws and is gone")
    func cancelled() async {
        let clock = TestClock()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await #expect(throws: CancellationError.self) {
                    try await clock.sleep(for: .seconds(1))
                }
            }
            await clock.sleepers(reach: 1)
            group.cancelAll()
        }
        #expect(clock.sleepers == 0)
    }

    @Test("a deadline that has passed is no sleep")
    func past() async throws {
        let clock = TestClock()
        let deadline = clock.now.advanced(by: .seconds(5))
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: deadline, tolerance: nil)
        #expect(clock.now.seconds == 5)
    }
}
