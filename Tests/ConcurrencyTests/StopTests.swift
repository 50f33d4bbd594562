import Concurrency
import TestSupport
import Testing

@Suite("A wish to end")
struct StopTests {
    @Test("is told to everybody who waits, and to who comes later")
    func everybody() async {
        let stop = Stop()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { await stop.wait() } }
            #expect(!stop.isTold)
            stop.tell()
            stop.tell()
        }
        await stop.wait()
        #expect(stop.isTold)
    }

    @Test("one who is cancelled leaves the others waiting")
    func cancelled() async {
        let stop = Stop()
        async let wasTold = { () async -> Bool in
            await stop.wait()
            return stop.isTold
        }()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await stop.wait() }
            group.cancelAll()
        }
        stop.tell()
        #expect(await wasTold)
    }

    @Test("cancels what runs until it, and what that gives is kept")
    func cancelling() async {
        let desk = Desk<String, String>()
        let stop = Stop()
        async let answer = until(stop) { await desk.ask("anything") ?? "cancelled" }
        await desk.questions(reach: 1)
        stop.tell()
        #expect(await answer == "cancelled")
        // What ends by itself needs no stop.
        #expect(await until(Stop()) { "done" } == "done")
    }
}
