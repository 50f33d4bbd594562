import Concurrency
import Domain
import Feed
import Foundation
import HTTP
import Lookup
import Record
import Synchronization
import TestSupport
import Testing
import Wiring

/// A day of faults on a clock that the test moves: how much is said of each.
@Suite("Floods", .timeLimit(.minutes(10)))
struct FloodTests {
    private let clock = TestClock()
    private let diary = Diary()

    private var log: Log { diary.log(now: { [clock] in clock.seconds }) }

    /// Once a minute for a day.
    private func day(_ body: () async throws -> Void) async rethrows {
        for _ in 0..<1440 {
            try await body()
            clock.advance(by: .seconds(60))
        }
    }

    /// Said at once, seldom, and its end once.
    private func expectCalm(_ first: String, _ end: String) {
        #expect(diary.said.first?.contains(first) == true)
        #expect(diary.said.dropLast().allSatisfy { $0.contains(first) })
        #expect(diary.said.last?.contains(end) == true)
        #expect(2..<200 ~= diary.said.count)
    }

    @Test("O06 gpsd refused for a day is one state")
    func gpsd() {
        var monitor = ReceiverMonitor(address: GpsdAddress(), staleAfter: 10)
        let states = (0..<34_560).compactMap { number in
            monitor.observe(
                .unreachable("Connection refused (::1, 127.0.0.1)"),
                at: Moment(seconds: Double(number) * 2.5))
        }
        #expect(states.count == 1)
    }

    @Test("O06 a weather service that answers 500 for a day")
    func weather() async {
        let transport = Failing()
        await withPool { pool in
            let sender = ProviderSender(
                name: "open-meteo", rules: .init(), userAgent: "Milepost/1", transport: transport,
                pool: pool, time: TimeSource(clock: clock, random: { 0.5 }), log: log)
            let request = ProviderRequest(part: .weather, url: "http://h/x")
            await day { _ = try? await sender.fetch(request) }
            transport.status.withLock { $0 = 200 }
            // The longest pause after so many failures is an hour.
            for _ in 0..<61 {
                _ = try? await sender.fetch(request)
                clock.advance(by: .seconds(60))
            }
        }
        expectCalm("open-meteo answered with status 500", "open-meteo answers again")
    }

    @Test("O06 a log folder that cannot be written for a day")
    func folder() async throws {
        let folder = try Folder()
        // Nobody can write into a file as if it were a folder, not even root.
        let blocked = folder.file("logs")
        try "".write(toFile: blocked, atomically: true, encoding: .utf8)
        let file = LogFile(
            pattern: try PathPattern(blocked + "/log.jsonl"),
            encoder: RecordEncoder(
                format: .jsonl,
                renderer: TextRenderer(language: .en, units: .metric, colour: false, zone: .utc)),
            log: log, retryAfter: 86_400)
        let state = Event.state(
            StateChange(
                mode: .tracking, receiver: Receiver(.fix), since: Timestamp(milliseconds: 0)))
        await day { await file.receive(state) }
        try FileManager.default.removeItem(atPath: blocked)
        try FileManager.default.createDirectory(
            atPath: blocked, withIntermediateDirectories: false)
        await file.receive(state)
        // What was lost meanwhile is said once, after its end.
        #expect(diary.said.last == "records lost for the log \(blocked)/log.jsonl: 441")
        #expect(file.lost == 441)
        #expect(diary.said.count { $0.contains("is written again") } == 1)
        #expect(diary.said.first?.contains("cannot write the log") == true)
        #expect(diary.said.count < 200)
    }
}

/// Answers with that status, and with nothing else.
private final class Failing: Transport {
    let status = Mutex(500)

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        HTTPResponse(
            status: status.withLock { $0 }, headers: [("Content-Type", "text/plain")],
            body: Data(), retryAfter: nil)
    }
}
