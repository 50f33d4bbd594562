import Concurrency
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("Blocking thread", .timeLimit(.minutes(10)))
struct BlockingThreadTests {
    /// A wait that only `open` ends, as a blocking C call would be.
    private final class Door: Sendable {
        private let ends: [Int32]
        private let flag = Mutex(false)
        var hasPassed: Bool { flag.withLock { $0 } }

        init() {
            var ends: [Int32] = [-1, -1]
            precondition(pipe(&ends) == 0, "no descriptor left")
            self.ends = ends
        }

        deinit { for end in ends { close(end) } }

        func open() { _ = write(ends[1], "!", 1) }

        func pass() -> Bool {
            var byte: UInt8 = 0
            let passed = read(ends[0], &byte, 1) == 1
            flag.withLock { $0 = passed }
            return passed
        }
    }

    @Test("returns what the body returns, from another thread")
    func result() async {
        let here = UInt(pthread_self())
        let there = await onBlockingThread(interrupt: {}) { UInt(pthread_self()) }
        #expect(there != here)
    }

    @Test("many may block at once without holding up Swift's pool")
    func many() async {
        let doors = (0..<64).map { _ in Door() }
        let passed = await withTaskGroup(of: Bool.self) { group in
            for door in doors {
                group.addTask { await onBlockingThread(interrupt: {}) { door.pass() } }
            }
            // Runs on the pool: with a blocked pool it would never come to this.
            group.addTask {
                for door in doors { door.open() }
                return true
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(passed == 65)
    }

    @Test("cancelling interrupts the body and waits for its end")
    func cancelled() async {
        let door = Door()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                _ = await onBlockingThread(interrupt: door.open) { door.pass() }
                #expect(door.hasPassed)
            }
            group.cancelAll()
        }
    }

    @Test("no signal is delivered there, but a crash is still reported")
    func signals() async {
        @Sendable func blocked(_ signals: [Int32]) -> [Bool] {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return signals.map { sigismember(&mask, $0) == 1 }
        }
        let asynchronous = [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGPIPE, SIGALRM]
        let crashes = [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT]
        let there = await onBlockingThread(interrupt: {}) {
            (blocked(asynchronous), blocked(crashes))
        }
        #expect(there.0.allSatisfy { $0 })
        #expect(there.1.allSatisfy { !$0 })
    }
}
