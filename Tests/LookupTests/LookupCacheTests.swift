import Concurrency
import Database
import Domain
import Foundation
import Lookup
import TestSupport
import Testing

@Suite("Lookup cache", .serialized)
struct LookupCacheTests {
    private let times = Times()
    private let diary = Diary()
    private let folder =
        FileManager.default.temporaryDirectory.path + "/milepost-\(UUID().uuidString)"

    private var path: String { folder + "/lookups.db" }

    private func cache(capacity: Int = 50_000, path: String? = nil) -> LookupCache {
        LookupCache(
            path: path, capacity: capacity, now: { [times] in times.now },
            moment: times.source().moment,
            backoff: Backoff(base: 30, cap: 600, random: { 0.5 }), log: diary.log(times))
    }

    /// A folder for the time of `body`.
    private func withFolder(_ body: () async throws -> Void) async throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body()
    }

    private func key(
        _ part: Part, at number: Int = 1, provider: String = "p", language: Language = .en
    ) -> CacheKey {
        CacheKey(
            cell: Cell(part, containing: farPlace(number)), provider: provider, language: language)
    }

    @Test("keeps every part over a restart", arguments: Part.allCases)
    func restart(part: Part) async throws {
        try await withFolder {
            let found = answer(part, 4)
            await cache(path: path).write(key(part), .found(found))
            #expect(await cache(path: path).read(key(part)) == .found(found))
        }
    }

    @Test("keeps a whole weather and forecast as they were")
    func whole() async {
        var weather = Weather(provider: "w")
        weather.condition = Condition(
            .thunderstorm, .heavy, thunder: .hail, isDay: true, rawCode: "202")
        weather.observedAt = noon
        weather.temperature = -0.1
        weather.station = "서울"
        var forecast = Forecast(provider: "w")
        forecast.days = [Forecast.Day(date: LocalDate(year: 2026, month: 5, day: 5))]
        forecast.hours = [Forecast.Hour(time: noon)]
        forecast.utcOffset = 32_400
        let cache = cache()
        for (part, found) in [
            (Part.weather, Found.weather(weather)), (.forecast, .forecast(forecast)),
        ] {
            await cache.write(key(part), .found(found))
            #expect(await cache.read(key(part)) == .found(found))
        }
    }

    @Test("knows an answer only for its own cell, provider and language")
    func keys() async {
        let cache = cache()
        await cache.write(key(.address), .found(address("x")))
        #expect(await cache.read(key(.address)) != nil)
        #expect(await cache.read(key(.address, language: .ko)) == nil)
        #expect(await cache.read(key(.address, provider: "q")) == nil)
        #expect(await cache.read(key(.address, at: 2)) == nil)
        #expect(await cache.read(key(.weather)) == nil)
    }

    // Lifetimes of DESIGN section 5: weather 10 min, forecast 1 h, "nothing there" 1 h.
    @Test(
        "believes an answer for its lifetime and not a moment longer",
        arguments: [(Part.weather, 600.0), (.forecast, 3600)])
    func lifetime(part: Part, seconds: Double) async {
        let cache = cache()
        await cache.write(key(part), .found(answer(part, 1)))
        times.step(by: seconds - 0.001)
        #expect(await cache.read(key(part)) != nil)
        times.step(by: 0.001)
        #expect(await cache.read(key(part)) == nil)
    }

    @Test("believes \"nothing there\" for an hour, for an address too")
    func nothing() async {
        let cache = cache()
        await cache.write(key(.address), .nothing("p knows nothing there"))
        times.step(by: 3599)
        #expect(await cache.read(key(.address)) == .nothing("p knows nothing there"))
        times.step(by: 1)
        #expect(await cache.read(key(.address)) == nil)
    }

    @Test("does not believe an entry from the future, after the clock was set back")
    func clockStep() async {
        let cache = cache()
        await cache.write(key(.address), .found(address("x")))
        times.step(by: -60)
        #expect(await cache.read(key(.address)) == nil)
        times.step(by: 60)
        #expect(await cache.read(key(.address)) != nil)
    }

    @Test("O07 drops the oldest when it is full")
    func bound() async {
        let cache = cache(capacity: 3)
        for number in 1...5 {
            await cache.write(key(.address, at: number), .found(address("\(number)")))
        }
        var kept: [Int] = []
        for number in 1...5 where await cache.read(key(.address, at: number)) != nil {
            kept.append(number)
        }
        #expect(kept == [3, 4, 5])
    }

    @Test("L14 a damaged file is set aside with the time, said, and the cache goes on")
    func damaged() async throws {
        try await withFolder {
            try "this is no database".write(toFile: path, atomically: true, encoding: .utf8)
            let cache = cache(path: path)
            await cache.write(key(.address), .found(address("x")))
            #expect(await cache.read(key(.address)) == .found(address("x")))
            let aside = path + ".damaged-20260504T120000Z"
            #expect(FileManager.default.fileExists(atPath: aside))
            #expect(
                diary.said == [
                    "the lookup cache \(path) was damaged; it is now \(aside) and a new one was begun"
                ])
        }
    }

    @Test("L14 a page damaged under way costs that answer, and the next ones are kept anew")
    func zeroedPage() async throws {
        try await withFolder {
            do {
                let first = cache(path: path)
                for number in 1...200 {
                    await first.write(key(.address, at: number), .found(address("\(number)")))
                }
            }
            // The last connection folded the side file in as it closed.
            let size = try #require(FileManager.default.contents(atPath: path)?.count)
            let file = try #require(FileHandle(forUpdatingAtPath: path))
            try file.seek(toOffset: 4096)
            try file.write(contentsOf: Data(count: size - 4096))
            try file.close()
            let second = cache(path: path)
            #expect(await second.read(key(.address)) == nil)
            await second.write(key(.address), .found(address("new")))
            #expect(await second.read(key(.address)) == .found(address("new")))
            #expect(diary.said.count == 1)
        }
    }

    @Test("a file that cannot be opened is said once, and answers are kept in memory")
    func cannotOpen() async {
        let cache = cache(path: "/dev/null/lookups.db")
        await cache.write(key(.address), .found(address("x")))
        #expect(await cache.read(key(.address)) == .found(address("x")))
        #expect(diary.said.count == 1)
        #expect(diary.said.first?.contains("kept in memory only") == true)
    }

    // Half of a doubling wait is fixed and half is drawn, here at 0.5: 22.5 s, then 45 s.
    @Test("L12 a file that cannot be opened is tried again, ever less often, until it can be")
    func opensLater() async throws {
        let cache = cache(path: path)
        func store(_ name: String) async {
            await cache.write(key(.address), .found(address(name)))
        }
        await store("1")
        times.clock.advance(by: .seconds(23))
        await store("2")
        #expect(diary.said.count == 1)
        try await withFolder {
            times.clock.advance(by: .seconds(44))
            #expect(await cache.read(key(.address)) == .found(address("2")))
            #expect(!FileManager.default.fileExists(atPath: path))
            times.clock.advance(by: .seconds(1))
            await store("3")
            #expect(await self.cache(path: path).read(key(.address)) == .found(address("3")))
            #expect(diary.said.last == "the lookup cache \(path) works again")
            #expect(diary.said.count == 2)
        }
    }
}
