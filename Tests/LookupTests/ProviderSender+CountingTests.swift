import Concurrency
import Domain
import HTTP
import Lookup
import TestSupport
import Testing

// Noon is twelve hours before midnight of UTC.
@Suite("Requests that a sender counts", .timeLimit(.minutes(10)))
struct ProviderSenderCountingTests {
    private let times = Times()
    private let diary = Diary()
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func cache() -> LookupCache {
        LookupCache(
            path: folder.file("a.db"), now: { [times] in times.now }, log: diary.log(times))
    }

    private func sender(
        _ cache: LookupCache?, in pool: JobPool, quota: Int? = nil, name: String = "p"
    ) -> ProviderSender {
        ProviderSender(
            name: name, rules: .init(dailyQuota: quota), userAgent: "Milepost/1",
            transport: FakeTransport { _, _ in .status(200) }, cache: cache, pool: pool,
            time: times.source(), log: diary.log(times))
    }

    /// Asks for something new.
    private func ask(_ sender: ProviderSender) async -> String {
        do throws(LookupFailure) {
            let url = "http://h:80/\(await sender.requests)"
            return "\(try await sender.fetch(ProviderRequest(part: .address, url: url)).status)"
        } catch {
            return error.code.rawValue
        }
    }

    private func usage(_ cache: LookupCache) async -> [RequestCount] {
        await cache.usage(since: times.now.adding(seconds: -86_400))
    }

    @Test(
        "the day's quota goes on where it was before a restart, and begins anew at midnight of UTC")
    func quota() async {
        await withPool { pool in
            let sender = sender(cache(), in: pool, quota: 3)
            #expect([await ask(sender), await ask(sender)] == ["200", "200"])
        }
        await withPool { pool in
            let sender = sender(cache(), in: pool, quota: 3)
            #expect([await ask(sender), await ask(sender)] == ["200", "quota"])
            times.clock.advance(by: .seconds(12 * 3600))
            #expect([await ask(sender), await ask(sender)] == ["200", "200"])
        }
    }

    @Test("a command beside the daemon uses the same quota, and each provider has its own")
    func twoProcesses() async {
        await withPool { pool in
            let (daemon, command) = (cache(), cache())
            let first = sender(daemon, in: pool, quota: 2)
            #expect(await ask(first) == "200")
            let second = sender(command, in: pool, quota: 2)
            #expect(await ask(second) == "200")
            await command.saveCounts()
            #expect(await ask(first) == "quota")
            #expect(await ask(sender(daemon, in: pool, quota: 2, name: "q")) == "200")
        }
    }

    @Test("one writing follows a minute after the first request, however many there were")
    func written() async {
        let clock = times.clock
        await withPool { pool in
            let cache = cache()
            let sender = sender(cache, in: pool)
            for _ in 0..<5 { _ = await ask(sender) }
            await clock.sleepers(reach: 1)
            #expect(clock.sleepers == 1)
            let other = self.cache()
            #expect(await usage(other) == [])
            clock.advance(by: .seconds(60))
            while await usage(other).isEmpty { await Task.yield() }
            #expect(await usage(other) == [RequestCount(provider: "p", host: "h:80", count: 5)])
            #expect(clock.sleepers == 0)
            _ = await ask(sender)
            await clock.sleepers(reach: 1)
        }
        // The end of the program does not wait for the minute.
        #expect(await usage(cache()) == [RequestCount(provider: "p", host: "h:80", count: 6)])
        #expect(clock.sleepers == 0)
    }

    @Test("a request that is not sent is not counted")
    func notSent() async {
        await withPool { pool in
            let cache = cache()
            let sender = sender(cache, in: pool, quota: 1)
            for _ in 0..<3 { _ = await ask(sender) }
            #expect(await usage(cache).map(\.count) == [1])
        }
    }
}
