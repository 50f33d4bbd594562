import Concurrency
import Domain
import FoundationEssentials
import HTTP
import Lookup
import Synchronization
import TestSupport
import Testing

/// MET Norway's own heads of answers, over the network.
@Suite("MET Norway over HTTP", .serialized)
struct MetNorwayHTTPTests {
    private let times = Times()
    private let diary = Diary()

    /// The lines of a head that a sample holds, without its status and what the transfer itself brings.
    private static func head(_ file: String) throws -> [(String, String)] {
        String(decoding: try Fixture.data("met-norway/" + file), as: UTF8.self)
            .split(whereSeparator: \.isNewline).dropFirst()
            .compactMap { line in
                let words = line.split(separator: ":", maxSplits: 1)
                guard words.count == 2, words[0] != "Content-Encoding" else { return nil }
                return (String(words[0]), String(words[1].dropFirst()))
            }
    }

    /// What the service says in turn; the last again and again.
    private func answers(_ files: [(status: Int, head: String)]) throws -> [ScriptedAnswer] {
        let body = try Fixture.data("met-norway/compact-seoul-full.json")
        return try files.map { file in
            ScriptedAnswer(
                status: file.status, headers: try Self.head(file.head),
                body: file.status == 304 ? Data() : body)
        }
    }

    /// The temperature now and the highest of the first day, asked for at each of these seconds after noon.
    private func temperatures(
        _ answers: [ScriptedAnswer], at seconds: [Double]
    ) async throws -> (told: [Double?], requests: [ScriptedRequest]) {
        let count = Mutex(0)
        let server = try ScriptedHTTPServer { _ in
            count.withLock { count in
                defer { count += 1 }
                return answers[min(count, answers.count - 1)]
            }
        }
        defer { server.stop() }
        let client = HTTPClient()
        let told = await client.whileRunning { [self] in
            await withPool { pool in
                let sender = ProviderSender(
                    name: "met-norway", rules: .init(), userAgent: "Milepost/1 (+me)",
                    transport: client,
                    cache: LookupCache(path: nil, now: { times.now }, log: diary.log(times)),
                    pool: pool, time: times.source(), log: diary.log(times))
                let provider = MetNorway(
                    baseURL: server.url, fetch: sender.fetch, now: { testNow })
                let query = Query(coordinate: place(37.5665, 126.978), language: .en)
                var told: [Double?] = []
                for second in seconds {
                    times.clock.advance(by: .seconds(second - times.clock.seconds))
                    told.append(try? await provider.weather(query).temperature)
                    told.append(try? await provider.forecast(query).days.first?.max)
                }
                return told
            }
        }
        return (told, server.requests)
    }

    // 00:32:27 − 00:01:12 is 1875 s; 01:03:02 − 00:33:40 is 1762 s more, 3637 s.
    @Test("one request serves both parts until it expires, then the exact date is asked about")
    func conditional() async throws {
        let answers = try answers([
            (200, "headers-200.txt"), (304, "headers-304.txt"), (304, "headers-304.txt"),
        ])
        let (told, requests) = try await temperatures(
            answers, at: [0, 1874, 1875, 3636, 3637])
        #expect(told == (0..<5).flatMap { _ in [2.2, 6.6] })
        let date = "Mon, 30 Nov 2026 00:01:05 GMT"
        #expect(requests.map { $0.header("If-Modified-Since") } == [nil, date, date])
        let queries = requests.map { $0.query }
        #expect(queries == [String](repeating: "lat=37.5665&lon=126.978", count: 3))
        #expect(requests.map { $0.header("User-Agent") }.allSatisfy { $0 == "Milepost/1 (+me)" })
        #expect(diary.said == [])
    }

    @Test("a version that is going away works, stands as long, and is said once")
    func deprecated() async throws {
        let answers = try answers([(203, "headers-203-deprecated.txt")])
        let (told, requests) = try await temperatures(answers, at: [0, 1874, 1875])
        #expect(told == (0..<3).flatMap { _ in [2.2, 6.6] })
        #expect(requests.count == 2)
        #expect(diary.said.count == 1)
    }
}
