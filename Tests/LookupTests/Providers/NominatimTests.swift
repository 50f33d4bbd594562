import Domain
import Lookup
import Testing

@Suite("Nominatim", .serialized)
struct NominatimTests {
    private func provider(_ stub: ServiceStub) -> Nominatim {
        Nominatim(baseURL: "https://osm.test/", fetch: stub.fetch, now: { testNow })
    }

    private func sample(_ file: String) throws -> Nominatim {
        provider(ServiceStub(try Fixture.answer("nominatim", file)))
    }

    private func query(_ language: Language) throws -> Query {
        let coordinate = try #require(Coordinate(latitude: 37.567, longitude: 126.978))
        return Query(coordinate: coordinate, language: language)
    }

    @Test("C04 always asks in the configured language", arguments: Language.allCases)
    func requests(language: Language) async throws {
        let stub = ServiceStub("[]")
        _ = try? await provider(stub).address(query(language))
        _ = try? await provider(stub).places(named: "서울역 & co", language: language)
        let tail = "&addressdetails=1&accept-language=\(language.rawValue)"
        let name = "%EC%84%9C%EC%9A%B8%EC%97%AD%20%26%20co"
        let urls: [String] = [
            "https://osm.test/reverse?format=jsonv2&lat=37.567&lon=126.978" + tail,
            "https://osm.test/search?format=jsonv2&q=\(name)&limit=10" + tail,
        ]
        #expect(stub.requests.map(\.url) == urls)
        #expect(stub.requests.allSatisfy { $0.key == .none && $0.part == .address })
        #expect(stub.requests.allSatisfy { $0.needsContact })
    }

    @Test("every part of an address, with the distance to what answered")
    func address() async throws {
        var expected = Address(label: "서울특별시 중구 세종대로 110", provider: "nominatim")
        (expected.country, expected.countryCode) = ("대한민국", "KR")
        (expected.city, expected.district) = ("서울특별시", "중구")
        (expected.street, expected.houseNumber, expected.postcode) = ("세종대로", "110", "04524")
        expected.placeID = "way/400012345"
        // 0.00038° of latitude are 42.25 m, 0.00006° of longitude at 37.57° 5.29 m: together 42.6 m.
        expected.distance = 43
        let address = try await sample("reverse-seoul-ko.json").address(query(.ko))
        #expect(address == expected)
    }

    @Test(
        "refuses each sample of an error with its code and the time to ask again",
        arguments: [
            ("error-unable-to-geocode.json", LookupFailure.Code.notFound, nil, "knows nothing"),
            ("error-400-lat-missing.json", .badRequest, nil, "Parameter 'lat' missing."),
            ("error-400-lat-not-number.json", .badRequest, nil, "must be a number."),
            ("error-400-bad-format.txt", .badRequest, nil, "Parameter 'format' must be one of"),
            ("search-error-400-mixed.json", .badRequest, nil, "Structured query parameters"),
            ("error-403-blocked.html", .refused, nil, "set `contact`"),
            ("error-429-too-many.html", .rateLimited, 3600.0, "too many requests"),
            ("error-502.html", .server, nil, "502 Bad Gateway"),
            (
                "error-503-timeout.txt", .server, nil,
                #"status 503, text/plain; charset=utf-8: "Query took too long to process.""#
            ),
        ])
    func refuses(
        file: String, code: LookupFailure.Code, wait: Double?, words: String
    ) async throws {
        let provider = try sample(file)
        let query = try query(.en)
        let failure = try #require(
            try await failure { _ = try await provider.address(query) })
        #expect(failure.part == .address)
        #expect(failure.provider == "nominatim")
        #expect(failure.code == code)
        #expect(failure.retryAt == wait.map { testNow.adding(seconds: $0) })
        #expect(failure.message.contains(words), "\(failure.message)")
    }

    @Test(
        "C01 an answer without any name is a normal one: nothing there",
        arguments: [
            #"{"error":"Unable to geocode"}"#, "{}", "[]", #"{"address":{"country_code":"kr"}}"#,
        ])
    func atSea(body: String) async throws {
        let query = try query(.ko)
        let failure = try await failure {
            _ = try await provider(ServiceStub(body)).address(query)
        }
        #expect(failure?.code == .notFound)
    }

    @Test("an error object under status 200 counts by its own code")
    func errorUnderSuccess() async throws {
        let query = try query(.ko)
        let failure = try await failure {
            _ = try await provider(ServiceStub(#"{"error":{"code":500,"message":"x"}}"#))
                .address(query)
        }
        #expect(failure?.code == .server)
    }

    @Test("search in Korean tells places from large to small")
    func search() async throws {
        let places = try await sample("search-seoul.json").places(named: "서울", language: .ko)
        #expect(places.map(\.label) == ["서울특별시", "서울특별시 중구 한강대로 서울역"])
        #expect(places.map(\.isExact) == [true, false])
        #expect(
            places.map(\.coordinate) == [
                Coordinate(latitude: 37.5666791, longitude: 126.9782914),
                Coordinate(latitude: 37.55472, longitude: 126.97083),
            ])
    }

    @Test("search in English tells places from small to large")
    func searchOverseas() async throws {
        let places = try await sample("search-overseas-structured.json")
            .places(named: "London", language: .en)
        #expect(places.map(\.label) == ["London, England, United Kingdom"])
        #expect(places.map(\.isExact) == [true])
    }

    @Test("search without a hit gives an empty list")
    func searchEmpty() async throws {
        let places = try await sample("search-empty.json").places(named: "zzzzqq", language: .en)
        #expect(places == [])
    }

    @Test(
        "W04 what is no answer of its own is told with provider and reason",
        arguments: [
            (200, "<html><body>Hello</body></html>", LookupFailure.Code.badAnswer, "<html>"),
            (200, "", .badAnswer, "empty body"),
            (200, #"{"place_id": 300000117, "lic"#, .badAnswer, "unreadable"),
            (204, "", .badAnswer, "status 204"),
            (302, "<a>", .badAnswer, "status 302"),
            (404, "<h1>Not Found</h1>", .badAnswer, "status 404"),
            (200, #"{"error":"Database is down"}"#, .server, "Database is down"),
        ])
    func unreadable(
        status: Int, body: String, code: LookupFailure.Code, words: String
    ) async throws {
        let provider = provider(ServiceStub(body, status: status))
        let query = try query(.ko)
        for error in [
            try await failure { _ = try await provider.address(query) },
            try await failure { _ = try await provider.places(named: "x", language: .ko) },
        ] {
            #expect(error?.provider == "nominatim")
            #expect(error?.code == code)
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
    }

    @Test("nothing but punctuation is no name", arguments: [",,,", " , - ", "·"])
    func punctuation(name: String) async throws {
        let body = #"{"display_name":"\#(name)","address":{"road":"\#(name)"}}"#
        let provider = provider(ServiceStub(body))
        let query = try query(.en)
        let error = try await failure { _ = try await provider.address(query) }
        #expect(error?.code == .notFound)
    }

    @Test("a search that gives no list was no search")
    func noList() async throws {
        let provider = provider(ServiceStub(#"{"place_id":1,"lat":"1","lon":"2"}"#))
        let error = try await failure {
            _ = try await provider.places(named: "x", language: .ko)
        }
        #expect(error?.code == .badAnswer)
        #expect(error?.message.contains("without places; check its base_url") == true)
    }

    @Test("an endless nesting is refused")
    func huge() async throws {
        let provider = provider(ServiceStub(String(repeating: "[", count: 100_000)))
        let query = try query(.ko)
        let error = try await failure { _ = try await provider.address(query) }
        #expect(error?.code == .badAnswer)
    }

    @Test("W06 numbers as text and text as numbers lose nothing, a wrong type loses that field")
    func types() async throws {
        let body = #"""
            {"lat":37.567,"lon":"126.978","osm_type":"way","osm_id":"42","name":7,
            "address":{"house_number":110,"road":"세종대로","borough":{"name":"중구"},"city":["x"],
            "province":null,"postcode":14524,"country_code":"kr","country":true}}
            """#
        var expected = Address(label: "세종대로 110", provider: "nominatim")
        (expected.countryCode, expected.placeID, expected.distance) = ("KR", "way/42", 0)
        (expected.street, expected.houseNumber, expected.postcode) = ("세종대로", "110", "14524")
        #expect(try await provider(ServiceStub(body)).address(query(.ko)) == expected)
    }
}
