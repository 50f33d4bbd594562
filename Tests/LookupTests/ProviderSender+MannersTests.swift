import Concurrency
import Domain
import HTTP
import Lookup
import TestSupport
import Testing

@Suite("Manners that outlive a sender", .serialized)
struct ProviderSenderMannersTests {
    private let times = Times()
    private let diary = Diary()
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// The sender of a new process.
    private func sender(
        _ transport: FakeTransport, in pool: JobPool, rules: Politeness.Rules = .init(),
        name: String = "p", key: String = "0123456789abcdef", contact: String = "a@b.c",
        baseURL: String = "http://h"
    ) -> ProviderSender {
        ProviderSender(
            name: name, rules: rules, key: ProviderKey(key),
            userAgent: UserAgent.text(version: "1", contact: contact), baseURL: baseURL,
            transport: transport,
            cache: LookupCache(
                path: folder.file("a.db"), now: { [times] in times.now }, log: diary.log(times)),
            pool: pool, time: times.source(), log: diary.log(times))
    }

    /// The status, or the failure.
    private func ask(_ sender: ProviderSender) async -> String {
        do throws(LookupFailure) {
            let request = ProviderRequest(part: .address, url: "http://h/")
            return "\(try await sender.fetch(request).status)"
        } catch {
            return "\(error.code.rawValue): \(error.message)"
        }
    }

    @Test("W02 processes in a row keep the spacing between them")
    func spacing() async {
        let transport = FakeTransport { _, _ in .status(200) }
        let clock = times.clock
        await withPool { pool in
            #expect(await ask(sender(transport, in: pool, rules: .init(spacing: 1))) == "200")
            for sent in 1...3 {
                clock.advance(by: .milliseconds(20))
                async let answer = ask(sender(transport, in: pool, rules: .init(spacing: 1)))
                // Each process before also waits to write its counts.
                await clock.sleepers(reach: sent + 1)
                clock.advance(by: .milliseconds(979))
                #expect(transport.desk.questions.count == sent)
                clock.advance(by: .milliseconds(1))
                #expect(await answer == "200")
            }
        }
        #expect(clock.sleepers == 0)
    }

    @Test("a provider without spacing is asked at once")
    func noSpacing() async {
        let transport = FakeTransport { _, _ in .status(200) }
        await withPool { pool in
            for _ in 0..<3 { #expect(await ask(sender(transport, in: pool)) == "200") }
        }
    }

    @Test(
        "a later process waits for as long as the provider told an earlier one",
        arguments: [429, 503])
    func pause(status: Int) async {
        let transport = FakeTransport { _, number in
            number == 1 ? .status(status, retryAfter: 3600) : .status(200)
        }
        let code = status == 429 ? "rate-limited" : "server"
        await withPool { pool in
            #expect(await ask(sender(transport, in: pool)) == "\(status)")
            times.clock.advance(by: .seconds(3599))
            let later = sender(transport, in: pool, key: "another0123456789")
            #expect(
                await ask(later)
                    == "\(code): p is left alone for a while: an earlier request failed (\(code))")
            let told = await later.status(parts: [])
            #expect(told.blocked == "an earlier request failed (\(code))")
            #expect(told.retryAt == noon.adding(seconds: 3600))
            #expect(await ask(sender(transport, in: pool, name: "q")) == "200")
            times.clock.advance(by: .seconds(1))
            #expect(await ask(sender(transport, in: pool)) == "200")
        }
        #expect(transport.desk.questions.count == 3)
    }

    @Test("a pause that begins in another process holds in one that runs already")
    func pauseElsewhere() async {
        let transport = FakeTransport { _, number in
            number == 2 ? .status(429, retryAfter: 60) : .status(200)
        }
        await withPool { pool in
            let daemon = sender(transport, in: pool)
            #expect(await ask(daemon) == "200")
            #expect(await ask(sender(transport, in: pool)) == "429")
            #expect(await ask(daemon).hasPrefix("rate-limited"))
            times.clock.advance(by: .seconds(60))
            #expect(await ask(daemon) == "200")
        }
    }

    @Test("what was read to be a limit holds for later processes too")
    func learned() async {
        let transport = FakeTransport { _, _ in .status(200) }
        await withPool { pool in
            let first = sender(transport, in: pool)
            #expect(await ask(first) == "200")
            _ = await first.learn(
                failure(.address, .quota, from: "p", retryAt: noon.adding(seconds: 60)))
            #expect(
                await ask(sender(transport, in: pool))
                    == "quota: p is left alone for a while: the day's quota is used up")
        }
    }

    @Test("no network, no time and nonsense are tried again by the next process")
    func faultsOfThisMachine() async {
        let transport = FakeTransport { _, number in
            number < 4
                ? .failure(HTTPError([.connect, .timeout, .clock][number - 1], "no"))
                : .status(200)
        }
        await withPool { pool in
            for _ in 1...3 {
                #expect(await ask(sender(transport, in: pool)).hasSuffix(": p: no"))
            }
            let reader = sender(transport, in: pool)
            #expect(await ask(reader) == "200")
            _ = await reader.learn(failure(.address, .badAnswer, from: "p"))
            #expect(await ask(reader).hasPrefix("bad-answer"))
            #expect(await ask(sender(transport, in: pool)) == "200")
        }
    }

    @Test(
        "W01 a refusal holds for a day while the settings stay as they are", arguments: [401, 403])
    func refused(status: Int) async {
        let transport = FakeTransport { _, _ in .status(status) }
        await withPool { pool in
            #expect(await ask(sender(transport, in: pool)) == "\(status)")
            times.clock.advance(by: .seconds(86_399))
            let later = sender(transport, in: pool)
            #expect(
                await ask(later)
                    == "refused: p refused an earlier request with these settings and is not asked"
                    + " again for a day or until they change; check its key and your contact in the"
                    + " settings")
            #expect(await later.status(parts: []).blocked?.contains("check its key") == true)
            times.clock.advance(by: .seconds(1))
            #expect(await ask(sender(transport, in: pool)) == "\(status)")
        }
        #expect(transport.desk.questions.count == 2)
    }

    @Test("W01 a refusal that only the body told holds too")
    func refusedByBody() async {
        let transport = FakeTransport { _, _ in .status(200) }
        await withPool { pool in
            let first = sender(transport, in: pool)
            #expect(await ask(first) == "200")
            _ = await first.learn(failure(.address, .refused, from: "p"))
            #expect(await ask(sender(transport, in: pool)).hasPrefix("refused"))
        }
    }

    @Test("W01 another key, contact or base URL ends a refusal, and so does a reload")
    func settingsChange() async {
        let transport = FakeTransport { _, number in .status(number == 1 ? 403 : 200) }
        await withPool { pool in
            let first = sender(transport, in: pool)
            #expect(await ask(first) == "403")
            #expect(await ask(sender(transport, in: pool, key: "0123456789abcdeg")) == "200")
            #expect(await ask(sender(transport, in: pool, contact: "d@b.c")) == "200")
            #expect(await ask(sender(transport, in: pool, baseURL: "http://i")) == "200")
            #expect(await ask(sender(transport, in: pool)).hasPrefix("refused"))
            let heir = sender(transport, in: pool)
            await heir.takeOver(from: first)
            #expect(await ask(heir) == "200")
            #expect(await ask(sender(transport, in: pool)) == "200")
        }
    }

    @Test("a lasting hold is written once, not with each lookup that meets it")
    func writtenOnce() async throws {
        let transport = FakeTransport { _, _ in .status(429, retryAfter: 3600) }
        try await withPool { pool in
            let sender = sender(transport, in: pool)
            #expect(await ask(sender) == "429")
            try Folder.change(folder.file("a.db"), "DELETE FROM manners")
            for _ in 0..<3 {
                _ = await sender.learn(
                    failure(
                        .address, .rateLimited, from: "p", retryAt: noon.adding(seconds: 3600)))
            }
            #expect(try Folder.isEmpty(table: "manners", of: folder.file("a.db")))
        }
    }
}
