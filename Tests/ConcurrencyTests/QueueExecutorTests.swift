import Concurrency
import Foundation
import Testing

@Suite("Queue executor")
struct QueueExecutorTests {
    private actor Blocker {
        private nonisolated let executor = QueueExecutor()
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

    private actor Recorder {
        private nonisolated let executor = QueueExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }
        private(set) var threads: Set<pthread_t> = []
        private(set) var said: [String] = []

        func say(_ word: String) {
            said.append(word)
            threads.insert(pthread_self())
        }

        /// What is said later comes after what was said before it was due.
        func say(_ words: [(Double, String)], done: FirstValue<Void>) {
            for (seconds, word) in words {
                executor.after(seconds) {
                    self.assumeIsolated { recorder in
                        recorder.say(word)
                        if recorder.said.count == words.count { done.give(()) }
                    }
                }
            }
        }
    }

    @Test("everything runs on one thread, in its order")
    func order() async {
        let recorder = Recorder()
        for number in 0..<1000 { await recorder.say("\(number)") }
        #expect(await recorder.said == (0..<1000).map(String.init))
        #expect(await recorder.threads.count == 1)
    }

    @Test("what is to be done later is done in the order of its time, what is due before it")
    func later() async {
        let recorder = Recorder()
        let done = FirstValue<Void>()
        await recorder.say(
            [(0.02, "third"), (0.01, "second"), (0.03, "last"), (0, "first")], done: done)
        await done.wait {
            done.give(())
        } begin: {
        }
        #expect(await recorder.said == ["first", "second", "third", "last"])
    }

    @Test("the thread ends with the actor", .timeLimit(.minutes(10)))
    func end() async {
        func threads() -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
        }
        let before = threads()
        for _ in 0..<200 {
            let recorder = Recorder()
            await recorder.say("word")
        }
        // Each is gone soon; 200 that stay would be seen.
        while threads() >= before + 150 { await Task.yield() }
    }
}
