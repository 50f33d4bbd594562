import Domain
import Lookup
import Testing

/// Days are reckoned by hand: each step's time plus the city's offset gives its date.
@Suite("OpenWeatherMap's forecast", .serialized)
struct OpenWeatherMapForecastTests {
    private func forecast(_ file: String) async throws -> Forecast {
        let stub = ServiceStub(try Fixture.answer("openweathermap", file))
        return try await OpenWeatherMap(fetch: stub.fetch, now: { testNow })
            .forecast(of: .name("x"), language: .ko).forecast
    }

    @Test("Seoul: five days of Korea's dates, worst conditions, sums of rain and snow")
    func seoul() async throws {
        let forecast = try await forecast("forecast-seoul-40.json")
        #expect(forecast.provider == "openweathermap")
        #expect(forecast.utcOffset == 32400)
        #expect(
            forecast.days == [
                .row("2026-11-30", 1.75, 6.51, Condition(.mostlyClear, rawCode: "801"), 0, 0),
                .row("2026-12-01", -1.01, 7.74, Condition(.overcast, rawCode: "804"), 0, 0),
                .row(
                    "2026-12-02", 0.32, 9.07, Condition(.rain, .moderate, rawCode: "501"), 100, 8.27
                ),
                // The second word of one step, freezing rain, is the gravest.
                .row(
                    "2026-12-03", -3.65, 5.1, Condition(.freezingRain, .moderate, rawCode: "511"),
                    80, 3.44),
                .row("2026-12-04", -8.45, -0.47, Condition(.mostlyClear, rawCode: "801"), 0, 0),
            ])
    }

    @Test("Seoul: forty steps of three hours")
    func seoulSteps() async throws {
        let hours = try await forecast("forecast-seoul-40.json").hours
        #expect(hours.count == 40)
        #expect(hours.first?.time == utc("2026-11-30T00:00:00Z"))
        #expect(hours.last?.time == utc("2026-12-04T21:00:00Z"))
        let snow = try #require(hours.first { $0.time == utc("2026-12-02T21:00:00Z") })
        #expect(snow.temperature == -2.14)
        #expect(snow.condition == Condition(.snow, .light, isDay: false, rawCode: "600"))
        #expect(snow.precipitationProbability == 61)
        #expect(snow.precipitation == 0.75)
        #expect(snow.windSpeed == 4.62)
    }

    @Test("New York: dates west of Greenwich; numbers as they came")
    func newYork() async throws {
        let forecast = try await forecast("forecast-newyork-cnt8-imperial.json")
        #expect(
            forecast.days == [
                .row(
                    "2026-12-09", 35.1, 41.2, Condition(.snow, .moderate, rawCode: "601"), 85, 2.1),
                .row(
                    "2026-12-10", 33.8, 43.3, Condition(.sleet, .moderate, rawCode: "616"), 100,
                    19.41),
            ])
        #expect(forecast.hours.count == 8)
    }

    @Test("no visibility, no gust and a city without a name")
    func missingOptional() async throws {
        let forecast = try await forecast("forecast-missing-optional.json")
        #expect(
            forecast.days == [
                .row("2026-10-02", 26.9, 27.3, Condition(.overcast, rawCode: "804"), 20, 0),
                .row(
                    "2026-10-03", 26.8, 26.8, Condition(.rainShowers, .moderate, rawCode: "531"),
                    100, 1.9),
            ])
        #expect(forecast.hours.map(\.temperature) == [26.9, 27, 27.3, 26.8])
    }

    @Test("an empty list is a normal answer: nothing known")
    func empty() async throws {
        let error = try await failure {
            _ = try await forecast("forecast-zero-items.json")
        }
        #expect(error?.code == .notFound)
    }

    @Test("steps without a time, of a wrong type or with wrong fields lose only themselves")
    func broken() async throws {
        let body = #"""
            {"list":[7,{"main":{"temp":1}},{"dt":"1795996800","main":null,"weather":"rain","pop":"0.5"}]}
            """#
        let answer = try await OpenWeatherMap(fetch: ServiceStub(body).fetch, now: { testNow })
            .forecast(of: .name("x"), language: .ko)
        #expect(answer.coordinate == nil)
        #expect(answer.forecast.days == [.row("2026-11-30", nil, nil, nil, 50, 0)])
        #expect(answer.forecast.hours.count == 1)
    }
}
