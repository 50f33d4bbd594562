import Concurrency
import Domain
import HTTP
import Lookup
import TestSupport
import Testing

@Suite("Lookups", .serialized)
struct LookupsTests {
    private let times = Times()
    private let diary = Diary()

    private func lookups(
        _ provider: FakeProvider, address: FakeProvider? = nil, cache: LookupCache? = nil
    ) -> Told {
        lookups([provider], address: address, cache: cache)
    }

    private func lookups(
        _ providers: [FakeProvider], address: FakeProvider? = nil, cache: LookupCache? = nil
    ) -> Told {
        Told { tell in
            Lookups(
                address: address.map { [$0] } ?? [], weather: providers, cache: cache,
                language: .en, pool: JobPool(), time: times.source(), tell: tell)
        }
    }

    /// Answers every question at once, with the same for every place.
    private func steady(_ name: String) -> FakeProvider {
        FakeProvider(name) { question, _ in .success(answer(question.part, 1)) }
    }

    @Test("asks for three parts at once and writes one milepost")
    func threeParts() async {
        let provider = FakeProvider("p")
        let told = await outcomes(of: lookups(provider, address: provider)) { lookups in
            await lookups.submit(accepted(1, at: farPlace(1)))
            await provider.desk.questions(reach: 3)
            for (index, question) in provider.desk.questions.enumerated() {
                provider.desk.reply(index + 1, .success(answer(question.part, 5)))
            }
        }
        #expect(Set(provider.desk.questions.map(\.part)) == Set(Part.allCases))
        #expect(told.mileposts.map(\.changed) == [Part.allCases])
        #expect(told.mileposts.first?.address?.label == "Road 5")
        #expect(told.mileposts.first?.weather?.temperature == 5)
    }

    @Test("a part that fails is a failure in the milepost; the others stand")
    func partialFailure() async {
        let provider = FakeProvider("w") { question, _ in
            question.part == .weather
                ? .failure(failure(.weather, .server)) : .success(answer(question.part, 1))
        }
        let told = await outcomes(of: lookups(provider, address: provider)) { lookups in
            await lookups.submit(accepted(1, at: farPlace(1)))
        }
        #expect(told.mileposts.map(\.changed) == [[.address, .forecast]])
        #expect(told.mileposts.map(\.failures) == [[failure(.weather, .server)]])
    }

    @Test("C01 that nothing is known there is told once until something is; a fault each time")
    func nothingKnown() async {
        let known: [Int: LookupFailure.Code] = [
            1: .notFound, 2: .notFound, 4: .notFound, 5: .server, 6: .server, 7: .notFound,
        ]
        let provider = FakeProvider("sea") { question, number in
            known[number].map { .failure(failure(question.part, $0, from: "sea")) }
                ?? .success(answer(question.part, 1))
        }
        let told = await outcomes(of: lookups([], address: provider)) { lookups in
            for seq in 1...7 { _ = await lookups.lookUp(accepted(seq, at: farPlace(seq))) }
        }
        #expect(told.mileposts.map(\.fix.seq) == [1, 3, 4, 5, 6])
    }

    @Test("a provider that was passed over is told of beside the answer, but is no news by itself")
    func skipped() async {
        let kma = FakeProvider("kma") { question, _ in
            .failure(failure(question.part, .notCovered, from: "kma"))
        }
        let told = await outcomes(of: lookups([kma, steady("open-meteo")])) { lookups in
            for seq in 1...3 { _ = await lookups.lookUp(accepted(seq, at: farPlace(seq))) }
        }
        #expect(told.mileposts.map(\.fix.seq) == [1])
        #expect(
            told.mileposts.first?.failures == [
                failure(.weather, .notCovered, from: "kma"),
                failure(.forecast, .notCovered, from: "kma"),
            ])
    }

    /// The order in which the services answer for the newer place, before the older answers are tried.
    @Test(
        "W16 the older place's answers never win",
        arguments: [[1, 2, 3, 4], [4, 3, 2, 1], [3, 1, 4, 2]])
    func newestWins(order: [Int]) async {
        let provider = FakeProvider("p")
        let told = await outcomes(of: lookups(provider)) { lookups in
            await lookups.submit(accepted(1, at: farPlace(1)))
            await provider.desk.questions(reach: 2)
            await lookups.submit(accepted(2, at: farPlace(2)))
            await provider.desk.questions(reach: 4)
            await provider.desk.cancelled(reach: 2)
            for number in order {
                let question = provider.desk.questions[number - 1]
                provider.desk.reply(
                    number, .success(answer(question.part, question.coordinate.latitude)))
            }
        }
        #expect(told.superseded == [Superseded(seq: 1, by: 2, parts: [.weather, .forecast])])
        #expect(told.mileposts.map(\.fix.seq) == [2])
        // farPlace(2) is at −79°: only its own answers are in its milepost.
        #expect(told.mileposts.first?.weather?.temperature == -79)
        #expect(told.mileposts.first?.forecast?.days.first?.min == -79)
    }

    @Test("hands over what is good for the newer place, and starts it no second time")
    func handover() async {
        let provider = FakeProvider("p")
        let told = await outcomes(of: lookups(provider, address: provider)) { lookups in
            await lookups.submit(accepted(1, at: place(37.560, 127)))
            await provider.desk.questions(reach: 3)
            await lookups.submit(accepted(2, at: place(37.562, 127)))
            await provider.desk.questions(reach: 4)
            for (index, question) in provider.desk.questions.enumerated() {
                provider.desk.reply(index + 1, .success(answer(question.part, Double(index))))
            }
        }
        #expect(provider.desk.questions.last?.part == .address)
        #expect(told.mileposts.map(\.fix.seq) == [2])
        #expect(told.mileposts.first?.address?.label == "Road 3")
        #expect(told.superseded == [Superseded(seq: 1, by: 2, parts: [.address])])
    }

    @Test("nobody starves: with answers taking three intervals each fourth fix has a milepost")
    func nobodyStarves() async {
        let provider = FakeProvider("p")
        let lookups = lookups(provider)
        var early: [Lookups.Outcome] = []
        let late = await outcomes(of: lookups) { lookups in
            for time in 0..<20 {
                // What was asked three intervals ago is answered now, unless it was cancelled.
                if time >= 3 {
                    for number in [2 * time - 5, 2 * time - 4] {
                        let question = provider.desk.questions[number - 1]
                        provider.desk.reply(
                            number,
                            .success(answer(question.part, question.coordinate.latitude)))
                    }
                    if time >= 6, time % 4 == 2 { early += await lookups.nextMilepost() }
                }
                await lookups.submit(accepted(time, at: farPlace(time)))
                await provider.desk.questions(reach: 2 * time + 2)
            }
            for number in 33...40 {
                let question = provider.desk.questions[number - 1]
                provider.desk.reply(
                    number, .success(answer(question.part, question.coordinate.latitude)))
            }
        }
        let told = early + late
        // Fixes 3, 7, 11 and 15 came after three supersessions in a row; 19 is the last and stays.
        #expect(told.mileposts.map(\.fix.seq) == [3, 7, 11, 15, 19])
        let latitudes = told.mileposts.map { $0.fix.coordinate.latitude }
        #expect(told.mileposts.map { $0.weather?.temperature } == latitudes)
        let written = Set(told.mileposts.map(\.fix.seq))
        #expect(told.superseded.allSatisfy { !written.contains($0.seq) })
        #expect(told.superseded.count == 15)
        #expect(await lookups.count().cancelled == 30)
    }

    @Test("a parked hour with the same answers is written once")
    func changeOnly() async {
        let provider = FakeProvider("p") { [times] question, _ in
            guard question.part == .weather else { return .success(answer(question.part, 1)) }
            var weather = Weather(provider: "p")
            weather.temperature = 12
            weather.observedAt = times.now
            return .success(.weather(weather))
        }
        let cache = LookupCache(path: nil, now: { [times] in times.now }, log: diary.log(times))
        let lookups = lookups(provider, address: provider, cache: cache)
        let told = await outcomes(of: lookups) { lookups in
            for minute in 0..<60 {
                await lookups.submit(accepted(minute, at: farPlace(1)))
                await lookups.idle()
                times.step(by: 60)
            }
        }
        #expect(told.mileposts.map(\.changed) == [Part.allCases])
        // Weather each 10 min, the address and the forecast once; all else from the cache.
        #expect(provider.desk.questions.count == 8)
        let counters = await lookups.count()
        #expect(counters.cacheHits == 172)
        #expect(counters.cancelled == 0)
    }

    @Test("a look-up that is waited for gives every part, changed or not, and bypasses the cache")
    func waited() async {
        let provider = steady("p")
        let cache = LookupCache(path: nil, now: { [times] in times.now }, log: diary.log(times))
        let told = await outcomes(of: lookups(provider, cache: cache)) { lookups in
            let first = await lookups.lookUp(accepted(1, at: farPlace(1)))
            #expect(first.changed == [.weather, .forecast])
            let second = await lookups.lookUp(accepted(2, at: farPlace(1)))
            #expect(second.weather?.temperature == 1)
            #expect(second.changed == [])
            _ = await lookups.lookUp(accepted(3, at: farPlace(1)), bypassingCache: true)
        }
        #expect(provider.desk.questions.count == 4)
        #expect(told.mileposts.map(\.fix.seq) == [1])
    }

    @Test("W11 what is not there in time has failed, and its transfers are cancelled")
    func timeout() async {
        let provider = FakeProvider("p")
        let clock = times.clock
        let told = await outcomes(of: lookups(provider)) { lookups in
            async let waited = lookups.lookUp(accepted(1, at: farPlace(1)), timeout: 15)
            await provider.desk.questions(reach: 2)
            await clock.sleepers(reach: 1)
            clock.advance(by: .seconds(15))
            let milepost = await waited
            #expect(milepost.failures.map(\.code) == [.timeout, .timeout])
            await provider.desk.cancelled(reach: 2)
        }
        #expect(told.mileposts.map(\.failures.count) == [2])
        #expect(clock.sleepers == 0)
    }

    @Test("who waits gets an answer when a newer fix, the caller or the end of the program ends it")
    func alwaysReturns() async {
        let provider = FakeProvider("p")
        let told = await outcomes(of: lookups(provider)) { lookups in
            await withTaskGroup(of: Milepost.self) { group in
                group.addTask { await lookups.lookUp(accepted(1, at: farPlace(1))) }
                await provider.desk.questions(reach: 2)
                group.addTask { await lookups.lookUp(accepted(2, at: farPlace(2))) }
                for seq in [1, 2] {
                    let left = await group.next()
                    #expect(left?.fix.seq == seq)
                    #expect(left?.failures.map(\.part) == [.weather, .forecast])
                    await provider.desk.questions(reach: 4)
                    group.cancelAll()
                }
            }
        }
        #expect(told.superseded.map(\.seq) == [1])
    }

    @Test("ends with its task, answering who still waits")
    func ending() async {
        let provider = FakeProvider("p")
        let lookups = lookups(provider)
        async let waited = lookups.lookUp(accepted(1, at: farPlace(1)))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await lookups.run() }
            await provider.desk.questions(reach: 2)
            group.cancelAll()
        }
        let ended = await waited
        #expect(ended.failures.count == 2)
        let late = await lookups.lookUp(accepted(2, at: farPlace(2)))
        #expect(late.failures.count == 2)
        await lookups.submit(accepted(3, at: farPlace(3)))
        await lookups.idle()
    }

    @Test("answers at once, with failures, when its pool has ended already")
    func poolEnded() async {
        let pool = JobPool()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await pool.run() }
            group.cancelAll()
        }
        let lookups = Lookups(
            address: [], weather: [FakeProvider("p")], cache: nil, language: .en, pool: pool)
        let milepost = await lookups.lookUp(accepted(1, at: farPlace(1)))
        #expect(milepost.failures.map(\.part) == [.weather, .forecast])
        #expect(milepost.failures.map(\.provider) == ["p", "p"])
    }

    @Test("writes nothing of parts that are switched off")
    func switchedOff() async {
        let lookups = Told { tell in
            Lookups(
                address: [], weather: [], cache: nil, language: .en, pool: JobPool(),
                time: times.source(), tell: tell)
        }
        let told = await outcomes(of: lookups) { lookups in
            await lookups.submit(accepted(1, at: farPlace(1)))
            let milepost = await lookups.lookUp(accepted(2, at: farPlace(2)))
            #expect(milepost == Milepost(fix: accepted(2, at: farPlace(2))))
        }
        #expect(told.mileposts.isEmpty && told.superseded.isEmpty)
    }

    @Test("who waits for the end of a lookup is told all that was found, changed or not")
    func settled() async {
        let provider = steady("open-meteo")
        let told = await outcomes(of: lookups([provider])) { lookups in
            for seq in 1...2 {
                await lookups.submit(accepted(seq, at: farPlace(1)))
                await lookups.idle()
            }
        }
        #expect(told.mileposts.map(\.fix.seq) == [1])
        #expect(told.settled.map(\.fix.seq) == [1, 2])
        #expect(told.settled.last?.changed == [])
        #expect(told.settled.last?.weather == told.mileposts.first?.weather)
    }

    @Test("in a private place nobody is asked, and what was asked of an older one is cancelled")
    func privatePlace() async {
        let provider = steady("open-meteo")
        let told = await outcomes(of: lookups([provider])) { lookups in
            var fix = accepted(1, at: farPlace(1))
            fix.isPrivate = true
            await lookups.submit(fix)
            await lookups.idle()
            let milepost = await lookups.lookUp(fix, bypassingCache: true)
            #expect(milepost == Milepost(fix: fix))
        }
        #expect(told.mileposts.isEmpty)
        #expect(provider.desk.questions.isEmpty)
    }
}

extension Told {
    /// What is told up to the next milepost, that one included.
    fileprivate func nextMilepost() async -> [Lookups.Outcome] {
        var told: [Lookups.Outcome] = []
        for await outcome in outcomes {
            told.append(outcome)
            if case .milepost = outcome { break }
        }
        return told
    }
}
