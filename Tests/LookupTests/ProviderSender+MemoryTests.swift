import Concurrency
import Domain
import FoundationEssentials
import HTTP
import Lookup
import TestSupport
import Testing

// Noon is Mon, 04 May 2026 12:00:00 GMT.
@Suite("What a sender remembers", .timeLimit(.minutes(10)))
struct ProviderSenderMemoryTests {
    private static let then = "Mon, 04 May 2026 11:00:00 GMT"
    private static let later = "Mon, 04 May 2026 11:30:00 GMT"
    private let times = Times()
    private let diary = Diary()
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func cache(_ name: String? = nil) -> LookupCache {
        LookupCache(
            path: name.map(folder.file), now: { [times] in times.now }, log: diary.log(times))
    }

    private func sender(
        _ transport: any Transport, _ cache: LookupCache?, in pool: JobPool
    ) -> ProviderSender {
        ProviderSender(
            name: "met", rules: .init(), userAgent: "Milepost/1 (+me)", transport: transport,
            cache: cache, pool: pool, time: times.source(), log: diary.log(times))
    }

    private func request(_ url: String = "http://h/x", part: Part = .weather) -> ProviderRequest {
        ProviderRequest(part: part, url: url, keepsAnswer: true)
    }

    /// The body, or the code of the failure.
    private func ask(_ sender: ProviderSender, _ request: ProviderRequest) async -> String {
        do throws(LookupFailure) {
            let answer = try await sender.fetch(request)
            return "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
        } catch {
            return error.code.rawValue
        }
    }

    /// Answers with the number of the request, and lets it stand for half an hour.
    private func numbered(lastModified: String? = nil) -> FakeTransport {
        FakeTransport { [times] _, number in
            .kept(
                200, "\(number)", expires: times.now.adding(seconds: 1800),
                lastModified: lastModified)
        }
    }

    private func conditions(_ transport: FakeTransport) -> [String?] {
        transport.desk.questions.map { $0.headers["If-Modified-Since"] }
    }

    @Test("until an answer expires it stands, and nothing is asked; then it is asked anew")
    func expires() async {
        let transport = numbered()
        await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            #expect(await ask(sender, request()) == "200 1")
            times.step(by: 1799.999)
            #expect(await ask(sender, request()) == "200 1")
            #expect(await ask(sender, request("http://h/other")) == "200 2")
            times.step(by: 0.001)
            #expect(await ask(sender, request()) == "200 3")
        }
        #expect(conditions(transport) == [nil, nil, nil])
    }

    @Test("what it answers without a request is whole, and for any part")
    func whole() async throws {
        let transport = numbered()
        try await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            _ = await ask(sender, request())
            let answer = try await sender.fetch(request(part: .forecast))
            #expect(answer.status == 200)
            #expect(answer.contentType == "application/json")
            #expect(answer.body == Data("1".utf8))
            #expect(await sender.requests == 1)
        }
    }

    @Test("an expired answer is asked about in the server's own words; \"not modified\" renews it")
    func notModified() async {
        let date = "Mon,  4 May 2026 11:59:07 GMT"
        let transport = FakeTransport { [times] _, number in
            .kept(
                number == 1 ? 200 : number < 4 ? 304 : 200,
                number == 1 || number == 4 ? "\(number)" : "",
                expires: times.now.adding(seconds: 60),
                lastModified: number == 3 ? Self.later : date)
        }
        await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            var bodies: [String] = []
            for _ in 0..<4 {
                bodies.append(await ask(sender, request()))
                times.step(by: 59)
                bodies.append(await ask(sender, request()))
                times.step(by: 1)
            }
            #expect(
                bodies == [
                    "200 1", "200 1", "200 1", "200 1", "200 1", "200 1", "200 4", "200 4",
                ])
        }
        // The third answer tells a new date.
        #expect(conditions(transport) == [nil, date, date, Self.later])
    }

    @Test(
        "a Last-Modified that cannot be sent back is not kept, and not sent back when it was kept",
        arguments: ["x", "x\u{1}", "Mon, 04 May 2026 11:00:00 GMT\u{1}"])
    func badDate(text: String) async throws {
        let transport = FakeTransport { [times] _, number in
            .kept(
                number == 3 ? 304 : 200, "\(number)", expires: times.now.adding(seconds: 60),
                lastModified: number == 2 ? Self.then : text)
        }
        await withPool { pool in
            let cache = cache("a.db")
            let sender = sender(transport, cache, in: pool)
            #expect(await ask(sender, request()) == "200 1")
            times.step(by: 60)
            #expect(await ask(sender, request()) == "200 2")
            times.step(by: 60)
            #expect(await ask(sender, request()) == "200 2")
            times.step(by: 60)
            // As an older version kept it.
            try? Folder.change(
                folder.file("a.db"), "UPDATE kept SET last_modified = ?", .text(text))
            #expect(await ask(sender, request()) == "200 4")
        }
        // What was confirmed with a bad date keeps the good one.
        #expect(conditions(transport) == [nil, nil, Self.then, nil])
    }

    @Test("\"not modified\" that was not asked for confirms nothing and is a bad answer")
    func unaskedNotModified() async {
        let transport = FakeTransport { [times] _, number in
            .kept(number == 1 ? 200 : 304, "\(number)", expires: times.now.adding(seconds: 60))
        }
        await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            #expect(await ask(sender, request()) == "200 1")
            times.step(by: 60)
            #expect(await ask(sender, request()) == "304 2")
            #expect(await ask(sender, request()) == "304 3")
        }
        #expect(conditions(transport) == [nil, nil, nil])
    }

    @Test("it is remembered over a restart and a reload")
    func restart() async {
        let transport = numbered(lastModified: Self.then)
        for step in [0.0, 60, 1740] {
            times.step(by: step)
            await withPool { pool in
                let sender = sender(transport, cache("a.db"), in: pool)
                #expect(await ask(sender, request()) == (step < 1740 ? "200 1" : "200 2"))
            }
        }
        #expect(conditions(transport) == [nil, Self.then])
    }

    @Test(
        "after the clock was set back an answer from the future does not stand, but is asked about")
    func clockStep() async {
        let transport = numbered(lastModified: Self.then)
        await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            _ = await ask(sender, request())
            times.step(by: -60)
            #expect(await ask(sender, request()) == "200 2")
        }
        #expect(conditions(transport) == [nil, Self.then])
    }

    @Test(
        "nonsense, the past and \"no-store\" let nothing stand",
        arguments: [
            ["Expires": "0"], ["Expires": "Mon, 04 May 2026 11:00:00 GMT"], ["Expires": "soon"],
            [:],
            ["Expires": "Mon, 04 May 2026 13:00:00 GMT", "Cache-Control": "no-store"],
        ])
    func nothingStands(headers: [String: String]) async {
        let transport = FakeTransport { _, number in .headers(headers, "\(number)") }
        await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            #expect(await ask(sender, request()) == "200 1")
            #expect(await ask(sender, request()) == "200 2")
        }
    }

    @Test("a far future is no more than a day")
    func farFuture() async {
        let transport = FakeTransport { _, number in
            .headers(["Expires": "Fri, 31 Dec 9999 23:59:59 GMT"], "\(number)")
        }
        await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            _ = await ask(sender, request())
            times.step(by: 86_399)
            #expect(await ask(sender, request()) == "200 1")
            times.step(by: 1)
            #expect(await ask(sender, request()) == "200 2")
        }
    }

    @Test(
        "a failure is not kept, and what was kept is asked about again",
        arguments: [400, 404, 429, 500, 503])
    func failure(status: Int) async {
        let transport = FakeTransport { [times] _, number in
            .kept(
                number == 2 ? status : number == 1 ? 200 : 304, "\(number)",
                expires: times.now.adding(seconds: 60), lastModified: Self.then)
        }
        await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            _ = await ask(sender, request())
            times.step(by: 60)
            #expect(await ask(sender, request()) == "\(status) 2")
            // Past every pause.
            times.clock.advance(by: .seconds(3600))
            #expect(await ask(sender, request()) == "200 1")
        }
        #expect(conditions(transport) == [nil, Self.then, Self.then])
    }

    @Test("an answer that could not be read does not stand, nor is it asked about")
    func unreadable() async {
        let transport = numbered(lastModified: Self.then)
        await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            _ = await ask(sender, request())
            _ = await sender.learn(LookupTests.failure(.weather, .badAnswer, from: "met"))
            #expect(await ask(sender, request()) == "bad-answer")
            times.clock.advance(by: .seconds(15))
            #expect(await ask(sender, request()) == "200 2")
        }
        #expect(conditions(transport) == [nil, nil])
    }

    @Test("an answer too large is given and not kept")
    func large() async {
        let transport = FakeTransport { _, number in
            .headers(
                ["Cache-Control": "max-age=60"],
                String(repeating: "x", count: KeptAnswer.bodyLimit + (number == 1 ? 1 : 0)))
        }
        await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            for _ in 0..<3 { _ = await ask(sender, request()) }
        }
        #expect(transport.desk.questions.count == 2)
    }

    @Test("answers of others, whose requests do not say so, are not kept")
    func notAsked() async {
        let transport = numbered(lastModified: Self.then)
        await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            let request = ProviderRequest(part: .weather, url: "http://h/x")
            #expect(await ask(sender, request) == "200 1")
            #expect(await ask(sender, request) == "200 2")
        }
        #expect(conditions(transport) == [nil, nil])
    }

    @Test(
        "two parts that ask the same at once are one request, and each is told of its own failure")
    func parts() async {
        let transport = FakeTransport()
        await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            let parts = await withTaskGroup(of: Part?.self) { group in
                for part in [Part.weather, .forecast] {
                    group.addTask {
                        do throws(LookupFailure) {
                            _ = try await sender.fetch(self.request(part: part))
                            return nil
                        } catch {
                            return error.part
                        }
                    }
                }
                await transport.desk.questions(reach: 1)
                while sender.waiting(for: request()) < 2 { await Task.yield() }
                transport.desk.reply(1, .failure(HTTPError(.timeout, "h failed")))
                return await group.reduce(into: Set<Part?>()) { $0.insert($1) }
            }
            #expect(parts == [.weather, .forecast])
        }
        #expect(transport.desk.questions.count == 1)
    }

    @Test("a service on its way out is said once")
    func deprecated() async {
        let transport = FakeTransport { _, number in .status(203, "\(number)") }
        await withPool { pool in
            let sender = sender(transport, cache(), in: pool)
            for number in 1...3 {
                #expect(await ask(sender, request()) == "203 \(number)")
                times.clock.advance(by: .seconds(86_400))
            }
        }
        #expect(diary.said.count == 1)
        #expect(diary.said.first?.contains("met answered with status 203") == true)
    }
}
