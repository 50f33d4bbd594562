import Domain
import Lookup
import Testing

@Suite("MET Norway", .serialized)
struct MetNorwayTests {
    private func provider(_ stub: ServiceStub) -> MetNorway {
        MetNorway(baseURL: "https://met.test/", fetch: stub.fetch, now: { testNow })
    }

    private func query(_ latitude: Double, _ longitude: Double) throws -> Query {
        Query(
            coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)),
            language: .ko)
    }

    @Test(
        "asks for both parts in the same words, with at most four decimals and a contact",
        arguments: [
            (37.56, 126.98, "lat=37.56&lon=126.98"),
            (-33.918_64, 18.423_25, "lat=-33.9186&lon=18.4233"),
            (0.000_04, -179.999_96, "lat=0&lon=-180"),
        ])
    func requests(latitude: Double, longitude: Double, place: String) async throws {
        let stub = ServiceStub("{}")
        _ = try? await provider(stub).weather(query(latitude, longitude))
        _ = try? await provider(stub).forecast(query(latitude, longitude))
        let url = "https://met.test/weatherapi/locationforecast/2.0/compact?" + place
        #expect(
            stub.requests
                == [Part.weather, .forecast].map {
                    ProviderRequest(part: $0, url: url, keepsAnswer: true, needsContact: true)
                })
        #expect(MetNorway.defaultBaseURL == "https://api.met.no")
    }

    // What the index tells of each: only the status is sure, the text is not.
    @Test(
        "refuses each sample of an error by its status alone",
        arguments: [
            ("error-400.html", LookupFailure.Code.badRequest, nil),
            ("error-403-user-agent.html", .refused, nil),
            ("error-404.html", .badAnswer, nil),
            ("error-422.html", .notCovered, nil),
            ("error-429.html", .rateLimited, 600.0),
            ("error-500.html", .server, nil),
            ("error-502.html", .server, nil),
            ("error-503.html", .server, nil),
        ])
    func failures(file: String, code: LookupFailure.Code, wait: Double?) async throws {
        let provider = provider(ServiceStub(try Fixture.answer("met-norway", file)))
        let query = try query(1, 1)
        for part in [Part.weather, .forecast] {
            let failure = try await failure {
                if part == .weather {
                    _ = try await provider.weather(query)
                } else {
                    _ = try await provider.forecast(query)
                }
            }
            #expect(failure?.code == code)
            #expect(failure?.part == part)
            #expect(failure?.provider == "met-norway")
            #expect(failure?.retryAt == wait.map { testNow.adding(seconds: $0) })
        }
    }

    @Test("names the setting that a refusal is mostly about")
    func advice() async throws {
        let stub = ServiceStub(try Fixture.answer("met-norway", "error-403-user-agent.html"))
        let failure = try await failure { _ = try await provider(stub).weather(query(1, 1)) }
        #expect(
            failure?.message
                == "met-norway refused the request (status 403); set `contact` and keep to its terms "
                + "of service")
    }

    @Test("takes the answer of a version that is going away", arguments: [203])
    func deprecated(status: Int) async throws {
        let body = try Fixture.data("met-norway/compact-seoul-full.json")
        let stub = ServiceStub(
            ProviderAnswer(status: status, contentType: "application/json", body: body))
        #expect(try await provider(stub).weather(query(37.56, 126.98)).temperature == 2.2)
    }

    @Test(
        "W04 an answer without a series is a bad one, and a series without steps says nothing",
        arguments: [
            ("[]", LookupFailure.Code.badAnswer), ("{}", .badAnswer),
            (#"{"properties":{"timeseries":{}}}"#, .badAnswer),
            (#"{"properties":{"timeseries":[]}}"#, .notFound),
            (#"{"properties":{"timeseries":[7,{"time":"soon"}]}}"#, .notFound),
            (#"{"properties":{"timeseries":[{"time":"2026-11-30T00:00:00Z"}]}}"#, .notFound),
            (#"{"properties":{"timese"#, .badAnswer), ("", .badAnswer), ("<html>", .badAnswer),
        ])
    func unusable(body: String, code: LookupFailure.Code) async throws {
        let provider = provider(ServiceStub(body))
        let query = try query(1, 1)
        let weather = try await failure { _ = try await provider.weather(query) }
        let forecast = try await failure { _ = try await provider.forecast(query) }
        #expect([weather?.code, forecast?.code] == [code, code])
    }

    @Test("every sample has its case")
    func complete() throws {
        let withCase = MetNorwayWeatherTests.cases.map(\.file)
        let bodies = try Fixture.samples("met-norway").map(\.file)
        #expect(bodies.filter { $0.hasSuffix(".json") }.sorted() == Set(withCase).sorted())
        #expect(bodies.filter { $0.hasSuffix(".html") }.count == 8)
    }
}
