import Domain
import FoundationEssentials
import Lookup
import TestSupport
import Testing

@Suite("Answers kept in the lookup cache", .serialized)
struct LookupCacheKeptTests {
    private let times = Times()
    private let diary = Diary()
    /// Of the suite's, so that it lasts as long as the test.
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func cache(_ path: String? = nil) -> LookupCache {
        LookupCache(path: path, now: { [times] in times.now }, log: diary.log(times))
    }

    private func answer(
        _ body: String, after seconds: Double = 0, lasting lifetime: Double = 60
    ) -> KeptAnswer {
        let stored = noon.adding(seconds: seconds)
        return KeptAnswer(
            body: Data(body.utf8), contentType: "a/b",
            lastModified: "Mon, 04 May 2026 11:00:00 GMT", storedAt: stored,
            expiresAt: stored.adding(seconds: lifetime))
    }

    @Test("are there after a restart as they were, also when they have expired")
    func restart() async throws {
        let file = folder.file("lookups.db")
        await cache(file).keep(answer("x"), for: "http://h/1", of: "p")
        times.step(by: 3600)
        let second = cache(file)
        #expect(await second.kept(for: "http://h/1") == answer("x"))
        #expect(await second.kept(for: "http://h/2") == nil)
    }

    @Test("take the place of an older one, and new times when they are confirmed")
    func replaced() async {
        let cache = cache()
        await cache.keep(answer("old"), for: "u", of: "p")
        await cache.keep(answer("new"), for: "u", of: "p")
        await cache.renew(answer("", after: 100), for: "u")
        #expect(await cache.kept(for: "u") == answer("new", after: 100))
        await cache.renew(answer("", after: 200), for: "other")
        #expect(await cache.kept(for: "other") == nil)
    }

    @Test("of one provider go when it sends nonsense")
    func forgotten() async {
        let cache = cache()
        await cache.keep(answer("1"), for: "u1", of: "p")
        await cache.keep(answer("2"), for: "u2", of: "q")
        await cache.forgetKept(of: "p")
        #expect(await cache.kept(for: "u1") == nil)
        #expect(await cache.kept(for: "u2") != nil)
    }

    @Test("are bounded in number, the oldest going first")
    func bound() async {
        let cache = cache()
        for number in 1...(LookupCache.keptCapacity + 2) {
            await cache.keep(answer("\(number)"), for: "u\(number)", of: "p")
        }
        var missing: [Int] = []
        for number in 1...(LookupCache.keptCapacity + 2)
        where await cache.kept(for: "u\(number)") == nil {
            missing.append(number)
        }
        #expect(missing == [1, 2])
    }

    @Test("go a day after their end, when something newer comes")
    func purged() async {
        let cache = cache()
        await cache.keep(answer("old"), for: "old", of: "p")
        await cache.keep(answer("x", after: 86_459), for: "x", of: "p")
        #expect(await cache.kept(for: "old") != nil)
        await cache.keep(answer("x", after: 86_460), for: "x", of: "p")
        #expect(await cache.kept(for: "old") == nil)
    }
}
