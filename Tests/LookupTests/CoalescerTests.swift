import TestSupport
import Concurrency
import Lookup
import Synchronization
import Testing

@Suite("Coalescer")
struct CoalescerTests {
    private typealias Flights = Coalescer<String, Int>

    /// Asks for what the desk answers.
    private func join(_ flights: Flights, _ desk: Desk<String, Int>) async -> Int? {
        await flights.answer(for: "key") { await desk.ask("key") ?? -1 }
    }

    @Test("asks once for all who want the same")
    func once() async {
        let desk = Desk<String, Int>()
        await withPool { pool in
            let flights = Flights(pool: pool)
            let answers = await withTaskGroup(of: Int?.self) { group in
                for _ in 0..<5 { group.addTask { await self.join(flights, desk) } }
                await flights.waiters(for: "key", reach: 5)
                await desk.questions(reach: 1)
                desk.reply(1, 42)
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers == [42, 42, 42, 42, 42])
            #expect(desk.questions == ["key"])
        }
    }

    @Test("asks again after the answer, and apart for another key")
    func again() async {
        let desk = Desk<String, Int> { _, number in number }
        await withPool { pool in
            let flights = Flights(pool: pool)
            let first = await join(flights, desk)
            let second = await join(flights, desk)
            let other = await flights.answer(for: "other") { 7 }
            #expect([first, second, other] == [1, 2, 7])
        }
    }

    @Test("one who leaves does not end it for the others")
    func leaving() async {
        let desk = Desk<String, Int>()
        await withPool { pool in
            let flights = Flights(pool: pool)
            await withTaskGroup(of: Int?.self) { group in
                group.addTask { await self.join(flights, desk) }
                await flights.waiters(for: "key", reach: 1)
                let left = await withTaskGroup(of: Int?.self) { leavers in
                    leavers.addTask { await self.join(flights, desk) }
                    await flights.waiters(for: "key", reach: 2)
                    leavers.cancelAll()
                    return await leavers.next()
                }
                #expect(left == .some(nil))
                await desk.questions(reach: 1)
                #expect(desk.cancelled == [])
                desk.reply(1, 42)
                #expect(await group.next() == 42)
            }
        }
    }

    @Test("is cancelled when the last one leaves, and the next one asks anew")
    func lastLeaves() async {
        let desk = Desk<String, Int>()
        await withPool { pool in
            let flights = Flights(pool: pool)
            await withTaskGroup(of: Int?.self) { group in
                for _ in 0..<2 { group.addTask { await self.join(flights, desk) } }
                await flights.waiters(for: "key", reach: 2)
                await desk.questions(reach: 1)
                group.cancelAll()
            }
            await desk.cancelled(reach: 1)
            await withTaskGroup(of: Int?.self) { group in
                group.addTask { await self.join(flights, desk) }
                await desk.questions(reach: 2)
                desk.reply(2, 43)
                #expect(await group.next() == 43)
            }
        }
    }
}

extension Coalescer {
    /// Yields until so many wait; whether they do is told by nothing else.
    fileprivate func waiters(for key: Key, reach count: Int) async {
        while waiters(for: key) < count { await Task.yield() }
    }
}
