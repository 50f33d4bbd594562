import Domain
import FoundationEssentials
import HTTP
import Lookup
import TestSupport
import Testing

/// What a server may do on the wire, and what every provider makes of it.
struct WireFault: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: ScriptedAnswer
    let code: LookupFailure.Code
    /// Seconds until it is asked again, one of these, nil where only the provider knows.
    let waits: Set<Double>?
    var testDescription: String { name }

    init(
        _ name: String, _ answer: ScriptedAnswer, _ code: LookupFailure.Code,
        waits: Set<Double>? = nil
    ) {
        (self.name, self.answer, self.code, self.waits) = (name, answer, code, waits)
    }

    private static func limit(_ retryAfter: String) -> ScriptedAnswer {
        ScriptedAnswer(status: 429, headers: [("Retry-After", retryAfter)], "no")
    }

    static let all = [
        WireFault("Retry-After in seconds", limit("120"), .rateLimited, waits: [120]),
        WireFault(
            "Retry-After as a date, far away", limit("Fri, 31 Dec 9999 23:59:59 GMT"), .rateLimited,
            // The most that this program believes, and what newer libcurls make of it: six hours.
            waits: [86_400, 21_600]),
        WireFault("Retry-After of long ago", limit("Sun, 06 Nov 1994 08:49:37 GMT"), .rateLimited),
        WireFault("Retry-After of 0", limit("0"), .rateLimited),
        WireFault("Retry-After below 0", limit("-5"), .rateLimited),
        WireFault("Retry-After in words", limit("soon"), .rateLimited),
        WireFault("an empty answer", ScriptedAnswer(""), .badAnswer),
        WireFault(
            "a page", ScriptedAnswer(headers: [("Content-Type", "text/html")], "<html>"), .badAnswer
        ),
        WireFault(
            "an answer cut off in its length",
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"properties\":{"), .network),
        WireFault(
            "an answer cut off in a chunk",
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{\"a\":"), .network),
        WireFault(
            "an answer cut off without a length", .raw("HTTP/1.1 200 OK\r\n\r\n{\"properties\":{"),
            .badAnswer),
        WireFault(
            "an answer too large", ScriptedAnswer(body: Data(count: (2 << 20) + 1)), .badAnswer),
        WireFault(
            "compression that is none",
            ScriptedAnswer(headers: [("Content-Encoding", "gzip")], "{}"), .badAnswer),
        WireFault("a closed connection", .hangUp, .network),
        WireFault("something else than HTTP", .raw("SSH-2.0-OpenSSH\r\n"), .badRequest),
    ]
}

@Suite("Every provider over HTTP", .serialized)
struct EveryProviderHTTPTests {
    private let times = Times()
    private let diary = Diary()

    @Test(
        "W02 W04 W10 tells each fault of the wire by its kind, and leaves the server alone after it",
        arguments: everyPart, WireFault.all)
    func stands(part: ProviderPart, fault: WireFault) async throws {
        let server = try ScriptedHTTPServer { _ in fault.answer }
        defer { server.stop() }
        let client = HTTPClient()
        let rounds = await client.whileRunning { [self] in
            await part.ask(2, over: client, at: server.url, times, diary)
        }
        let first = try #require(rounds[0].failure)
        #expect(first.code == fault.code, "\(first.message)")
        let wait = try #require(first.retryAt).seconds(since: noon)
        #expect(wait >= 1)
        #expect(fault.waits?.contains(wait) ?? true)
        #expect(rounds[1].failure?.code == fault.code)
        #expect(rounds.map(\.requests) == [1, 0])
        #expect(part.asksSeveral || server.requests.count == 1)
    }
}
