import Domain
import Lookup
import Testing

/// Expected values are read from the samples by hand.
@Suite("Open-Meteo's forecast", .serialized)
struct OpenMeteoForecastTests {
    private func forecast(_ stub: ServiceStub) async throws -> Forecast {
        return try await OpenMeteo(fetch: stub.fetch, now: { testNow })
            .forecast(Query(coordinate: stub.place, language: .en))
    }

    private func days(_ file: String) async throws -> [Forecast.Day] {
        try await forecast(ServiceStub(try Fixture.answer("open-meteo", file))).days
    }

    private static let overcast = Condition(.overcast, rawCode: "3")
    private static let lightRain = Condition(.rain, .light, rawCode: "61")

    @Test("Seoul: five days as sent")
    func seoul() async throws {
        #expect(
            try await days("forecast-seoul.json") == [
                .row("2026-11-30", -2.6, 6.4, Self.overcast, 0, 0),
                .row("2026-12-01", -0.9, 7.1, Self.overcast, 14, 0),
                .row("2026-12-02", 1.8, 5.2, Self.lightRain, 92, 8.4),
                .row("2026-12-03", -4.2, 1.1, Condition(.snow, .moderate, rawCode: "73"), 71, 2.6),
                .row("2026-12-04", -7.9, -0.8, Condition(.mostlyClear, rawCode: "1"), 3, 0),
            ])
    }

    @Test("Seoul: hours with day and night")
    func seoulHours() async throws {
        let stub = ServiceStub(try Fixture.answer("open-meteo", "forecast-seoul.json"))
        let forecast = try await forecast(stub)
        #expect(forecast.provider == "open-meteo")
        #expect(forecast.utcOffset == 32400)
        #expect(forecast.hours.count == 12)
        var first = Forecast.Hour(time: try #require(utc("2026-11-29T23:00:00Z")))
        first.temperature = -1.6
        first.condition = Condition(.clear, isDay: true, rawCode: "0")
        (first.precipitationProbability, first.precipitation, first.windSpeed) = (0, 0, 2.8)
        #expect(forecast.hours.first == first)
        var last = Forecast.Hour(time: try #require(utc("2026-11-30T10:00:00Z")))
        last.temperature = 2.9
        last.condition = Condition(.clear, isDay: false, rawCode: "0")
        (last.precipitationProbability, last.precipitation, last.windSpeed) = (0, 0, 1.9)
        #expect(forecast.hours.last == last)
    }

    @Test("Busan, Gangneung and London: the gravest of each day")
    func conditions() async throws {
        let busan = try await days("forecast-busan-rain.json")
        #expect(busan.map(\.condition?.rawCode) == ["95", "82", "61", "3", "1"])
        #expect(
            busan.map(\.condition?.kind) == [
                .thunderstorm, .rainShowers, .rain, .overcast, .mostlyClear,
            ])
        #expect(busan.first?.precipitation == 64.7)
        let gangneung = try await days("forecast-gangneung-snow.json")
        #expect(
            gangneung.map(\.condition?.kind) == [
                .snow, .snowShowers, .snow, .partlyCloudy, .clear,
            ])
        #expect(gangneung.map(\.precipitation) == [18.2, 6.4, 0.7, 0, 0])
        let london = try await days("forecast-london-defaults.json")
        #expect(london.map(\.condition?.kind) == [.rain, .rainShowers, .overcast, .fog, .drizzle])
        #expect(london.map(\.min) == [6.9, 4.4, 2.8, 1.9, 3.6])
    }

    @Test("days without values keep their dates")
    func nulls() async throws {
        #expect(
            try await days("forecast-nulls.json") == [
                .row("2026-06-01", 16.1, 18.4, Condition(.partlyCloudy, rawCode: "2"), 12, nil),
                .row("2026-06-02", 15.8, 17.9, Self.lightRain, 77, nil),
                .row("2026-06-03", nil, nil, nil, nil, nil),
                .row("2026-06-04", nil, nil, nil, nil, nil),
                .row("2026-06-05", nil, nil, nil, nil, nil),
            ])
    }

    @Test("only the sections that are there")
    func dailyOnly() async throws {
        let stub = ServiceStub(try Fixture.answer("open-meteo", "forecast-daily-only.json"))
        let forecast = try await forecast(stub)
        #expect(
            forecast.days == [
                .row("2026-12-21", -13.2, -8.8, Condition(.snow, .light, rawCode: "71"), nil, nil),
                .row("2026-12-22", -14.6, -10.1, Self.overcast, nil, nil),
            ])
        #expect(forecast.hours == [])
        #expect(forecast.utcOffset == 3600)
    }

    @Test("UNIX times of local midnight give the place's dates")
    func unixTimes() async throws {
        #expect(
            try await days("forecast-unixtime.json") == [
                .row("2026-11-30", nil, 6.4, Self.overcast, nil, nil),
                .row("2026-12-01", nil, 7.1, Self.overcast, nil, nil),
                .row("2026-12-02", nil, 5.2, Self.lightRain, nil, nil),
            ])
    }

    @Test("hours end after 48, and arrays that are too short or no arrays lose only their values")
    func shortArrays() async throws {
        let times = (0..<60).map { "\(1_795_996_800 + $0 * 3600)" }.joined(separator: ",")
        let forecast = try await forecast(
            ServiceStub(
                #"{"hourly":{"time":[\#(times)],"temperature_2m":[1],"wind_speed_10m":9,"is_day":[]}}"#
            ))
        #expect(forecast.hours.count == 48)
        #expect(forecast.hours.map(\.temperature) == [1] + [Double?](repeating: nil, count: 47))
        #expect(forecast.hours.allSatisfy { $0.windSpeed == nil && $0.condition == nil })
        #expect(forecast.days == [])
    }

    @Test(
        "hourly wind is told in metres a second, whatever unit the server used",
        // A knot is 1852 m an hour, a mile 1609.344 m.
        arguments: [("kn", 10, 5.14), ("mp/h", 100, 44.7), ("km/h", 36, 10), ("m/s", 2.913, 2.913)])
    func windUnits(unit: String, sent: Double, told: Double) async throws {
        let forecast = try await forecast(
            ServiceStub(
                #"""
                {"hourly_units":{"wind_speed_10m":"\#(unit)"},
                "hourly":{"time":["2026-11-30T00:00"],"wind_speed_10m":[\#(sent)]}}
                """#))
        #expect(forecast.hours.map(\.windSpeed) == [told])
    }

    @Test(
        "rows without any value are nothing known; no section is a bad answer",
        arguments: [
            (
                #"{"daily":{"time":["2026-11-30"],"temperature_2m_max":[null]}}"#,
                LookupFailure.Code.notFound
            ),
            (#"{"daily":{},"hourly":{}}"#, .notFound), (#"{"latitude":1}"#, .badAnswer),
            ("[]", .badAnswer),
        ])
    func nothing(body: String, code: LookupFailure.Code) async throws {
        let error = try await failure {
            _ = try await forecast(ServiceStub(body))
        }
        #expect(error?.code == code)
    }
}
