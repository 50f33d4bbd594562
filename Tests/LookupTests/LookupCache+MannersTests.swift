import Domain
import Lookup
import TestSupport
import Testing

@Suite("Manners kept in the lookup cache", .serialized)
struct LookupCacheMannersTests {
    private let times = Times()
    private let diary = Diary()
    /// Of the suite's, so that it lasts as long as the test.
    private let folder: Folder
    private var path: String { folder.file("a.db") }

    init() throws { folder = try Folder() }

    private func cache() -> LookupCache {
        LookupCache(path: path, now: { [times] in times.now }, log: diary.log(times))
    }

    /// What two processes are told that ask in turn, the first first, each after so many seconds more.
    private func turns(after seconds: [Double], provider: String = "p") async -> [Double?] {
        let processes = [cache(), cache()]
        var told: [Double?] = []
        for (index, seconds) in seconds.enumerated() {
            times.step(by: seconds)
            told.append(await processes[index % 2].takeTurn(of: provider, spacing: 1))
        }
        return told
    }

    @Test("give one turn to all processes, and one that has to wait takes none")
    func spacing() async {
        #expect(await turns(after: [0, 0.25, 0.5, 0.25, 0, 1]) == [0, 0.75, 0.25, 0, 1, 0])
        #expect(await cache().takeTurn(of: "q", spacing: 1) == 0)
    }

    @Test("of the future, after the clock was set back, do not count")
    func clockStep() async {
        #expect(await turns(after: [0, -60, 0.5]) == [0, 0, 0.5])
        let cache = cache()
        await cache.hold("p", Hold(code: .rateLimited, until: times.now.adding(seconds: 60)))
        times.step(by: -1)
        #expect(await cache.hold(on: "p") == nil)
        times.step(by: 1)
        #expect(await cache.hold(on: "p") != nil)
    }

    @Test("keep a hold until its end, for each provider, beside its last request")
    func hold() async {
        let hold = Hold(code: .rateLimited, until: noon.adding(seconds: 3600))
        let refusal = Hold(code: .refused, until: noon.adding(seconds: 86_400), settings: 7)
        #expect(await cache().takeTurn(of: "p", spacing: 1) == 0)
        await cache().hold("p", hold)
        await cache().hold("q", refusal)
        #expect(await cache().takeTurn(of: "p", spacing: 1) == 1)
        times.step(by: 3599.999)
        #expect(await cache().hold(on: "p") == hold)
        #expect(await cache().hold(on: "q") == refusal)
        #expect(await cache().hold(on: "r") == nil)
        times.step(by: 0.001)
        #expect(await cache().hold(on: "p") == nil)
        #expect(await cache().hold(on: "q") == refusal)
    }

    @Test("forget a refusal, but no pause, when the owner wants it")
    func forgotten() async {
        let cache = cache()
        let end = noon.adding(seconds: 60)
        await cache.hold("p", Hold(code: .refused, until: end, settings: 7))
        await cache.hold("q", Hold(code: .rateLimited, until: end))
        for provider in ["p", "q"] { await cache.forgetRefusal(of: provider) }
        #expect(await cache.hold(on: "p") == nil)
        #expect(await cache.hold(on: "q")?.until == end)
    }

    @Test(
        "that a damaged file tells wrongly hold nothing up",
        arguments: [
            "held_until = 9223372036854775807", "held_until = -9223372036854775808",
            "held_at = 9223372036854775807", "held_until = 'x'", "code = 'x'", "code = 7",
            // A day and a millisecond after noon.
            "held_until = 1777982400001",
        ])
    func damaged(change: String) async throws {
        let cache = cache()
        _ = await cache.takeTurn(of: "p", spacing: 1)
        await cache.hold("p", Hold(code: .rateLimited, until: noon.adding(seconds: 60)))
        try Folder.change(path, "UPDATE manners SET \(change)")
        #expect(await cache.hold(on: "p") == nil)
        for sent in ["9223372036854775807", "-9223372036854775808", "'x'", "NULL"] {
            try Folder.change(path, "UPDATE manners SET last_sent = \(sent)")
            #expect(await cache.takeTurn(of: "p", spacing: 1) == 0)
        }
        #expect(diary.said.isEmpty)
    }
}
