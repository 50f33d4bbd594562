import Domain
import Lookup
import Testing

/// Expected values are read from the samples by hand; sums of 15 minutes are told four times, 7 cm of snow as 10 mm.
@Suite("Open-Meteo's weather", .serialized)
struct OpenMeteoWeatherTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let weather: Weather
        var testDescription: String { file }

        init(_ file: String, _ set: (inout Weather) -> Void) {
            self.file = file
            weather = .made("open-meteo", set)
        }
    }

    static let cases = [
        Case("forecast-seoul.json") {
            $0.condition = Condition(.clear, isDay: true, rawCode: "0")
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (-1.3, -5.2, 41, 1029.4)
            ($0.windSpeed, $0.windGust, $0.windDirection, $0.clouds) = (2.91, 6.7, 306, 4)
            ($0.rain1h, $0.snow1h) = (0, 0)
            ($0.observedAt, $0.utcOffset) = (utc("2026-11-29T23:45:00Z"), 32400)
            ($0.sunrise, $0.sunset) = (utc("2026-11-29T22:26:00Z"), utc("2026-11-30T08:15:00Z"))
        },
        Case("forecast-busan-rain.json") {
            $0.condition = Condition(.rain, .moderate, isDay: true, rawCode: "63")
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (22.6, 25.9, 95, 1004.1)
            ($0.windSpeed, $0.windGust, $0.windDirection, $0.clouds) = (6.3, 13.6, 121, 100)
            ($0.rain1h, $0.snow1h) = (4.4, 0)
            ($0.observedAt, $0.utcOffset) = (utc("2026-07-14T06:15:00Z"), 32400)
            ($0.sunrise, $0.sunset) = (utc("2026-07-13T20:19:00Z"), utc("2026-07-14T10:39:00Z"))
        },
        Case("forecast-gangneung-snow.json") {
            $0.condition = Condition(.snow, .moderate, isDay: false, rawCode: "73")
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (-2.1, -6.6, 94, 1018.2)
            ($0.windSpeed, $0.windGust, $0.windDirection, $0.clouds) = (4.2, 10.3, 338, 100)
            ($0.rain1h, $0.snow1h) = (0, 0.8)
            ($0.observedAt, $0.utcOffset) = (utc("2026-01-11T22:00:00Z"), 32400)
            ($0.sunrise, $0.sunset) = (utc("2026-01-11T22:39:00Z"), utc("2026-01-12T08:24:00Z"))
        },
        // The server used km/h: 16.9 / 3.6 and 34.6 / 3.6.
        Case("forecast-london-defaults.json") {
            $0.condition = Condition(.drizzle, .moderate, isDay: false, rawCode: "53")
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (7.8, 5.1, 88, 1008.3)
            ($0.windSpeed, $0.windGust, $0.windDirection, $0.clouds) = (4.69, 9.61, 231, 100)
            ($0.rain1h, $0.snow1h) = (0.8, 0)
            ($0.observedAt, $0.utcOffset) = (utc("2026-11-30T00:00:00Z"), 0)
            ($0.sunrise, $0.sunset) = (utc("2026-11-30T07:41:00Z"), utc("2026-11-30T15:57:00Z"))
        },
        Case("forecast-unixtime.json") {
            $0.condition = Condition(.clear, rawCode: "0")
            $0.temperature = -1.3
            ($0.observedAt, $0.utcOffset) = (utc("2026-11-29T23:45:00Z"), 32400)
            $0.sunrise = utc("2026-11-29T22:26:00Z")
        },
        Case("forecast-two-locations.json") {
            $0.condition = Condition(.clear, rawCode: "0")
            $0.temperature = -1.3
            ($0.observedAt, $0.utcOffset) = (utc("2026-11-29T23:45:00Z"), 32400)
        },
        Case("forecast-unknown-code.json") {
            $0.condition = Condition(.unknown, rawCode: "97")
            $0.temperature = -1.3
            ($0.observedAt, $0.utcOffset) = (utc("2026-11-29T23:45:00Z"), 0)
        },
    ]

    private func weather(_ stub: ServiceStub) async throws -> Weather {
        return try await OpenMeteo(fetch: stub.fetch, now: { testNow })
            .weather(Query(coordinate: stub.place, language: .en))
    }

    @Test("reads each sample field by field", arguments: cases)
    func reads(_ sample: Case) async throws {
        let stub = ServiceStub(try Fixture.answer("open-meteo", sample.file))
        #expect(try await weather(stub) == sample.weather)
    }

    @Test(
        "all values null is nothing known; no section at all is a bad answer",
        arguments: [
            ("forecast-nulls.json", LookupFailure.Code.notFound),
            ("forecast-daily-only.json", .badAnswer), ("geocoding-empty.json", .badAnswer),
        ])
    func nothing(file: String, code: LookupFailure.Code) async throws {
        let stub = ServiceStub(try Fixture.answer("open-meteo", file))
        let error = try await failure { _ = try await weather(stub) }
        #expect(error?.code == code)
    }

    @Test("W06 text for numbers is read, a wrong type loses that field alone")
    func changingTypes() async throws {
        let weather = try await weather(
            ServiceStub(
                #"""
                {"utc_offset_seconds":"3600","current_units":[],"current":{"time":"2026-13-01T00:00",
                "interval":0,"temperature_2m":"-1.50","relative_humidity_2m":{},"is_day":"1",
                "weather_code":"71","rain":0.1,"snowfall":null,"wind_speed_10m":1e999},"daily":7}
                """#))
        #expect(
            weather
                == .made("open-meteo") {
                    $0.condition = Condition(.snow, .light, isDay: true, rawCode: "71")
                    // An interval of 0 is taken for a minute.
                    ($0.temperature, $0.rain1h, $0.utcOffset) = (-1.5, 6, 3600)
                })
    }

    @Test("W09 polar summer: sunrise and sunset of 1970 are none")
    func polarSummer() async throws {
        let weather = try await weather(
            ServiceStub(
                #"""
                {"utc_offset_seconds":7200,"current":{"temperature_2m":4},
                "daily":{"sunrise":["1970-01-01T02:00"],"sunset":[0]}}
                """#))
        #expect(
            weather == .made("open-meteo") { ($0.temperature, $0.utcOffset) = (4, 7200) })
    }
}
