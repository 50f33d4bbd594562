import Domain
import Lookup
import Testing

/// Expected values are read from the samples by hand; amounts are sums of windows that do not overlap.
@Suite("MET Norway's forecast", .serialized)
struct MetNorwayForecastTests {
    private func forecast(
        _ stub: ServiceStub, at now: String, zone: Zone? = nil
    ) async throws -> Forecast {
        let now = try #require(utc(now))
        return try await MetNorway(fetch: stub.fetch, now: { now })
            .forecast(Query(coordinate: stub.place, language: .en, zone: zone))
    }

    private func forecast(
        _ file: String, at now: String, zone: Zone? = nil
    ) async throws -> Forecast {
        try await forecast(
            ServiceStub(try Fixture.answer("met-norway", file)), at: now, zone: zone)
    }

    private static let fair = Condition(.mostlyClear, rawCode: "fair_day")
    private static let partlyCloudy = Condition(.partlyCloudy, rawCode: "partlycloudy_day")
    private static let snow = Condition(.snow, .moderate, rawCode: "snow")
    private static let lightSnow = Condition(.snow, .light, rawCode: "lightsnow")
    private static let overcast = Condition(.overcast, rawCode: "cloudy")

    @Test("Seoul: five days as Korea's clocks cut them")
    func seoul() async throws {
        let forecast = try await forecast(
            "compact-seoul-full.json", at: "2026-11-30T00:10:20Z", zone: Zone("Asia/Seoul"))
        #expect(forecast.provider == "met-norway")
        #expect(forecast.issuedAt == utc("2026-11-29T23:38:12Z"))
        #expect(forecast.utcOffset == 32_400)
        #expect(
            forecast.days == [
                .row("2026-11-30", 1, 6.6, Self.fair, nil, 0),
                .row("2026-12-01", -0.8, 7.4, Self.partlyCloudy, nil, 0),
                // 6.9 mm in its hours, 5.4 mm in the six hours that begin at nine in the evening.
                .row("2026-12-02", -0.9, 6.5, Self.snow, nil, 12.3),
                .row("2026-12-03", -2.6, 4.3, Self.lightSnow, nil, 6.1),
                .row("2026-12-04", -4.4, 3.4, Self.overcast, nil, 0),
            ])
    }

    @Test("Seoul: without a zone the days are those of UTC")
    func seoulInUTC() async throws {
        let forecast = try await forecast(
            "compact-seoul-full.json", at: "2026-11-30T00:10:20Z")
        #expect(forecast.utcOffset == 0)
        #expect(
            forecast.days == [
                .row("2026-11-30", -0.8, 6.6, Self.fair, nil, 0),
                .row("2026-12-01", -0.9, 7.4, Self.partlyCloudy, nil, 0),
                .row("2026-12-02", -2.6, 6.5, Self.snow, nil, 15.1),
                .row(
                    "2026-12-03", -4.4, 4.3, Condition(.rain, .moderate, rawCode: "rain"), nil, 3.3),
                .row("2026-12-04", -4.4, 3.4, Self.overcast, nil, 0),
            ])
    }

    @Test("Seoul: steps of an hour, then of six, from now to the end of the fifth day")
    func seoulHours() async throws {
        let hours = try await forecast(
            "compact-seoul-full.json", at: "2026-11-30T02:59:00Z", zone: Zone("Asia/Seoul")
        ).hours
        // 60 hourly steps without the two that are over, and nine of six hours.
        #expect(hours.count == 67)
        #expect(hours.first?.time == utc("2026-11-30T02:00:00Z"))
        #expect(hours.last?.time == utc("2026-12-04T12:00:00Z"))
        var rain = Forecast.Hour(time: try #require(utc("2026-12-02T11:00:00Z")))
        rain.temperature = 3.2
        rain.condition = Condition(.rain, .moderate, rawCode: "rain")
        (rain.precipitation, rain.windSpeed) = (1.2, 2.1)
        var snow = Forecast.Hour(time: try #require(utc("2026-12-02T12:00:00Z")))
        snow.temperature = 2.1
        snow.condition = Self.snow
        (snow.precipitation, snow.windSpeed) = (5.4, 2.3)
        #expect(Array(hours[57...58]) == [rain, snow])
    }

    // Each of these goes on after its third step with six hours, so that step's six hours count, not its one.
    @Test(
        "never adds the hour of a step to its six hours",
        arguments: [
            // 0.0 + 0.0 + 1.6 + 3.1
            ("compact-oslo.json", "2026-05-08", [10.1, 13.3, 4.7], "rain"),
            // 6.2 + 2.4 + 0.4 + (four hours not told) + 0.6 + 0.0
            ("compact-busan-rain.json", "2026-07-14", [21.7, 22.5, 9.6], "heavyrain"),
            // 0.1 + 0.2 + 2.8 + 0.5
            (
                "compact-tromso-snow.json", "2026-12-21", [-11.3, -9.9, 3.6],
                "lightssnowshowersandthunder_polartwilight"
            ),
        ])
    func amounts(file: String, date: String, values: [Double], gravest: String) async throws {
        let day = try await forecast(file, at: date + "T12:00:00Z").days.first
        #expect(day?.date == LocalDate(date))
        #expect([day?.min, day?.max, day?.precipitation] == values)
        #expect(day?.condition?.rawCode == gravest)
        #expect(day?.condition?.isDay == nil)
    }

    @Test("six hours that reach beyond the next step do not count, though their symbol does")
    func overlapping() async throws {
        let forecast = try await forecast(
            ServiceStub(
                #"""
                {"properties":{"timeseries":[{"time":"2026-11-30T00:00:00Z","data":{"next_6_hours":
                {"summary":{"symbol_code":"rain"},"details":{"precipitation_amount":6}}}},
                {"time":"2026-11-30T05:59:00Z","data":{"next_1_hours":
                {"summary":{"symbol_code":"fog"},"details":{"precipitation_amount":1}}}}]}}
                """#), at: "2026-11-30T00:00:00Z")
        #expect(forecast.hours.map(\.precipitation) == [nil, 1])
        #expect(forecast.days.map(\.precipitation) == [1])
        #expect(forecast.hours.map(\.condition?.rawCode) == ["rain", "fog"])
    }

    @Test("the last step, of an instant alone, gives a day its temperature and nothing else")
    func lastStep() async throws {
        let days = try await forecast("compact-busan-rain.json", at: "2026-07-14T06:00:00Z").days
        #expect(days.count == 2)
        #expect(days.last == .row("2026-07-15", 24.4, 24.4, nil, nil, nil))
    }

    @Test("what is missing is not known, and no amount is not 0")
    func missing() async throws {
        let forecast = try await forecast(
            "compact-missing-optional.json", at: "2026-06-01T03:10:00Z")
        #expect(
            forecast.days == [
                .row(
                    "2026-06-01", 17.1, 17.2, Condition(.rain, .moderate, rawCode: "rain"), nil, nil
                )
            ])
        #expect(forecast.hours.map(\.precipitation) == [nil, nil, nil])
        #expect(forecast.hours.map(\.windSpeed) == [8.1, nil, nil])
    }

    @Test("a symbol that nobody knows fails nothing")
    func unknownSymbol() async throws {
        let forecast = try await forecast(
            "compact-unknown-symbol.json", at: "2026-06-01T03:10:00Z")
        #expect(
            forecast.days == [
                .row(
                    "2026-06-01", 17.2, 17.2, Condition(.unknown, rawCode: "hurricane_day"), nil, 0)
            ])
    }

    @Test("yesterday's steps in an old answer make no day, today's do")
    func oldAnswer() async throws {
        let forecast = try await forecast(
            "compact-seoul-full.json", at: "2026-12-01T05:30:00Z")
        #expect(forecast.days.map(\.date.iso).first == "2026-12-01")
        #expect(forecast.days.count == 5)
        #expect(forecast.days.first?.min == -0.9)
        #expect(forecast.hours.first?.time == utc("2026-12-01T05:00:00Z"))
    }

    // Europe/Oslo goes from +01:00 to +02:00 at 01:00 UTC of 29 March 2026.
    @Test("a change of the clocks moves the days after it")
    func summerTime() async throws {
        let steps = [
            "2026-03-28T22:30:00Z", "2026-03-28T23:00:00Z", "2026-03-29T21:30:00Z",
            "2026-03-29T22:30:00Z",
        ].enumerated().map { number, time in
            #"{"time":"\#(time)","data":{"instant":{"details":{"air_temperature":\#(number)}}}}"#
        }
        let forecast = try await forecast(
            ServiceStub(#"{"properties":{"timeseries":[\#(steps.joined(separator: ","))]}}"#),
            at: "2026-03-28T22:40:00Z", zone: Zone("Europe/Oslo"))
        #expect(
            forecast.days == [
                .row("2026-03-28", 0, 0, nil, nil, nil), .row("2026-03-29", 1, 2, nil, nil, nil),
                .row("2026-03-30", 3, 3, nil, nil, nil),
            ])
        #expect(forecast.utcOffset == 3600)
        #expect(forecast.issuedAt == nil)
    }
}
