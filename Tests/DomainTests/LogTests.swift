import Domain
import Synchronization
import Testing

@Suite("Log")
struct LogTests {
    /// A log with a clock that the test sets and lines that it can read.
    private final class Bench: Sendable {
        let time = Mutex(0.0)
        let lines = Mutex<[String]>([])

        func log(_ threshold: Log.Level = .info) -> Log {
            Log(threshold: threshold, now: { self.time.withLock { $0 } }) { level, text in
                self.lines.withLock { $0.append("\(level) \(text)") }
            }
        }
        func set(_ seconds: Double) { time.withLock { $0 = seconds } }
        var said: [String] { lines.withLock { $0 } }
    }

    @Test("leaves out what is below its threshold")
    func threshold() {
        let bench = Bench()
        let log = bench.log(.warning)
        log(.info, "a")
        log(.warning, "b")
        log(.error, "c")
        #expect(bench.said == ["warning b", "error c"])
    }

    @Test("says a message once, then counts it for a minute")
    func repetition() {
        let bench = Bench()
        let log = bench.log()
        for second in stride(from: 0.0, through: 60, by: 20) {
            bench.set(second)
            log(.warning, "no gpsd")
        }
        #expect(bench.said == ["warning no gpsd", "warning no gpsd (2 more since)"])
    }

    @Test("takes different texts with one key for the same fault")
    func key() {
        let bench = Bench()
        let log = bench.log()
        log(.warning, "try 1", key: "gpsd")
        log(.warning, "try 2", key: "gpsd")
        log(.warning, "other", key: "disk")
        #expect(bench.said == ["warning try 1", "warning other"])
    }

    /// Waits of 60, 240, 960, 3840, 15 360 and then 21 600 s: lines at 0, 60, 300, 1260, 5100, 20 460, 42 060,
    /// 63 660 and 85 260 s.
    @Test("O06 says a fault of every second nine times a day")
    func dayOfFaults() {
        let bench = Bench()
        let log = bench.log()
        for second in 0..<86_400 {
            bench.set(Double(second))
            log(.error, "disk full")
        }
        #expect(bench.said.count == 9)
        #expect(bench.said.first == "error disk full")
        #expect(bench.said.last == "error disk full (21599 more since)")
    }

    /// At once five times, each with its end; then at growing intervals: those of `dayOfFaults` from 60 s on.
    @Test("O06 says a fault that comes and goes each minute five times, then ever less often")
    func flapping() {
        let bench = Bench()
        let log = bench.log()
        for minute in 0..<1440 {
            bench.set(Double(minute) * 60)
            log(.error, "disk full", key: "disk")
            bench.set(Double(minute) * 60 + 30)
            log.recovered("disk", "disk works again")
        }
        let faults = bench.said.filter { $0.hasPrefix("error") }
        let ends = bench.said.filter { $0.hasPrefix("info") }
        #expect(faults.count == ends.count)
        // 0, 1, 2, 3, 4 min; and 5, 21, 85, 341, 701, 1061 and 1421 min.
        #expect(faults.count == 12)
        #expect(faults[5] == "error disk full")
        #expect(faults[6] == "error disk full (15 more since)")
    }

    @Test("O06 a fault that was over for more than an hour is a new one")
    func anew() {
        let bench = Bench()
        let log = bench.log()
        for hour in 0..<24 {
            bench.set(Double(hour) * 3700)
            log(.error, "disk full", key: "disk")
            log.recovered("disk", "disk works again")
        }
        #expect(bench.said.count == 48)
    }

    @Test("O06 says the end of a fault once, and its next beginning at once")
    func recovery() {
        let bench = Bench()
        let log = bench.log()
        log.recovered("disk", "disk works again")
        log(.error, "disk full", key: "disk")
        log.recovered("disk", "disk works again")
        log.recovered("disk", "disk works again")
        log(.error, "disk full", key: "disk")
        #expect(bench.said == ["error disk full", "info disk works again", "error disk full"])
    }
}
