import Domain
import Synchronization
import Concurrency
import TestSupport
import Testing

@testable import milepost

@Suite("Progress on a terminal")
struct ProgressTests {
    private let clock = TestClock()
    private let said = Said()

    private final class Said: Sendable {
        let lines = Mutex<[String]>([])
        func write(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    private var progress: Progress {
        Progress(time: TimeSource(clock: clock), write: said.write)
    }

    @Test("says nothing of what takes less than a second, and leaves the line empty")
    func quick() async throws {
        #expect(try await progress.show({ "never" }, while: { 7 }) == 7)
        #expect(said.all == ["\r\u{1B}[K"])
    }

    @Test("tells each second what is waited for")
    func slow() async throws {
        let end = Stop()
        async let value: Void = progress.show({ "waiting" }, while: { await end.wait() })
        for _ in 0..<2 {
            await clock.sleepers(reach: 1)
            clock.advance(by: .seconds(1))
        }
        await clock.sleepers(reach: 1)
        end.tell()
        try await value
        let line = "\r\u{1B}[Kwaiting"
        #expect(said.all == [line, line, "\r\u{1B}[K"])
        #expect(clock.sleepers == 0)
    }

    @Test("passes an error on, with the line left empty")
    func failing() async {
        struct Trouble: Error {}
        await #expect(throws: Trouble.self) {
            try await progress.show({ "never" }, while: { throw Trouble() })
        }
        #expect(said.all == ["\r\u{1B}[K"])
    }
}
