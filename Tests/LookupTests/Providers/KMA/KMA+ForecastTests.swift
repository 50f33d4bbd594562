import Domain
import Lookup
import Testing

/// Expected values are read from the samples by hand.
@Suite("Korea's forecast")
struct KMAForecastTests {
    private static let clear = Condition(.clear, rawCode: "SKY1 PTY0")
    private static let cloudy = Condition(.cloudy, rawCode: "SKY3 PTY0")

    private static func falling(
        _ kind: Condition.Kind, _ intensity: Condition.Intensity?, _ code: Int
    ) -> Condition {
        Condition(kind, intensity, rawCode: "SKY4 PTY\(code)")
    }

    /// `day` of December 2025, or of July where the samples are of July.
    private func hour(
        _ day: String, _ hour: String, _ temperature: Double?, _ condition: Condition?,
        _ probability: Double?, _ amount: Double?, _ wind: Double?
    ) -> Forecast.Hour {
        var row = Forecast.Hour(time: kst("2025-\(day) \(hour):00"))
        row.temperature = temperature
        row.condition = condition
        row.precipitationProbability = probability
        row.precipitation = amount
        row.windSpeed = wind
        return row
    }

    @Test("of the morning: classes in words, codes from the third midnight on, all kinds of rain")
    func morning() async throws {
        let service = try KMAService(
            at: "2025-12-14 05:20", [.shortTerm: "vilage_fcst_0500.json"])
        let forecast = try await service.provider.forecast(.kma())
        #expect(forecast.provider == "kma")
        #expect(forecast.issuedAt == utc("2025-12-13T20:00:00Z"))
        #expect(forecast.utcOffset == 32400)
        #expect(
            forecast.hours == [
                hour("12-14", "06", -7, Self.clear, 0, 0, 1.4),
                hour("12-14", "07", -6, Self.cloudy, 20, 0, 1.9),
                hour("12-14", "12", -2, Self.falling(.snow, .light, 3), 60, 0.5, 3.6),
                hour("12-14", "13", -1, Self.falling(.snow, .heavy, 3), 70, 1.2, 4.1),
                hour("12-14", "15", 0, Self.falling(.sleet, .moderate, 2), 70, 3, 4.4),
                hour("12-14", "16", 1, Self.falling(.rain, .heavy, 1), 80, 40, 4),
                hour("12-14", "17", 1, Self.falling(.rainShowers, .heavy, 4), 80, 50, 3.7),
                hour("12-15", "06", -9, Self.clear, 0, 0, 1.1),
                hour("12-17", "00", -3, Self.falling(.rain, .light, 1), 60, 0.5, 1.2),
                // Wind 1 and 3 are codes there: √(2.2² + 3.1²) and √(9.8² + 3.6²). Amounts of codes are not told.
                hour("12-17", "03", -4, Self.falling(.rain, .moderate, 1), 60, nil, 3.8),
                hour("12-17", "15", 2, Self.falling(.snow, .heavy, 3), 70, nil, 10.4),
            ])
        #expect(
            forecast.days == [
                // The day's own maximum, though two hours have 1°; 0.5 + 1.2 + 3 + 40 + 50 mm.
                .row("2025-12-14", -7, 0, Self.falling(.snow, .heavy, 3), 80, 94.7),
                .row("2025-12-15", -9, -9, Self.clear, 0, 0),
                .row("2025-12-17", -4, 2, Self.falling(.snow, .heavy, 3), 70, nil),
            ])
    }

    @Test("of the evening: words, plain numbers and codes in one body, told apart by the hour")
    func evening() async throws {
        let service = try KMAService(
            at: "2025-12-14 17:20", [.shortTerm: "vilage_fcst_1700_three_amount_forms.json"])
        let forecast = try await service.provider.forecast(.kma())
        #expect(
            forecast.hours == [
                hour("12-14", "18", 6, Self.clear, 0, 0, 2.6),
                hour("12-17", "00", 4, Self.falling(.rain, .light, 1), 60, 0.5, 1.9),
                hour("12-17", "01", 4, Self.falling(.rain, .light, 1), 60, 0.4, 2.2),
                hour("12-17", "02", 4, Self.falling(.rain, .moderate, 1), 70, 12.5, 2.4),
                hour("12-17", "06", 2, Self.cloudy, 20, 0, 2),
                hour("12-18", "00", 3, Self.clear, 10, 0, 1.7),
                hour("12-18", "03", 2, Self.clear, 10, 0, 4.9),
                hour("12-18", "09", 4, Self.falling(.rain, .heavy, 1), 80, nil, 9.8),
                hour("12-19", "00", 6, Self.falling(.rain, .light, 1), 60, nil, 3.1),
            ])
        #expect(
            forecast.days == [
                .row("2025-12-14", 6, 6, Self.clear, 0, 0),
                .row("2025-12-17", 2, 4, Self.falling(.rain, .moderate, 1), 70, 13.4),
                // The midnight of the 19th is no day.
                .row("2025-12-18", 2, 4, Self.falling(.rain, .heavy, 1), 80, nil),
            ])
    }

    @Test("the wording of before 2024 is read")
    func olderWording() async throws {
        let service = try KMAService(
            at: "2024-01-10 05:20", [.shortTerm: "vilage_fcst_older_wording.json"])
        let forecast = try await service.provider.forecast(.kma())
        #expect(forecast.hours.map(\.precipitation) == [0.5, 1])
        #expect(forecast.hours.map(\.condition?.intensity) == [.light, .heavy])
        #expect(
            forecast.days == [
                .row("2024-01-10", -2, -1, Self.falling(.snow, .heavy, 3), 60, 1.5)
            ])
    }

    @Test("the next six hours go before those of the days, value by value")
    func nextHours() async throws {
        let hours = try Fixture.answer("kma", "ultra_srt_fcst.json")
        let rows: [KMABody.Row] = [
            ("TMP", "0716 1500", "20"), ("SKY", "0716 1500", "1"), ("PTY", "0716 1500", "0"),
            ("PCP", "0716 1500", "1.0mm"), ("POP", "0716 1500", "10"), ("WSD", "0716 1500", "1"),
            ("TMX", "0716 1500", "29.0"), ("TMP", "0716 2100", "22"), ("TMP", "0716 1300", "30"),
            ("TMP", "0716 1400", "28"),
        ]
        let service = KMAService(at: "2025-07-16 14:50") { operation, _ in
            switch operation {
            case .nextHours: hours
            case .shortTerm: KMABody.forecast(base: "0716 1100", rows)
            default: nil
            }
        }
        let forecast = try await service.provider.forecast(.kma())
        let thunder = Condition(.thunderstorm, .moderate, thunder: .rain, rawCode: "SKY4 PTY1 LGT")
        #expect(
            forecast.hours == [
                // 13:00 is over; 14:00 is the hour that runs.
                hour("07-16", "14", 28, nil, nil, nil, nil),
                hour("07-16", "15", 27, Self.cloudy, 20, 0, 3),
                hour("07-16", "16", 26, Self.falling(.drizzle, .light, 5), 60, 0.5, 4),
                hour("07-16", "17", 25, thunder, 80, 6.5, 6),
                hour("07-16", "18", 24, Self.falling(.rain, .heavy, 1), 90, 40, 5),
                hour("07-16", "19", 24, Self.falling(.rain, .heavy, 1), 90, 50, 4),
                hour("07-16", "20", 24, Self.cloudy, 30, 0, 2),
                hour("07-16", "21", 22, nil, nil, nil, nil),
            ])
        // The day's own maximum, of the hour whose other values are newer; 0.5 + 6.5 + 40 + 50 mm.
        #expect(forecast.days == [.row("2025-07-16", 22, 29, thunder, 90, 97)])
    }

    @Test("missing values in the next hours leave those of the days")
    func nextHoursMissing() async throws {
        let service = KMAService(at: "2025-12-14 05:50") { operation, _ in
            switch operation {
            case .nextHours:
                KMABody.forecast(
                    base: "1214 0530",
                    [
                        ("T1H", "1214 0600", "-999"), ("RN1", "1214 0600", "많음"),
                        ("POP", "1214 0600", "30"),
                    ])
            case .shortTerm:
                KMABody.forecast(
                    base: "1214 0500", [("TMP", "1214 0600", "-7"), ("PCP", "1214 0600", "2.0mm")])
            default: nil
            }
        }
        let hours = try await service.provider.forecast(.kma()).hours
        #expect(hours == [hour("12-14", "06", -7, nil, 30, 2, nil)])
    }

    @Test("without the forecast of days there is no forecast, whatever else came")
    func shortTermMissing() async throws {
        let service = try KMAService(
            at: "2025-12-14 14:50",
            [
                .nextHours: "ultra_srt_fcst.json", .midTermTemperatures: "mid_ta_0600.json",
                .midTermSky: "mid_land_fcst_0600.json",
            ])
        let failure = try await failure { _ = try await service.provider.forecast(.kma()) }
        #expect(failure?.code == .network)
        #expect(failure?.part == .forecast)
    }

    @Test("an issue of yesterday tells of no day that is over")
    func yesterday() async throws {
        let rows: [KMABody.Row] = [
            ("TMP", "1213 2300", "-1"), ("TMP", "1214 0000", "-2"), ("TMP", "1214 0100", "-3"),
        ]
        let service = KMAService(at: "2025-12-14 00:20") { operation, _ in
            operation == .shortTerm ? KMABody.forecast(base: "1213 2000", rows) : nil
        }
        let forecast = try await service.provider.forecast(.kma())
        #expect(forecast.days == [.row("2025-12-14", -3, -2, nil, nil, nil)])
        #expect(forecast.hours.map(\.temperature) == [-2, -3])
    }

    @Test("rows without a category, a time or a value lose only themselves")
    func broken() async throws {
        let items = [
            "7", "{}",
            #"{"category":"TMP","fcstDate":"20251314","fcstTime":"0600","fcstValue":"1"}"#,
            #"{"category":"TMP","fcstDate":"20251214","fcstTime":"2500","fcstValue":"1"}"#,
            #"{"category":"TMP","fcstDate":20251214,"fcstTime":600,"fcstValue":-7}"#,
            #"{"category":"POP","fcstDate":"20251214","fcstTime":"0600","fcstValue":null}"#,
        ]
        let service = KMAService(at: "2025-12-14 05:20") { operation, _ in
            operation == .shortTerm ? KMABody.answer(items, total: 6) : nil
        }
        let forecast = try await service.provider.forecast(.kma())
        #expect(forecast.hours == [hour("12-14", "06", -7, nil, nil, nil, nil)])
        // Not told by the rows, so the time that was asked for.
        #expect(forecast.issuedAt == utc("2025-12-13T20:00:00Z"))
    }
}
