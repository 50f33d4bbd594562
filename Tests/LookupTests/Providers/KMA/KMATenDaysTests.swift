import Domain
import Lookup
import Testing

/// Whole issues, composed by the guide's rule of what each covers.
@Suite("Korea's ten days")
struct KMATenDaysTests {
    /// Hourly up to the midnight that begins the last day, then each third hour to the midnight that ends it.
    @Sendable private static func shortTerm(_ base: Timestamp) -> ProviderAnswer {
        let civil = CivilTime(base, offset: 32400)
        let midnight = base.adding(seconds: -Double(civil.hour) * 3600)
        let lastDay = midnight.adding(seconds: (civil.hour < 17 ? 3 : 4) * 86400)
        var time = base.adding(seconds: 3600)
        var rows: [KMABody.Row] = []
        while time <= lastDay.adding(seconds: 86400) {
            rows.append(("TMP", stamp(time), "1"))
            time = time.adding(seconds: time < lastDay ? 3600 : 3 * 3600)
        }
        return KMABody.forecast(base: stamp(base), rows)
    }

    @Sendable private static func nextHours(_ base: Timestamp) -> ProviderAnswer {
        KMABody.forecast(
            base: stamp(base),
            (0..<6).map { hour in
                ("T1H", stamp(base.adding(seconds: 1800 + Double(hour) * 3600)), "2")
            })
    }

    /// From the fourth day in the morning, from the fifth in the evening.
    @Sendable private static func midTerm(_ clock: String) -> ProviderAnswer {
        let days = ((clock == "0600" ? 4 : 5)...10).map { "\"taMin\($0)\":\($0)" }
        return KMABody.answer(["{\(days.joined(separator: ","))}"], total: 1)
    }

    private static func stamp(_ time: Timestamp) -> String {
        let civil = CivilTime(time, offset: 32400)
        return "\(civil.month.digits(2))\(civil.day.digits(2)) \(civil.hour.digits(2))"
            + civil.minute.digits(2)
    }

    @Test(
        "no day is missing or told twice, and hours follow each other, all day long",
        arguments: [
            ("00:05", 14), ("02:09", 14), ("02:10", 14), ("05:09", 14), ("06:29", 14),
            ("06:30", 14), ("08:00", 14), ("11:11", 14), ("14:10", 14), ("17:09", 14),
            ("17:10", 14), ("18:29", 14), ("18:30", 14), ("20:10", 14), ("23:09", 14),
            ("23:10", 14),
            // The last hours of the day are told by neither forecast then.
            ("23:50", 15),
        ])
    func complete(clock: String, first: Int) async throws {
        let service = KMAService(at: "2025-12-14 \(clock)") { operation, url in
            let issue = String(url.suffix(4))
            let day = url.contains("=20251213") ? "13" : "14"
            guard let base = utc("2025-12-\(day)T\(issue.prefix(2)):\(issue.suffix(2)):00+09:00")
            else { return nil }
            switch operation {
            case .shortTerm: return Self.shortTerm(base)
            case .nextHours: return Self.nextHours(base)
            case .midTermTemperatures: return Self.midTerm(issue)
            default: return nil
            }
        }
        let forecast = try await service.provider.forecast(.kma())
        let last = try #require(forecast.days.last).date.day
        #expect(forecast.days.map(\.date.day) == Array(first...last))
        #expect(forecast.days.count >= 9)
        #expect(forecast.days.allSatisfy { $0.min != nil })
        let times = forecast.hours.map(\.time)
        #expect(times.count > 60)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(zip(times, times.dropFirst()).allSatisfy { $1.seconds(since: $0) <= 10800 })
        #expect(times.allSatisfy { $0 > service.now.adding(seconds: -3600) })
        // The newest forecast is in force for the next hour.
        #expect(forecast.hours.first { $0.time >= service.now }?.temperature == 2)
    }
}
