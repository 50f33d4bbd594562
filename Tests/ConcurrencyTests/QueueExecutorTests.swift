import Concurrency
import Foundation
import Testing

@Suite("Queue executor")
struct QueueExecutorTests {
    private actor Blocker {
        private nonisolated let executor = QueueExecutor(label: "test")
        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }
        private(set) var released = false

        func block(until semaphore: DispatchSemaphore) {
            semaphore.wait()
            released = true
        }
    }

    /// On the pool, more blocked actors than it has threads would stop everything, this test included.
    @Test("blocks a thread of its own, not one of the pool", .timeLimit(.minutes(10)))
    func ownThread() async {
        let count = ProcessInfo.processInfo.activeProcessorCount + 2
        let semaphore = DispatchSemaphore(value: 0)
        let blockers = (0..<count).map { _ in Blocker() }
        await withTaskGroup(of: Void.self) { group in
            for blocker in blockers {
                group.addTask { await blocker.block(until: semaphore) }
            }
            group.addTask { for _ in 0..<count { semaphore.signal() } }
        }
        for blocker in blockers { #expect(await blocker.released) }
    }
}
