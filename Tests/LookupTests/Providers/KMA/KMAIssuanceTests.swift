import Domain
import Lookup
import Testing

@Suite("Issues of Korea's weather service")
struct KMAIssuanceTests {
    private func newest(_ operation: KMAOperation, _ now: Timestamp) -> String {
        let issuance = KMAIssuance(newest: operation, at: now)
        return issuance.date.dropFirst(4) + " " + issuance.clock
    }

    @Test(
        "W19 the newest that is out at a time of Korea, over midnight and the year's end",
        arguments: [
            ("2025-12-14T00:05:00", ["1213 2300", "1213 2330", "1213 2300", "1213 1800"]),
            ("2025-12-14T00:10:00", ["1214 0000", "1213 2330", "1213 2300", "1213 1800"]),
            ("2025-12-14T00:45:00", ["1214 0000", "1214 0030", "1213 2300", "1213 1800"]),
            ("2025-12-14T02:09:00", ["1214 0100", "1214 0130", "1213 2300", "1213 1800"]),
            ("2025-12-14T02:10:00", ["1214 0200", "1214 0130", "1214 0200", "1213 1800"]),
            ("2025-12-14T06:29:00", ["1214 0600", "1214 0530", "1214 0500", "1213 1800"]),
            ("2025-12-14T06:30:00", ["1214 0600", "1214 0530", "1214 0500", "1214 0600"]),
            ("2025-12-14T18:30:00", ["1214 1800", "1214 1730", "1214 1700", "1214 1800"]),
            ("2026-01-01T00:00:00", ["1231 2300", "1231 2330", "1231 2300", "1231 1800"]),
            // To the second.
            ("2025-12-14T09:09:59.999", ["1214 0800", "1214 0830", "1214 0800", "1214 0600"]),
            ("2025-12-14T09:44:59.999", ["1214 0900", "1214 0830", "1214 0800", "1214 0600"]),
        ])
    func newest(now: String, issues: [String]) throws {
        let now = try #require(utc(now + "+09:00"))
        let operations: [KMAOperation] = [
            .observation, .nextHours, .shortTerm, .midTermTemperatures,
        ]
        #expect(operations.map { newest($0, now) } == issues)
        #expect(newest(.midTermSky, now) == issues[3])
    }

    @Test(
        "the one before is an hour, three or twelve hours older",
        arguments: [
            (KMAOperation.observation, "20251231", "2300"), (.nextHours, "20251231", "2230"),
            (.shortTerm, "20251231", "2000"), (.midTermTemperatures, "20251231", "0600"),
            (.midTermSky, "20251231", "0600"),
        ])
    func previous(operation: KMAOperation, date: String, clock: String) throws {
        let now = try #require(utc("2026-01-01T00:10:00+09:00"))
        let previous = KMAIssuance(newest: operation, at: now).previous
        #expect([previous.date, previous.clock] == [date, clock])
    }

    // The short term ends three days on, from 17:00 four; the mid term begins on day 4 at 6, on day 5 at 18.
    @Test("at every minute of a day the mid term begins no later than the short term ends")
    func joint() throws {
        let midnight = try #require(utc("2025-12-14T00:00:00+09:00"))
        for minute in 0..<1440 {
            let now = midnight.adding(seconds: Double(minute) * 60)
            let short = KMAIssuance(newest: .shortTerm, at: now)
            let mid = KMAIssuance(newest: .midTermSky, at: now)
            let end = try day(short.date) + (short.clock < "1700" ? 3 : 4)
            let start = try day(mid.date) + (mid.clock == "0600" ? 4 : 5)
            #expect(start <= end + 1, "minute \(minute)")
        }
    }

    private func day(_ date: String) throws -> Int {
        let text = "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))-\(date.suffix(2))T00:00:00Z"
        return try #require(utc(text)).milliseconds.intDays
    }
}

extension Int64 {
    fileprivate var intDays: Int { Int(self / 86_400_000) }
}
