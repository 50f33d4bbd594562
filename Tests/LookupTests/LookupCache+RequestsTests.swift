import Database
import Domain
import Lookup
import TestSupport
import Testing

// Noon is the 12th hour of a day of UTC.
@Suite("Requests counted in the lookup cache", .serialized)
struct LookupCacheRequestsTests {
    private let times = Times()
    private let diary = Diary()
    /// Of the suite's, so that it lasts as long as the test.
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func cache(_ path: String? = nil) -> LookupCache {
        LookupCache(path: path, now: { [times] in times.now }, log: diary.log(times))
    }

    private func count(_ times: Int, _ provider: String, _ host: String, in cache: LookupCache)
        async
    {
        for _ in 0..<times { _ = await cache.count(provider, host: host) }
    }

    private func usage(_ cache: LookupCache, hours: Double = 24) async -> [String] {
        await cache.usage(since: times.now.adding(seconds: -hours * 3600))
            .map { "\($0.provider) \($0.host) \($0.count)" }
    }

    @Test("are told for each provider and host, written or not")
    func told() async {
        let cache = cache()
        await count(2, "q", "h", in: cache)
        await cache.saveCounts()
        await count(1, "q", "h", in: cache)
        await count(1, "p", "h2", in: cache)
        await count(1, "p", "h1", in: cache)
        #expect(await usage(cache) == ["p h1 1", "p h2 1", "q h 3"])
    }

    @Test("are one write a minute: only the first since the last writing asks for it")
    func batched() async {
        let cache = cache()
        var asks: [Bool] = []
        for _ in 0..<3 { asks.append(await cache.count("p", host: "h")) }
        await cache.saveCounts()
        for _ in 0..<2 { asks.append(await cache.count("p", host: "h")) }
        #expect(asks == [true, false, false, true, false])
    }

    @Test("last over a restart once they are written, and of two processes are added up")
    func restart() async throws {
        let (daemon, command) = (cache(folder.file("a.db")), cache(folder.file("a.db")))
        await count(3, "p", "h", in: daemon)
        await count(2, "p", "h", in: command)
        await daemon.saveCounts()
        await command.saveCounts()
        await command.saveCounts()
        await count(1, "p", "h", in: daemon)
        #expect(await usage(daemon) == ["p h 6"])
        #expect(await usage(command) == ["p h 5"])
        #expect(await usage(cache(folder.file("a.db"))) == ["p h 5"])
    }

    @Test("belong to the hour in which they were sent")
    func hours() async {
        let cache = cache()
        await count(1, "p", "h", in: cache)
        await cache.saveCounts()
        times.step(by: 23 * 3600)
        await count(1, "p", "h", in: cache)
        #expect(await usage(cache, hours: 0) == ["p h 1"])
        #expect(await usage(cache, hours: 22) == ["p h 1"])
        #expect(await usage(cache, hours: 23) == ["p h 2"])
    }

    @Test("of the day end at midnight of UTC")
    func day() async {
        let cache = cache()
        await count(2, "p", "h1", in: cache)
        await count(1, "p", "h2", in: cache)
        await count(9, "q", "h1", in: cache)
        times.step(by: 12 * 3600 - 0.001)
        #expect(await cache.sentToday(by: "p") == 3)
        times.step(by: 0.001)
        #expect(await cache.sentToday(by: "p") == 0)
    }

    @Test("from the future, after the clock was set back, do not count")
    func clockStep() async {
        let cache = cache()
        await count(1, "p", "h", in: cache)
        await cache.saveCounts()
        await count(1, "p", "h", in: cache)
        times.step(by: -3600)
        #expect(await usage(cache) == [])
        #expect(await cache.sentToday(by: "p") == 0)
        times.step(by: 3600)
        #expect(await usage(cache) == ["p h 2"])
    }

    @Test(
        "that a damaged file tells wrongly neither overflow nor make the sum smaller",
        arguments: [
            (Int64.max, 1_000_000_000), (1_000_000_001, 1_000_000_000), (-1, 0), (Int64.min, 0),
        ])
    func damaged(count: Int64, known: Int) async throws {
        let path = folder.file("a.db")
        let cache = cache(path)
        for _ in 0..<2 {
            await self.count(1, "p", "h1", in: cache)
            await self.count(1, "p", "h2", in: cache)
            await cache.saveCounts()
            times.step(by: 3600)
        }
        try Folder.change(path, "UPDATE requests SET count = ?", .integer(count))
        #expect(await usage(cache) == ["p h1 \(2 * known)", "p h2 \(2 * known)"])
        #expect(await cache.sentToday(by: "p") == 4 * known)
        // And the next writing mends the row.
        times.step(by: -3600)
        await self.count(1, "p", "h1", in: cache)
        await cache.saveCounts()
        #expect(
            await usage(cache, hours: 0) == [
                "p h1 \(min(known + 1, 1_000_000_000))", "p h2 \(known)",
            ])
        #expect(diary.said.isEmpty)
    }

    @Test("are forgotten after two days")
    func purged() async {
        let cache = cache()
        for hour in 0..<3 {
            await count(1, "p", "h\(hour)", in: cache)
            await cache.saveCounts()
            times.step(by: 3600)
        }
        times.step(by: 46 * 3600)
        await count(1, "p", "new", in: cache)
        await cache.saveCounts()
        #expect(await usage(cache, hours: 1000) == ["p h1 1", "p h2 1", "p new 1"])
    }

    @Test("that cannot be written are kept for the next time")
    func cannotWrite() async throws {
        let path = folder.file("a.db")
        let cache = cache(path)
        await count(1, "p", "h", in: cache)
        await cache.saveCounts()
        // Every later use of the table fails.
        try Folder.change(path, "DROP TABLE requests")
        #expect(await cache.count("p", host: "h"))
        await cache.saveCounts()
        #expect(diary.said.count == 1)
        // It asks again, and nothing of it is lost.
        #expect(await cache.count("p", host: "h"))
        #expect(await usage(cache) == ["p h 2"])
    }

    @Test("are kept for the file while that cannot be opened")
    func cannotOpen() async throws {
        let path = folder.file("later/a.db")
        let cache = LookupCache(
            path: path, now: { [times] in times.now }, moment: times.source().moment,
            log: diary.log(times))
        await count(2, "p", "h", in: cache)
        await cache.saveCounts()
        #expect(await usage(cache) == ["p h 2"])
        try folder.makeFolder("later")
        times.clock.advance(by: .seconds(30))
        #expect(await cache.count("p", host: "h"))
        await cache.saveCounts()
        #expect(await usage(cache) == ["p h 3"])
        #expect(await usage(self.cache(path)) == ["p h 3"])
    }
}
