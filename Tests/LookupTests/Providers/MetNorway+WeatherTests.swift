import Domain
import Lookup
import Testing

/// Expected values are read from the samples by hand, at the times that stand beside them.
@Suite("MET Norway's weather", .serialized)
struct MetNorwayWeatherTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let now: String
        let weather: Weather
        var testDescription: String { "\(file) at \(now)" }

        init(_ file: String, at now: String, _ set: (inout Weather) -> Void) {
            self.file = file
            self.now = now
            weather = .made("met-norway", set)
        }
    }

    static let cases = [
        Case("compact-seoul-full.json", at: "2026-11-30T00:10:20Z") {
            $0.condition = Condition(.clear, isDay: true, rawCode: "clearsky_day")
            $0.icon = "clearsky_day"
            ($0.temperature, $0.humidity, $0.pressure) = (2.2, 55.6, 1024)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.rain1h) = (1.6, 300, 3.7, 0)
            $0.observedAt = utc("2026-11-30T00:00:00Z")
        },
        // The last hour of the hourly part.
        Case("compact-seoul-full.json", at: "2026-12-02T11:59:59.999Z") {
            $0.condition = Condition(.rain, .moderate, rawCode: "rain")
            $0.icon = "rain"
            ($0.temperature, $0.humidity, $0.pressure) = (3.2, 68.1, 1022.7)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.rain1h) = (2.1, 235, 98.4, 1.2)
            $0.observedAt = utc("2026-12-02T11:00:00Z")
        },
        // Six hours' snow is not told for one.
        Case("compact-seoul-full.json", at: "2026-12-02T12:00:00Z") {
            $0.condition = Condition(.snow, .moderate, rawCode: "snow")
            $0.icon = "snow"
            ($0.temperature, $0.humidity, $0.pressure) = (2.1, 70.3, 1022.5)
            ($0.windSpeed, $0.windDirection, $0.clouds) = (2.3, 240, 98.4)
            $0.observedAt = utc("2026-12-02T12:00:00Z")
        },
        // The last step has values of the instant alone.
        Case("compact-seoul-full.json", at: "2026-12-09T12:30:00Z") {
            ($0.temperature, $0.humidity, $0.pressure) = (-5.8, 71.5, 1020.4)
            ($0.windSpeed, $0.windDirection, $0.clouds) = (2.7, 20, 67.1)
            $0.observedAt = utc("2026-12-09T12:00:00Z")
        },
        // The first step may lie ahead.
        Case("compact-oslo.json", at: "2026-05-08T09:40:00Z") {
            $0.condition = Condition(.mostlyClear, isDay: true, rawCode: "fair_day")
            $0.icon = "fair_day"
            ($0.temperature, $0.humidity, $0.pressure) = (12.4, 58.1, 1013.2)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.rain1h) = (3.1, 201.4, 31.2, 0)
            $0.observedAt = utc("2026-05-08T10:00:00Z")
        },
        Case("compact-oslo.json", at: "2026-05-08T12:20:00Z") {
            $0.condition = Condition(
                .thunderstorm, .light, thunder: .rain, isDay: true,
                rawCode: "lightrainshowersandthunder_day")
            $0.icon = "lightrainshowersandthunder_day"
            ($0.temperature, $0.humidity, $0.pressure) = (13.3, 54.9, 1012.6)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.rain1h) = (3.9, 198.7, 71, 0.3)
            $0.observedAt = utc("2026-05-08T12:00:00Z")
        },
        Case("compact-busan-rain.json", at: "2026-07-14T06:30:00Z") {
            $0.condition = Condition(.rain, .heavy, rawCode: "heavyrain")
            $0.icon = "heavyrain"
            ($0.temperature, $0.humidity, $0.pressure) = (22.5, 95.4, 1004)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.rain1h) = (6.4, 118.2, 100, 6.2)
            $0.observedAt = utc("2026-07-14T06:00:00Z")
        },
        // A misspelt symbol in polar twilight, which is neither day nor night; its snow is no rain.
        Case("compact-tromso-snow.json", at: "2026-12-21T11:05:00Z") {
            $0.condition = Condition(
                .thunderstorm, .light, thunder: .snow,
                rawCode: "lightssnowshowersandthunder_polartwilight")
            $0.icon = "lightssnowshowersandthunder_polartwilight"
            ($0.temperature, $0.humidity, $0.pressure) = (-11.3, 83, 1001.1)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.snow1h) = (7.7, 129, 90.2, 0.2)
            $0.observedAt = utc("2026-12-21T11:00:00Z")
        },
        Case("compact-tromso-snow.json", at: "2026-12-21T12:05:00Z") {
            $0.condition = Condition(.snow, .moderate, rawCode: "snow")
            $0.icon = "snow"
            ($0.temperature, $0.humidity, $0.pressure) = (-11.2, 84.4, 1000.7)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.snow1h) = (8.2, 128.8, 100, 0.9)
            $0.observedAt = utc("2026-12-21T12:00:00Z")
        },
        Case("compact-tromso-snow.json", at: "2026-12-21T18:00:00Z") {
            $0.condition = Condition(
                .thunderstorm, .light, thunder: .sleet, isDay: false,
                rawCode: "lightssleetshowersandthunder_night")
            $0.icon = "lightssleetshowersandthunder_night"
            ($0.temperature, $0.humidity, $0.pressure) = (-9.9, 88, 999.8)
            ($0.windSpeed, $0.windDirection, $0.clouds) = (9.1, 140, 100)
            $0.observedAt = utc("2026-12-21T18:00:00Z")
        },
        Case("compact-missing-optional.json", at: "2026-06-01T03:10:00Z") {
            $0.condition = Condition(.overcast, rawCode: "cloudy")
            $0.icon = "cloudy"
            ($0.temperature, $0.windSpeed) = (17.2, 8.1)
            $0.observedAt = utc("2026-06-01T03:00:00Z")
        },
        Case("compact-missing-optional.json", at: "2026-06-01T04:00:00Z") {
            $0.condition = Condition(.rain, .moderate, rawCode: "rain")
            $0.icon = "rain"
            $0.temperature = 17.1
            $0.observedAt = utc("2026-06-01T04:00:00Z")
        },
        Case("compact-unknown-symbol.json", at: "2026-06-01T03:10:00Z") {
            $0.condition = Condition(.unknown, isDay: true, rawCode: "hurricane_day")
            $0.icon = "hurricane_day"
            ($0.temperature, $0.humidity, $0.pressure) = (17.2, 80, 1015)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.rain1h) = (5, 200, 60, 0)
            $0.observedAt = utc("2026-06-01T03:00:00Z")
        },
    ]

    private func weather(
        _ stub: ServiceStub, at now: String, zone: Zone? = nil
    ) async throws -> Weather {
        let now = try #require(utc(now))
        return try await MetNorway(fetch: stub.fetch, now: { now })
            .weather(Query(coordinate: stub.place, language: .en, zone: zone))
    }

    @Test("reads each sample field by field", arguments: cases)
    func reads(_ sample: Case) async throws {
        let stub = ServiceStub(try Fixture.answer("met-norway", sample.file))
        #expect(try await weather(stub, at: sample.now) == sample.weather)
    }

    // The first step is at 10:00 on 8 May, the last one in days.
    @Test(
        "a series without a step within six hours is of another time",
        arguments: [
            ("2026-05-08T04:00:00Z", true), ("2026-05-08T03:59:59Z", false),
            ("2026-08-08T10:00:00Z", false), ("2026-04-18T10:00:00Z", false),
        ])
    func anotherTime(now: String, isRight: Bool) async throws {
        let stub = ServiceStub(try Fixture.answer("met-norway", "compact-oslo.json"))
        let failure = try await failure { _ = try await weather(stub, at: now) }
        #expect(failure?.code == (isRight ? nil : .badAnswer))
        #expect(failure?.message == (isRight ? nil : "met-norway answered for another time"))
    }

    @Test("W07 a step without any value says nothing")
    func empty() async throws {
        let stub = ServiceStub(
            try Fixture.answer("met-norway", "compact-missing-optional.json"))
        let failure = try await failure { _ = try await weather(stub, at: "2026-06-01T10:00:00Z") }
        #expect(failure?.code == .notFound)
    }

    @Test("tells how far the clocks of the place are from UTC, when that is known")
    func offset() async throws {
        let stub = ServiceStub(try Fixture.answer("met-norway", "compact-oslo.json"))
        let weather = try await weather(
            stub, at: "2026-05-08T10:00:00Z", zone: Zone("Europe/Oslo"))
        #expect(weather.utcOffset == 7200)
    }

    @Test("W06 a number as text is read, a wrong type loses that field alone")
    func changingTypes() async throws {
        let weather = try await weather(
            ServiceStub(
                #"""
                {"type":7,"properties":{"meta":[],"timeseries":[5,
                {"time":"2026-11-30T01:00:00+01:00","data":{"instant":{"details":{"wind_speed":"3.10",
                "air_temperature":14,"relative_humidity":{},"air_pressure_at_sea_level":1e999,
                "wind_from_direction":null,"cloud_area_fraction":true}},"next_1_hours":{"summary":
                {"symbol_code":["rain"]},"details":{"precipitation_amount":"0.5"}},"next_6_hours":9}},
                {"time":1795996800,"data":{}}]}}
                """#), at: "2026-11-30T00:30:00Z")
        #expect(
            weather
                == .made("met-norway") {
                    ($0.windSpeed, $0.temperature, $0.rain1h) = (3.1, 14, 0.5)
                    $0.observedAt = utc("2026-11-30T00:00:00Z")
                })
    }
}
