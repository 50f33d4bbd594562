import TestSupport
import Concurrency
import Domain
import HTTP
import Lookup
import Testing

@Suite("Provider sender")
struct ProviderSenderTests {
    private let times = Times()
    private let diary = Diary()

    private func sender(
        _ transport: FakeTransport, in pool: JobPool, rules: Politeness.Rules = .init(),
        key: String? = nil
    ) -> ProviderSender {
        ProviderSender(
            name: "nominatim", rules: rules, key: key.flatMap(ProviderKey.init),
            userAgent: "Milepost/1 (+me)", transport: transport, pool: pool,
            time: times.source(), log: diary.log(times))
    }

    private func request(_ url: String = "http://h/x?q=1", key: ProviderRequest.Key = .none)
        -> ProviderRequest
    {
        ProviderRequest(part: .address, url: url, key: key, headers: ["Accept": "a/b"])
    }

    private func refusal(
        of sender: ProviderSender, _ request: ProviderRequest
    ) async -> LookupFailure? {
        do throws(LookupFailure) {
            _ = try await sender.fetch(request)
            return nil
        } catch {
            return error
        }
    }

    /// The status, or the code of the failure.
    private func ask(_ sender: ProviderSender, _ request: ProviderRequest) async -> String {
        do throws(LookupFailure) {
            return "\(try await sender.fetch(request).status)"
        } catch {
            return error.code.rawValue
        }
    }

    @Test("sends the provider's words with the User-Agent, and hands the answer over whole")
    func plain() async throws {
        let transport = FakeTransport { _, _ in .status(404, retryAfter: 7, "none") }
        try await withPool { pool in
            let answer = try await sender(transport, in: pool).fetch(request())
            #expect(answer.status == 404)
            #expect(answer.contentType == "text/plain")
            #expect(answer.retryAfter == 7)
            #expect(String(decoding: answer.body, as: UTF8.self) == "none")
        }
        let sent = try #require(transport.desk.questions.first)
        #expect(sent.url == "http://h/x?q=1")
        #expect(sent.userAgent == "Milepost/1 (+me)")
        #expect(sent.headers == ["Accept": "a/b"])
        #expect(sent.redirects == .follow(max: 3))
    }

    @Test("puts the key where it is wanted and follows no redirect with it")
    func key() async {
        let transport = FakeTransport { _, _ in .status(200) }
        await withPool { pool in
            let sender = sender(transport, in: pool, key: "ab+cd")
            _ = await ask(sender, request(key: .query("appid")))
            _ = await ask(sender, request(key: .header("Authorization", prefix: "KakaoAK ")))
        }
        let sent = transport.desk.questions
        #expect(sent.map(\.url) == ["http://h/x?q=1&appid=ab%2Bcd", "http://h/x?q=1"])
        #expect(sent.map { $0.headers["Authorization"] } == [nil, "KakaoAK ab+cd"])
        #expect(sent.map(\.redirects) == [.none, .none])
    }

    @Test("W21 hands over no answer that tells its key")
    func keyRepeated() async throws {
        let transport = FakeTransport { request, _ in .status(500, "cannot \(request.url)") }
        try await withPool { pool in
            let sender = sender(transport, in: pool, key: "0123456789abcdef")
            let answer = try await sender.fetch(request(key: .query("appid")))
            #expect(
                String(decoding: answer.body, as: UTF8.self)
                    == "cannot http://h/x?q=1&appid=****************")
        }
    }

    @Test(
        "W21 lets nothing be quoted that tells its key, too short to be blotted out or not",
        arguments: ["abc", "0123456789abcdef"])
    func keyQuoted(key: String) async throws {
        let transport = FakeTransport { _, _ in .status(500) }
        try await withPool { pool in
            let sender = sender(transport, in: pool, key: key)
            let answer = try await sender.fetch(request(key: .query("appid")))
            #expect(!answer.mayQuote("no such key: \(key)"))
            #expect(answer.mayQuote("out of order"))
        }
    }

    @Test("says where to put a key that is missing, and asks nothing")
    func noKey() async {
        let transport = FakeTransport { _, _ in .status(200) }
        await withPool { pool in
            let sender = sender(transport, in: pool)
            let failure = await refusal(of: sender, request(key: .query("appid")))
            #expect(failure?.code == .noKey)
            #expect(failure?.message.contains("MILEPOST_NOMINATIM_KEY") == true)
        }
        #expect(transport.desk.questions.isEmpty)
    }

    @Test("leaves a provider alone for as long as it asked for, over a reload too")
    func reload() async {
        let transport = FakeTransport { _, _ in .status(429, retryAfter: 120) }
        await withPool { pool in
            let old = sender(transport, in: pool)
            #expect(await ask(old, request()) == "429")
            let new = sender(transport, in: pool)
            await new.takeOver(from: old)
            #expect(await ask(new, request()) == "rate-limited")
            let status = await new.status(parts: [.address])
            #expect(status.requests == 1)
            #expect(status.blocked?.contains("429") == true)
            #expect(status.retryAt == noon.adding(seconds: 120))
        }
    }

    @Test("W01 asks once with a refused key, says so once and shows it in the status")
    func refused() async {
        let transport = FakeTransport { _, _ in .status(401) }
        await withPool { pool in
            let sender = sender(transport, in: pool, key: "secretkey")
            for round in 0..<10 {
                let outcome = await ask(sender, request("http://h/\(round)", key: .query("k")))
                #expect(outcome == (round == 0 ? "401" : "refused"))
                times.clock.advance(by: .seconds(3600))
            }
            let status = await sender.status(parts: [.address])
            #expect(status.requests == 1)
            #expect(status.failures == 1)
            #expect(status.blocked?.contains("refused") == true)
            #expect(status.blocked?.contains("secretkey") == false)
            #expect(status.retryAt == nil)
        }
        #expect(diary.said.count == 1)
        #expect(diary.said.allSatisfy { !$0.contains("secretkey") })
    }

    @Test(
        "shows in the status why it was passed over without a request, until it is asked again",
        arguments: [LookupFailure.Code.notCovered, .noKey])
    func passedOver(code: LookupFailure.Code) async {
        let transport = FakeTransport { _, _ in .status(200) }
        await withPool { pool in
            let sender = sender(transport, in: pool)
            let failure = LookupFailure(
                part: .address, provider: "nominatim", code: code, message: "nominatim: why")
            #expect(await sender.learn(failure) == failure)
            let status = await sender.status(parts: [.address])
            #expect(status.blocked == "nominatim: why")
            #expect(status.retryAt == nil)
            #expect(status.failures == 0)
            #expect(await ask(sender, request()) == "200")
            #expect(await sender.status(parts: [.address]).blocked == nil)
        }
        #expect(diary.said.isEmpty)
    }

    @Test("W21 hints at a key that was copied escaped, at the start and when it is refused")
    func escapedKey() async throws {
        let transport = FakeTransport { _, _ in .status(401) }
        let escaped = "ab%2Bcd%2Fef%3D%3D"
        try await withPool { pool in
            let sender = sender(transport, in: pool, key: escaped)
            #expect(diary.said.count == 1)
            _ = await ask(sender, request(key: .query("k")))
            let status = await sender.status(parts: [])
            #expect(status.blocked?.contains("%XX escapes") == true)
            let again = await refusal(of: sender, request(key: .query("k")))
            _ = await sender.learn(try #require(again))
            #expect(await sender.status(parts: []).blocked == status.blocked)
        }
        #expect(diary.said.count == 2)
        #expect(diary.said.allSatisfy { $0.contains("%XX escapes") && !$0.contains(escaped) })
    }

    @Test("W02 sends at most one request a second, each waiting for its turn")
    func spacing() async {
        let transport = FakeTransport { _, _ in .status(200) }
        let clock = times.clock
        await withPool { pool in
            let sender = sender(transport, in: pool, rules: .init(spacing: 1))
            await withTaskGroup(of: String.self) { group in
                for number in 0..<4 {
                    group.addTask { await self.ask(sender, self.request("http://h/\(number)")) }
                }
                for sent in 1...3 {
                    await clock.sleepers(reach: 4 - sent)
                    #expect(transport.desk.questions.count == sent)
                    clock.advance(by: .milliseconds(999))
                    #expect(transport.desk.questions.count == sent)
                    clock.advance(by: .milliseconds(1))
                    await transport.desk.questions(reach: sent + 1)
                }
                for await outcome in group { #expect(outcome == "200") }
            }
        }
        #expect(clock.sleepers == 0)
    }

    @Test("a turn that is given up goes to the next")
    func turnGivenUp() async {
        let transport = FakeTransport { _, _ in .status(200) }
        let clock = times.clock
        await withPool { pool in
            let sender = sender(transport, in: pool, rules: .init(spacing: 1))
            _ = await ask(sender, request("http://h/first"))
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = await self.ask(sender, self.request("http://h/left")) }
                await clock.sleepers(reach: 1)
                group.cancelAll()
            }
            while clock.sleepers > 0 { await Task.yield() }
            clock.advance(by: .seconds(1))
            _ = await ask(sender, request("http://h/second"))
        }
        #expect(transport.desk.questions.map(\.url) == ["http://h/first", "http://h/second"])
    }

    @Test("makes identical requests one")
    func coalesced() async {
        let transport = FakeTransport()
        await withPool { pool in
            let sender = sender(transport, in: pool)
            await withTaskGroup(of: String.self) { group in
                for _ in 0..<3 { group.addTask { await self.ask(sender, self.request()) } }
                await transport.desk.questions(reach: 1)
                while sender.waiting(for: request()) < 3 { await Task.yield() }
                transport.desk.reply(1, .status(200))
                for await outcome in group { #expect(outcome == "200") }
            }
            #expect(await sender.requests == 1)
        }
    }

    @Test(
        "cancels the transfer when its only asker is cancelled, and holds nothing against the provider"
    )
    func cancelled() async {
        let transport = FakeTransport()
        await withPool { pool in
            let sender = sender(transport, in: pool)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = await self.ask(sender, self.request()) }
                await transport.desk.questions(reach: 1)
                group.cancelAll()
            }
            await transport.desk.cancelled(reach: 1)
            #expect(await sender.status(parts: []).failures == 0)
        }
        #expect(diary.said.isEmpty)
    }

    @Test(
        "tells each failure of a transfer by its kind, with the time of the next try",
        arguments: [
            (.timeout, .timeout), (.connect, .network), (.resolve, .network), (.tls, .network),
            (.clock, .clock), (.tooLarge, .badAnswer), (.badEncoding, .badAnswer),
            (.badURL, .badRequest),
        ] as [(HTTPError.Code, LookupFailure.Code)])
    func failed(error: HTTPError.Code, code: LookupFailure.Code) async {
        let transport = FakeTransport { _, _ in .failure(HTTPError(error, "h failed")) }
        await withPool { pool in
            let sender = sender(transport, in: pool)
            let failure = await refusal(of: sender, request())
            #expect(failure?.code == code)
            #expect(failure?.message == "nominatim: h failed")
            // Half of 30 s, as every draw is 0.5; the clock's wait is 30 s.
            #expect(failure?.retryAt == noon.adding(seconds: code == .clock ? 30 : 15))
            #expect(await ask(sender, request()) == code.rawValue)
            #expect(await sender.requests == 1)
        }
    }

    @Test("O06 says trouble once, however long it lasts, and its end once")
    func trouble() async {
        let transport = FakeTransport { _, number in
            number < 100 ? .status(500) : .status(200)
        }
        await withPool { pool in
            let sender = sender(transport, in: pool)
            // A try each half hour for two days: fewer lines than tries.
            for _ in 0..<101 {
                _ = await ask(sender, request())
                times.clock.advance(by: .seconds(1800))
            }
        }
        #expect(diary.said.first == "nominatim answered with status 500")
        #expect(diary.said.last == "nominatim answers again")
        #expect(diary.said.count < 15)
    }

    @Test("passes on when a provider that was read to have failed is asked again")
    func learns() async {
        let transport = FakeTransport { _, _ in .status(200) }
        await withPool { pool in
            let sender = sender(transport, in: pool)
            _ = await ask(sender, request())
            let learned = await sender.learn(failure(.address, .badAnswer, from: "nominatim"))
            #expect(learned.retryAt == noon.adding(seconds: 15))
            #expect(await ask(sender, request()) == "bad-answer")
        }
    }
}
