import Concurrency
import Domain
import Glibc
import HTTP
import Lookup
import TestSupport
import Testing

/// A geocoder that reads the body as the label, and failures by status.
private struct PlainGeocoder: AddressProvider {
    let name = "plain"
    let base: String
    var key = ProviderRequest.Key.none
    let fetch: ProviderFetch

    func address(_ query: Query) async throws(LookupFailure) -> Address {
        let url = "\(base)/r?lat=\(query.coordinate.latitude)&lon=\(query.coordinate.longitude)"
        let answer = try await fetch(ProviderRequest(part: .address, url: url, key: key))
        switch answer.status {
        case 200:
            return Address(label: String(decoding: answer.body, as: UTF8.self), provider: name)
        case 401, 403: throw fail(.refused)
        case 429: throw fail(.rateLimited)
        default: throw fail(.server)
        }
    }

    private func fail(_ code: LookupFailure.Code) -> LookupFailure {
        failure(.address, code, from: name)
    }
}

/// A test clock that notes each sleep that is over.
private struct NotingClock: Clock {
    let base: TestClock
    let ended = Desk<Void, Void>()
    var now: TestClock.Instant { base.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
        defer { ended.note(()) }
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}

@Suite("Lookups over HTTP", .serialized)
struct LookupsHTTPTests {
    private let times = Times()
    private let diary = Diary()

    private func lookups(
        over transport: any Transport, at base: String, rules: Politeness.Rules = .init(),
        key: String? = nil, time: TimeSource? = nil
    ) -> Told {
        let pool = JobPool()
        let sender = ProviderSender(
            name: "plain", rules: rules, key: key.flatMap(ProviderKey.init),
            userAgent: "Milepost/1 (+me)", transport: transport, pool: pool,
            time: time ?? times.source(), log: diary.log(times))
        let geocoder = PlainGeocoder(
            base: base, key: key == nil ? .none : .query("appid"), fetch: sender.fetch)
        return Told { tell in
            Lookups(
                address: [geocoder], weather: [], senders: [sender], cache: nil, language: .en,
                pool: pool, time: times.source(), tell: tell)
        }
    }

    @Test("a newer fix closes the socket of the older one's transfer; its own answer is written")
    func socketClosed() async throws {
        let server = try ScriptedHTTPServer { request in
            request.parameters["lat"] == "-79.5" ? .silence : ScriptedAnswer("Here")
        }
        defer { server.stop() }
        let client = HTTPClient()
        let told = await client.whileRunning { [self] in
            await outcomes(of: lookups(over: client, at: server.url)) { lookups in
                await lookups.submit(accepted(1, at: farPlace(1)))
                await server.request(1)
                await lookups.submit(accepted(2, at: farPlace(2)))
                await server.clientClosed(1)
            }
        }
        #expect(told.mileposts.map(\.address?.label) == ["Here"])
        #expect(told.superseded == [Superseded(seq: 1, by: 2, parts: [.address])])
        #expect(
            server.requests.map { $0.header("User-Agent") } == [
                "Milepost/1 (+me)", "Milepost/1 (+me)",
            ])
    }

    @Test("W17 five hundred cancelled transfers leave no descriptor, and the last fix is answered")
    func noLeak() async throws {
        let last = accepted(500, at: place(10, 10))
        let server = try ScriptedHTTPServer { request in
            request.parameters["lat"] == "10.0" ? ScriptedAnswer("Last") : .silence
        }
        defer { server.stop() }
        let client = HTTPClient()
        let told = await client.whileRunning { [self] in
            await outcomes(of: lookups(over: client, at: server.url)) { lookups in
                for seq in 0..<500 {
                    await lookups.submit(accepted(seq, at: farPlace(seq % 300)))
                }
                await lookups.submit(last)
                for await outcome in lookups.outcomes {
                    if case .milepost(let milepost) = outcome {
                        #expect(milepost.address?.label == "Last")
                        #expect(milepost.fix.seq == 500)
                        break
                    }
                }
            }
        }
        #expect(told.mileposts.isEmpty)
        #expect(client.openTransfers == 0)
    }

    // Both forms of failures.md W21; the server sees what RFC 3986 makes of them, once escaped.
    @Test(
        "W21 the key is escaped once in the query, and shown nowhere",
        arguments: [
            ("ab+cd/ef==", "ab%2Bcd%2Fef%3D%3D"),
            ("ab%2Bcd%2Fef%3D%3D", "ab%252Bcd%252Fef%253D%253D"),
        ])
    func key(key: String, escaped: String) async throws {
        let server = try ScriptedHTTPServer { request in
            request.query.hasSuffix("&appid=ab%2Bcd%2Fef%3D%3D")
                ? ScriptedAnswer(status: 500, "broken") : ScriptedAnswer(status: 401, "bad key")
        }
        let client = HTTPClient()
        let told = await client.whileRunning { [self] in
            await outcomes(of: lookups(over: client, at: server.url, key: key)) { lookups in
                await lookups.submit(accepted(1, at: farPlace(1)))
                await lookups.idle()
                // Once more after the backoff, now with nobody there.
                server.stop()
                times.clock.advance(by: .seconds(3600))
                await lookups.submit(accepted(2, at: farPlace(2)))
            }
        }
        #expect(server.requests.map(\.query) == ["lat=-79.5&lon=127.0&appid=\(escaped)"])
        let isRight = key.contains("+")
        let codes = told.mileposts.flatMap(\.failures).map(\.code)
        #expect(codes == (isRight ? [.server, .network] : [.refused, .refused]))
        let shown = diary.said + told.map { "\($0)" }
        #expect(shown.allSatisfy { !$0.contains(key) && !$0.contains(escaped) })
        #expect(diary.said.contains { $0.contains("%XX escapes") } == !isRight)
    }

    // failures.md W02: 200 for the first two, then 429 with no headers, then 403.
    @Test("W02 sixty fixes in sixty seconds bother a geocoder that has had enough no further")
    func rateLimited() async {
        let transport = FakeTransport { _, number in
            number <= 2 ? .status(200, "Road \(number)") : .status(number == 3 ? 429 : 403)
        }
        let rules = Politeness.Rules(spacing: 1, rateLimitWait: 3600)
        let told = await outcomes(of: lookups(over: transport, at: "http://h", rules: rules)) {
            lookups in
            for second in 0..<60 {
                await lookups.submit(accepted(second, at: farPlace(second)))
                await lookups.idle()
                times.clock.advance(by: .seconds(1))
            }
            #expect(transport.desk.questions.count == 3)
            for hour in 60..<84 {
                times.clock.advance(by: .seconds(3600))
                await lookups.submit(accepted(hour, at: farPlace(hour)))
                await lookups.idle()
            }
        }
        #expect(transport.desk.questions.count == 4)
        #expect(told.mileposts.count == 84)
        #expect(told.mileposts.prefix(2).map(\.address?.label) == ["Road 1", "Road 2"])
        #expect(told.mileposts[2].failures.map(\.code) == [.rateLimited])
        #expect(told.mileposts[2].failures.first?.retryAt == noon.adding(seconds: 2 + 3600))
        #expect(told.mileposts[83].failures.map(\.code) == [.refused])
    }

    @Test("W02 when the limit opens the newest place goes, and none before it")
    func newestGoesFirst() async {
        let transport = FakeTransport { request, _ in .status(200, request.url) }
        let clock = times.clock
        let noting = NotingClock(base: clock)
        let lookups = lookups(
            over: transport, at: "http://h", rules: .init(spacing: 1),
            time: TimeSource(clock: noting, wall: { times.now }))
        let told = await outcomes(of: lookups) { lookups in
            await lookups.submit(accepted(1, at: farPlace(1)))
            await lookups.idle()
            for seq in 2...4 {
                await lookups.submit(accepted(seq, at: farPlace(seq)))
                // The older one has left the queue, and the newer one is in it.
                await noting.ended.questions(reach: seq - 2)
                await clock.sleepers(reach: 1)
            }
            clock.advance(by: .seconds(1))
        }
        #expect(told.mileposts.map(\.fix.seq) == [1, 4])
        #expect(transport.desk.questions.count == 2)
        #expect(clock.sleepers == 0)
    }

    @Test("tells for the status how each provider fares")
    func status() async {
        let transport = FakeTransport { _, _ in .status(503, retryAfter: 120) }
        let lookups = lookups(over: transport, at: "http://h")
        _ = await outcomes(of: lookups) { lookups in
            await lookups.submit(accepted(1, at: farPlace(1)))
        }
        let providers = await lookups.providers()
        #expect(
            providers == [
                Status.Provider(
                    name: "plain", parts: [.address], requests: 1, failures: 1,
                    blocked: "plain answered with status 503",
                    retryAt: noon.adding(seconds: 120))
            ])
        let counters = await lookups.count()
        #expect(counters.requests == 1)
    }
}
