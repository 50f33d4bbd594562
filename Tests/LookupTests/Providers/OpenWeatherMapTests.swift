import Domain
import Lookup
import Testing

@Suite("OpenWeatherMap", .serialized)
struct OpenWeatherMapTests {
    private static let seoul = Coordinate(latitude: 37.56, longitude: 126.98)

    private func provider(_ stub: ServiceStub) -> OpenWeatherMap {
        OpenWeatherMap(baseURL: "https://owm.test/", fetch: stub.fetch, now: { testNow })
    }

    private func sample(_ file: String) throws -> OpenWeatherMap {
        provider(ServiceStub(try Fixture.answer("openweathermap", file)))
    }

    @Test(
        "asks by coordinate, name, city id and postal code, in metric units, without the key",
        arguments: [
            (
                OpenWeatherMap.Target.name("Saint John's, Île & Co"), Language.en,
                "q=Saint%20John%27s,%20%C3%8Ele%20%26%20Co&units=metric&lang=en"
            ),
            (.name("서울"), .ko, "q=%EC%84%9C%EC%9A%B8&units=metric&lang=kr"),
            (.cityID(1_835_848), .ko, "id=1835848&units=metric&lang=kr"),
            (.postalCode("10001", country: nil), .en, "zip=10001&units=metric&lang=en"),
            (.postalCode("04524", country: "KR"), .en, "zip=04524,KR&units=metric&lang=en"),
        ])
    func requests(target: OpenWeatherMap.Target, language: Language, query: String) async throws {
        let stub = ServiceStub("{}")
        _ = try? await provider(stub).weather(of: target, language: language)
        _ = try? await provider(stub).forecast(of: target, language: language)
        #expect(
            stub.requests == [
                ProviderRequest(
                    part: .weather, url: "https://owm.test/data/2.5/weather?\(query)",
                    key: .query("appid")),
                ProviderRequest(
                    part: .forecast, url: "https://owm.test/data/2.5/forecast?\(query)",
                    key: .query("appid")),
            ])
    }

    @Test("asks as a weather provider by the coordinate of the query")
    func requestByQuery() async throws {
        let stub = ServiceStub("{}")
        let query = Query(coordinate: try #require(Self.seoul), language: .ko)
        _ = try? await provider(stub).weather(query)
        _ = try? await provider(stub).forecast(query)
        let parameters = "lat=37.56&lon=126.98&units=metric&lang=kr"
        #expect(
            stub.requests.map(\.url) == [
                "https://owm.test/data/2.5/weather?\(parameters)",
                "https://owm.test/data/2.5/forecast?\(parameters)",
            ])
    }

    @Test("tells the coordinate that a name was resolved to")
    func resolvedCoordinate() async throws {
        let london = try await sample("current-london-kelvin.json")
            .weather(of: .name("London,GB"), language: .en)
        #expect(london.coordinate == Coordinate(latitude: 51.5085, longitude: -0.1257))
        let newYork = try await sample("forecast-newyork-cnt8-imperial.json")
            .forecast(of: .cityID(5_128_581), language: .en)
        #expect(newYork.coordinate == Coordinate(latitude: 40.7143, longitude: -74.006))
    }

    @Test(
        "refuses each sample of an error with its code and the time to ask again",
        arguments: [
            ("error-400-wrong-latitude.json", LookupFailure.Code.badRequest, nil, "wrong latitude"),
            ("error-400-wrong-longitude.json", .badRequest, nil, "wrong longitude"),
            ("error-400-nothing-to-geocode.json", .badRequest, nil, "Nothing to geocode"),
            ("error-401-invalid-key.json", .refused, nil, "check its key"),
            ("error-404-city-not-found.json", .notFound, nil, "knows nothing"),
            ("error-404-geo-not-found.json", .notFound, nil, "knows nothing"),
            ("error-429-blocked.json", .rateLimited, 600.0, "too many requests"),
            ("error-500-string-cod.json", .server, nil, "status 500"),
            ("error-500-int-cod.json", .server, nil, "status 500"),
            ("error-cod-in-200-body.json", .notFound, nil, "knows nothing"),
            (
                "error-502-bad-gateway.html", .server, nil,
                #"(status 502, text/html: "<html>\r\n<head><title>502 Bad Gateway</title>"#
            ),
            ("error-empty-body.txt", .server, nil, "status 504, text/html: empty body"),
        ])
    func refuses(
        file: String, code: LookupFailure.Code, wait: Double?, words: String
    ) async throws {
        let provider = try sample(file)
        let target = OpenWeatherMap.Target.name("x")
        let failures = [
            try await failure {
                _ = try await provider.weather(of: target, language: .en)
            },
            try await failure {
                _ = try await provider.forecast(of: target, language: .en)
            },
        ]
        for (failure, part) in zip(failures, [Part.weather, .forecast]) {
            let failure = try #require(failure)
            #expect(failure.part == part)
            #expect(failure.provider == "openweathermap")
            #expect(failure.code == code)
            #expect(failure.retryAt == wait.map { testNow.adding(seconds: $0) })
            #expect(failure.message.contains(words), "\(failure.message)")
        }
    }

    @Test("W21 an error text that repeats the key is not passed on")
    func keyInErrorText() async throws {
        let bodies = [
            #"{"cod":400,"message":"bad key ab+cd/ef=="}"#,
            #"{"cod":"500","message":"ab+cd/ef=="}"#,
            "<p>GET /data/2.5/weather?q=x&appid=ab+cd/ef==&units=metric</p>",
        ]
        for body in bodies {
            let provider = provider(ServiceStub(body, status: 400))
            let failure = try #require(
                try await failure {
                    _ = try await provider.weather(of: .name("x"), language: .en)
                })
            #expect(!failure.message.contains("ab+cd"), "\(failure.message)")
        }
    }
}
