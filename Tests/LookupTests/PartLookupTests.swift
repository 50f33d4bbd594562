import Domain
import Lookup
import TestSupport
import Testing

@Suite("Part lookup")
struct PartLookupTests {
    private let times = Times()
    private let diary = Diary()
    private let cell = Cell(.weather, containing: place(37.5547, 126.9706))

    private func lookup(
        _ providers: [FakeProvider], cache: LookupCache? = nil, language: Language = .en
    ) -> PartLookup {
        PartLookup(
            address: [], weather: providers, senders: [:], cache: cache, language: language,
            time: times.source())
    }

    private func cache() -> LookupCache {
        LookupCache(path: nil, now: { [times] in times.now }, log: diary.log(times))
    }

    /// Answers every question with `code`, or with a temperature that counts the questions.
    private func provider(_ name: String, failing code: LookupFailure.Code? = nil) -> FakeProvider {
        FakeProvider(name) { question, number in
            code.map { .failure(failure(question.part, $0, from: name)) }
                ?? .success(weather(Double(number), from: name))
        }
    }

    @Test("tells a provider the centre of the cell, never the exact place")
    func privacy() async {
        let first = provider("a")
        _ = await lookup([first], language: .ko).result(for: cell, bypassingCache: false)
        #expect(
            first.desk.questions == [
                .init(part: .weather, coordinate: place(37.56, 126.98), language: .ko)
            ])
    }

    @Test(
        "falls back in the order of the list; the answer tells who gave it, and why others did not",
        arguments: [LookupFailure.Code.server, .notCovered, .noKey, .refused, .quota])
    func fallback(code: LookupFailure.Code) async {
        let (first, second, third) = (
            provider("a", failing: code), provider("b"), provider("c")
        )
        let result = await lookup([first, second, third]).result(
            for: cell, bypassingCache: false)
        #expect(
            result.outcome
                == .found(weather(1, from: "b"), skipped: [failure(.weather, code, from: "a")]))
        #expect(third.desk.questions.isEmpty)
    }

    @Test("keeps every provider's reason when none knows")
    func allFail() async {
        let providers = [provider("a", failing: .noKey), provider("b", failing: .notCovered)]
        let result = await lookup(providers).result(for: cell, bypassingCache: false)
        #expect(
            result.outcome
                == .failed([
                    failure(.weather, .noKey, from: "a"), failure(.weather, .notCovered, from: "b"),
                ]))
    }

    @Test("asks once for one cell and time; a refresh asks anew and writes what it learns")
    func cached() async {
        let first = provider("a")
        let lookup = lookup([first], cache: cache())
        var results: [PartLookup.Result] = []
        for bypassing in [false, false, true, false] {
            results.append(await lookup.result(for: cell, bypassingCache: bypassing))
        }
        #expect(results.map(\.cacheHits) == [0, 1, 0, 1])
        #expect(
            results.map(\.outcome) == [1.0, 1, 2, 2].map { .found(weather($0, from: "a")) })
    }

    @Test("asks anew in another language")
    func language() async {
        let first = provider("a")
        let cache = cache()
        for language in [Language.en, .ko, .ko, .en] {
            _ = await lookup([first], cache: cache, language: language)
                .result(for: cell, bypassingCache: false)
        }
        #expect(first.desk.questions.map(\.language) == [.en, .ko])
    }

    @Test("C01 remembers \"nothing there\" for an hour and asks the next provider")
    func nothingThere() async {
        let (first, second) = (provider("a", failing: .notFound), provider("b"))
        let lookup = lookup([first, second], cache: cache())
        for hits in [0, 2] {
            let result = await lookup.result(for: cell, bypassingCache: false)
            #expect(
                result.outcome
                    == .found(
                        weather(1, from: "b"), skipped: [failure(.weather, .notFound, from: "a")]))
            #expect(result.cacheHits == hits)
        }
        #expect(first.desk.questions.count == 1)
        times.step(by: 3600)
        _ = await lookup.result(for: cell, bypassingCache: false)
        #expect(first.desk.questions.count == 2)
    }

    @Test("asks the next provider when one answers for another time, and remembers no such answer")
    func anotherTime() async {
        var old = Weather(provider: "a")
        old.observedAt = noon.adding(seconds: -86_400)
        let stale = Found.weather(old)
        let (first, second) = (FakeProvider("a") { _, _ in .success(stale) }, provider("b"))
        let lookup = lookup([first, second], cache: cache())
        let reason = LookupFailure(
            part: .weather, provider: "a", code: .badAnswer,
            message: "a answered for another time (observed 2026-05-03T12:00:00.000Z)")
        for _ in 0..<2 {
            let result = await lookup.result(for: cell, bypassingCache: false)
            #expect(result.outcome == .found(weather(1, from: "b"), skipped: [reason]))
        }
        #expect(first.desk.questions.count == 2)
    }

    @Test(
        "believes an address from far away only of this machine's own places",
        arguments: [true, false])
    func anotherPlace(isOffline: Bool) async {
        struct FarAway: AddressProvider {
            let name = "far"
            let isOffline: Bool
            func address(_ query: Query) async throws(LookupFailure) -> Address {
                var address = Address(label: "Long Street, Cape Town", provider: name)
                address.distance = 13_700_000
                return address
            }
        }
        let lookup = PartLookup(
            address: [FarAway(isOffline: isOffline)], weather: [], senders: [:], cache: nil,
            language: .en, time: times.source())
        let cell = Cell(.address, containing: place(37.5547, 126.9706))
        let reason = LookupFailure(
            part: .address, provider: "far", code: .badAnswer,
            message: "far answered for another place")
        switch await lookup.result(for: cell, bypassingCache: false).outcome {
        case .found: #expect(isOffline)
        case .failed(let reasons):
            #expect(!isOffline)
            #expect(reasons == [reason])
        }
    }

    @Test("W11 gives each provider its share of the time, and the last all that is left")
    func shares() async {
        let (first, second, third) = (FakeProvider("a"), FakeProvider("b"), FakeProvider("c"))
        let lookup = lookup([first, second, third])
        async let result = lookup.result(
            for: cell, bypassingCache: false, terms: Terms(deadline: Moment(seconds: 15)))
        await first.desk.questions(reach: 1)
        await times.clock.sleepers(reach: 1)
        times.clock.advance(by: .seconds(5))
        await first.desk.cancelled(reach: 1)
        await second.desk.questions(reach: 1)
        await times.clock.sleepers(reach: 1)
        // Half of the 10 seconds that are left.
        times.clock.advance(by: .seconds(5))
        await second.desk.cancelled(reach: 1)
        await third.desk.questions(reach: 1)
        #expect(times.clock.sleepers == 0)
        third.desk.reply(1, .success(weather(7, from: "c")))
        let late = ["a", "b"].map {
            LookupFailure(
                part: .weather, provider: $0, code: .timeout,
                message: "\($0) did not answer in its share of the time")
        }
        #expect(await result.outcome == .found(weather(7, from: "c"), skipped: late))
    }

    @Test("W11 notes a provider that was given up as failed, so that it is left alone for a while")
    func share() async {
        let transport = FakeTransport()
        await withPool { pool in
            let sender = ProviderSender(
                name: "open-meteo", rules: .init(), userAgent: "Milepost/1", transport: transport,
                pool: pool, time: times.source(), log: diary.log(times))
            let lookup = PartLookup(
                address: [],
                weather: [
                    OpenMeteo(baseURL: "http://h", fetch: sender.fetch, now: { noon }),
                    provider("b"),
                ], senders: ["open-meteo": sender], cache: nil, language: .en,
                time: times.source())
            async let result = lookup.result(
                for: cell, bypassingCache: false, terms: Terms(deadline: Moment(seconds: 15)))
            await transport.desk.questions(reach: 1)
            await times.clock.sleepers(reach: 1)
            times.clock.advance(by: .seconds(7.5))
            await transport.desk.cancelled(reach: 1)
            guard case .found(let found, let skipped) = await result.outcome else {
                Issue.record("nothing was found")
                return
            }
            #expect(found == weather(1, from: "b"))
            #expect(skipped.map(\.code) == [.timeout])
            #expect(skipped.first?.retryAt != nil)
            #expect(await sender.status(parts: []).failures == 1)
        }
    }

    @Test("tells no day or hour of a forecast that is past")
    func past() async {
        var sent = Forecast(provider: "a")
        sent.utcOffset = 0
        sent.days = ["2026-05-03", "2026-05-04", "2026-05-05"].map { .row($0, 1, 2, nil, nil, nil) }
        sent.hours = [-6.0, -3, 0, 3].map { .init(time: noon.adding(seconds: $0 * 3600)) }
        let answer = Found.forecast(sent)
        let result = await lookup([FakeProvider("a") { _, _ in .success(answer) }])
            .result(for: Cell(.forecast, containing: place(1, 2)), bypassingCache: false)
        sent.days.removeFirst()
        sent.hours.removeFirst(2)
        #expect(result.outcome == .found(.forecast(sent)))
    }

    @Test("remembers no error", arguments: [LookupFailure.Code.server, .badAnswer, .network])
    func errors(code: LookupFailure.Code) async {
        let first = provider("a", failing: code)
        let lookup = lookup([first], cache: cache())
        for _ in 0..<3 { _ = await lookup.result(for: cell, bypassingCache: false) }
        #expect(first.desk.questions.count == 3)
    }

    @Test("names the parts that are switched on, and who is asked for them")
    func parts() {
        let lookup = lookup([provider("a"), provider("b")])
        #expect(lookup.parts == [.weather: "a", .forecast: "a"])
        #expect(lookup.parts(askedOf: "b") == [.weather, .forecast])
        #expect(lookup.parts(askedOf: "c") == [])
    }
}
