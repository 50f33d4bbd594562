import Domain
import Lookup
import Testing

@Suite("Open-Meteo", .serialized)
struct OpenMeteoTests {
    private func provider(_ stub: ServiceStub) -> OpenMeteo {
        OpenMeteo(baseURL: "https://meteo.test", fetch: stub.fetch, now: { testNow })
    }

    private let query = Coordinate(latitude: -33.9, longitude: 18.42).map {
        Query(coordinate: $0, language: .ko)
    }

    @Test("asks for metres a second, the place's zone and what is shown, without a key")
    func requests() async throws {
        let stub = ServiceStub("{}")
        _ = try? await provider(stub).weather(#require(query))
        _ = try? await provider(stub).forecast(#require(query))
        let place = "https://meteo.test/v1/forecast?latitude=-33.9&longitude=18.42"
        let units = "&timezone=auto&wind_speed_unit=ms"
        let current =
            "&current=temperature_2m,relative_humidity_2m,apparent_temperature,is_day,rain,showers,"
            + "snowfall,weather_code,cloud_cover,pressure_msl,visibility,wind_speed_10m,"
            + "wind_direction_10m,wind_gusts_10m&daily=sunrise,sunset&forecast_days=1"
        let days =
            "&daily=weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,"
            + "precipitation_probability_max&forecast_days=5"
        let hours =
            "&hourly=temperature_2m,precipitation_probability,precipitation,weather_code,"
            + "wind_speed_10m,is_day&forecast_hours=48"
        #expect(
            stub.requests == [
                ProviderRequest(part: .weather, url: place + units + current),
                ProviderRequest(part: .forecast, url: place + units + days + hours),
            ])
    }

    @Test(
        "refuses each sample of an error with its code and the time to ask again",
        arguments: [
            ("error-400-latitude.json", LookupFailure.Code.badRequest, nil, "Given: 91.0."),
            ("error-400-variable.json", .badRequest, nil, "Cannot initialize"),
            ("error-400-timezone.json", .badRequest, nil, "Invalid timezone"),
            ("error-400-forecast-days.json", .badRequest, nil, "Forecast days is invalid."),
            ("error-400-element-count.json", .badRequest, nil, "same number of elements"),
            ("error-400-no-data.json", .notCovered, nil, "does not cover this place"),
            ("error-400-api-key-invalid.json", .refused, nil, "refused the request (status 400)"),
            ("error-401-api-key-required.json", .refused, nil, "check its base_url"),
            // From 00:10:20: one minute, the hour at 01:00, the day at the next midnight.
            ("error-429-minutely.json", .rateLimited, "2026-11-30T00:11:20Z", "too many requests"),
            ("error-429-hourly.json", .rateLimited, "2026-11-30T01:00:00Z", "too many requests"),
            ("error-429-daily.json", .rateLimited, "2026-12-01T00:00:00Z", "too many requests"),
            ("error-429-concurrent.json", .rateLimited, "2026-11-30T00:10:30Z", "too many"),
            ("error-500.json", .server, nil, "Something went wrong."),
            ("error-503-overloaded.json", .server, nil, "The service is overloaded"),
            ("error-truncated-stream.txt", .badAnswer, nil, #"\"latitude\":37.55"#),
            ("error-502.html", .server, nil, "<title>502 Bad Gateway"),
        ])
    func refuses(
        file: String, code: LookupFailure.Code, retryAt: String?, words: String
    ) async throws {
        let provider = provider(ServiceStub(try Fixture.answer("open-meteo", file)))
        let query = try #require(query)
        let failures = [
            try await failure { _ = try await provider.weather(query) },
            try await failure { _ = try await provider.forecast(query) },
        ]
        for (failure, part) in zip(failures, [Part.weather, .forecast]) {
            let failure = try #require(failure)
            #expect(failure.part == part)
            #expect(failure.provider == "open-meteo")
            #expect(failure.code == code)
            #expect(failure.retryAt == retryAt.flatMap { utc($0) })
            #expect(failure.message.contains(words), "\(failure.message)")
        }
    }

    @Test("a redirect to the paid host is not followed here and says its status")
    func redirect() async throws {
        let stub = ServiceStub("", status: 303, type: nil)
        let query = try #require(query)
        let failure = try await failure {
            _ = try await provider(stub).weather(query)
        }
        #expect(failure?.code == .badAnswer)
        #expect(failure?.message.contains("status 303: empty body") == true)
    }

    @Test("an error told under status 200 is one all the same")
    func errorUnderSuccess() async throws {
        let stub = ServiceStub(
            #"{"error":true,"reason":"Hourly API request limit exceeded."}"#)
        let query = try #require(query)
        let failure = try await failure {
            _ = try await provider(stub).weather(query)
        }
        #expect(failure?.code == .rateLimited)
        #expect(failure?.retryAt == utc("2026-11-30T01:00:00Z"))
    }
}
