import Concurrency
import TestSupport
import Testing

@Suite("Job pool", .serialized)
struct JobPoolTests {
    @Test("cancels one job and leaves the others")
    func cancelOne() async {
        let desk = Desk<String, String>()
        await withPool { pool in
            let first = pool.start { _ = await desk.ask("first") }
            await desk.questions(reach: 1)
            _ = pool.start { _ = await desk.ask("second") }
            await desk.questions(reach: 2)
            first?.cancel()
            await desk.cancelled(reach: 1)
            #expect(desk.cancelled == [1])
        }
        // The pool's end cancels what is left.
        #expect(desk.cancelled == [1, 2])
    }

    @Test("a job cancelled before it began is cancelled when it begins")
    func cancelledEarly() async {
        let desk = Desk<String, String>()
        let pool = JobPool()
        pool.start { _ = await desk.ask("first") }?.cancel()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await pool.run() }
            await desk.cancelled(reach: 1)
            group.cancelAll()
        }
        #expect(desk.cancelled == [1])
    }

    @Test("starts nothing after its end")
    func ended() async {
        let pool = JobPool()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await pool.run() }
            group.cancelAll()
        }
        #expect(pool.start {} == nil)
    }
}
