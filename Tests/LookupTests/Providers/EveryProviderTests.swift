import Domain
import HTTP
import Lookup
import TestSupport
import Testing

/// What may come instead of an answer, and what every provider makes of it.
struct Fault: Sendable, CustomTestStringConvertible {
    /// When the service is asked again.
    enum Again: Sendable {
        /// Not before this many seconds are over.
        case after(Double)
        /// After some time, of which the provider knows more.
        case later
        /// Not before the settings change.
        case never
        /// At once the first time, as it may be due to what was asked; then after some time.
        case onceMore
        /// One or the other: to some providers it says that nothing is known there.
        case laterOrAtOnce
    }

    let name: String
    let reply: FakeTransport.Reply
    let codes: Set<LookupFailure.Code>
    let again: Again
    var testDescription: String { name }

    init(
        _ name: String, _ reply: FakeTransport.Reply, _ codes: Set<LookupFailure.Code>,
        _ again: Again
    ) {
        (self.name, self.reply, self.codes, self.again) = (name, reply, codes, again)
    }

    private static let page = "<!DOCTYPE html>\n<html><body>\u{1B}[31mno\u{0} \(ProviderPart.key)"

    static let all = statuses + bodies + types + transfers

    private static let statuses: [Fault] = [
        Fault("401", .status(401, page), [.refused], .never),
        Fault("403", .status(403, page), [.refused], .never),
        Fault("403 without a body", .status(403), [.refused], .never),
        Fault("400", .status(400, page), [.badRequest], .onceMore),
        Fault("404", .status(404, page), [.badAnswer, .notFound], .laterOrAtOnce),
        Fault("429", .status(429, page), [.rateLimited], .later),
        Fault(
            "429 for a while", .status(429, retryAfter: 120, page), [.rateLimited], .after(120)),
        Fault("429 for ever", .status(429, retryAfter: 1e12), [.rateLimited], .after(86_400)),
        Fault("500", .status(500, page), [.server], .later),
        Fault("502 without a body", .status(502), [.server], .later),
        Fault("503 for a while", .status(503, retryAfter: 300, page), [.server], .after(300)),
    ]

    private static let bodies: [Fault] = [
        Fault("a page", .status(200, page), [.badAnswer], .later),
        Fault("nothing", .status(200, ""), [.badAnswer], .later),
        Fault("no content", .status(204, ""), [.badAnswer], .later),
        Fault("not modified, unasked", .status(304, ""), [.badAnswer], .later),
        Fault("a redirect to nowhere", .status(302, page), [.badAnswer], .later),
        Fault(
            "half an answer", .status(200, #"{"properties":{"timeser"#), [.badAnswer], .later),
    ]

    private static let types = ["7", "null", "true", #""text""#, "[[]]", #"{"x":7}"#].map {
        Fault(
            "JSON of another type: \($0)", .status(200, $0), [.badAnswer, .notFound], .laterOrAtOnce
        )
    }

    private static let transfers: [Fault] = [
        Fault("timeout", .failure(HTTPError(.timeout, "late")), [.timeout], .later),
        Fault("no network", .failure(HTTPError(.connect, "gone")), [.network], .later),
        Fault("too large", .failure(HTTPError(.tooLarge, "huge")), [.badAnswer], .later),
        Fault("broken gzip", .failure(HTTPError(.badEncoding, "gzip")), [.badAnswer], .later),
        Fault("a wrong clock", .failure(HTTPError(.clock, "1970")), [.clock], .after(30)),
    ]
}

@Suite("Every provider")
struct EveryProviderTests {
    private let times = Times()
    private let diary = Diary()

    @Test(
        "W01 W02 W04 tells each fault by its kind, in one line without the key, and is left alone as it wants",
        arguments: everyPart, Fault.all)
    func stands(part: ProviderPart, fault: Fault) async throws {
        let transport = FakeTransport { _, _ in fault.reply }
        let rounds = await part.ask(3, over: transport, times, diary)
        let failures = rounds.map(\.failure)
        let first = try #require(failures[0])
        #expect(fault.codes.contains(first.code), "\(first)")
        #expect(first.part == part.part)
        #expect(first.provider == part.provider)
        #expect(first.message.hasPrefix(part.provider))
        let told = failures.compactMap { $0?.message } + diary.said
        #expect(told.allSatisfy { !$0.contains(ProviderPart.key) })
        #expect(told.allSatisfy { $0.utf8.allSatisfy { $0 >= 32 && $0 != 127 } })
        let asked = rounds.map(\.requests)
        let (once, eachTime) = ([1, 0, 0], [1, 1, 1])
        let wait = first.retryAt?.seconds(since: noon)
        switch fault.again {
        case .after(let seconds):
            #expect(wait == seconds)
            #expect(asked == once)
        case .later:
            #expect((wait ?? 0) >= 1)
            #expect(asked == once)
        case .never:
            #expect(wait == nil)
            #expect(failures.map(\.?.code) == [.refused, .refused, .refused])
            #expect(asked == once)
        case .onceMore:
            #expect(wait == nil)
            #expect(asked == [1, 1, 0])
        case .laterOrAtOnce:
            #expect(asked == (wait == nil ? eachTime : once))
        }
    }
}
