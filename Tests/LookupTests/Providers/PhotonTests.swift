import Domain
import FoundationEssentials
import Lookup
import Testing

@Suite("Photon", .serialized)
struct PhotonTests {
    private func provider(_ stub: ServiceStub) -> Photon {
        Photon(baseURL: "https://photon.test/", fetch: stub.fetch, now: { testNow })
    }

    private func sample(_ file: String) throws -> Photon {
        provider(ServiceStub(try Fixture.answer("photon", file)))
    }

    private func query(
        _ latitude: Double = 37.5665, _ longitude: Double = 126.978, _ language: Language = .ko
    ) -> Query {
        Query(coordinate: place(latitude, longitude), language: language)
    }

    @Test(
        "C04 always asks in one language; Korean is refused, so names of the place stand for it",
        arguments: [(Language.en, "en"), (.ko, "default")])
    func requests(language: Language, lang: String) async throws {
        let stub = ServiceStub("{}")
        _ = try? await provider(stub).address(query(37.5665, 126.978, language))
        _ = try? await provider(stub).places(named: "서울역 & co", language: language)
        let name = "%EC%84%9C%EC%9A%B8%EC%97%AD%20%26%20co"
        let urls = [
            "https://photon.test/reverse?lat=37.5665&lon=126.978&lang=\(lang)",
            "https://photon.test/api?q=\(name)&limit=10&lang=\(lang)",
        ]
        #expect(stub.requests == urls.map { ProviderRequest(part: .address, url: $0) })
    }

    // Photon's guide calls it the location bias: lat and lon of /api.
    @Test("a search prefers what is near a position, of which it tells the middle of the cell")
    func bias() async throws {
        let stub = ServiceStub("{}")
        let position = place(37.566523, -126.978037)
        _ = try? await provider(stub).places(named: "x", near: position, language: .en)
        #expect(
            stub.requests.map(\.url)
                == ["https://photon.test/api?q=x&limit=10&lat=37.567&lon=-126.978&lang=en"])
    }

    @Test("asks the public server unless told otherwise")
    func publicServer() async throws {
        let stub = ServiceStub("{}")
        _ = try? await Photon(fetch: stub.fetch).address(query())
        #expect(
            stub.requests.map(\.url)
                == ["https://photon.komoot.io/reverse?lat=37.5665&lon=126.978&lang=default"])
    }

    @Test("every part of an address, with the distance to what answered, longitude first")
    func address() async throws {
        var expected = Address(label: "서울특별시 중구 세종대로 110", provider: "photon")
        (expected.country, expected.countryCode) = ("대한민국", "KR")
        (expected.city, expected.district) = ("서울특별시", "중구")
        (expected.street, expected.houseNumber, expected.postcode) = ("세종대로", "110", "04524")
        expected.placeID = "way/400012345"
        // 0.0001202° of latitude are 13.37 m, 0.0000643° of longitude at 37.57° 5.67 m: together 14.5 m.
        expected.distance = 15
        #expect(try await sample("reverse-seoul.json").address(query()) == expected)
    }

    @Test("nothing in reach is a normal answer: nothing there, and no place of that name")
    func empty() async throws {
        let provider = try sample("empty.json")
        let query = query(10, -150)
        let error = try #require(
            try await failure { _ = try await provider.address(query) })
        #expect(error.code == .notFound)
        #expect(error.message == "photon knows nothing of this place")
        #expect(try await provider.places(named: "zzzzqq", language: .en) == [])
    }

    @Test(
        "refuses each sample of an error with its code and the time to ask again",
        arguments: [
            (
                "error-400-lang.json", LookupFailure.Code.badRequest, nil,
                "lang: Language is not supported. Supported are: default, en, de, fr"
            ),
            ("error-400-lat.json", .badRequest, nil, "lat: Invalid value for 'lat' parameter."),
            (
                "error-400-unknown-parameter.json", .badRequest, nil,
                "Unknown query parameter 'language'."
            ),
            ("error-403.html", .refused, nil, "ask it less often, or use another server"),
            ("error-429.html", .rateLimited, 600.0, "too many requests"),
            ("error-502.html", .server, nil, "502 Bad Gateway"),
        ] as [(String, LookupFailure.Code, Double?, String)])
    func refuses(
        file: String, code: LookupFailure.Code, wait: Double?, words: String
    ) async throws {
        let provider = try sample(file)
        let query = query()
        let failures = [
            try await failure { _ = try await provider.address(query) },
            try await failure { _ = try await provider.places(named: "x", language: .en) },
        ]
        for failure in failures {
            let failure = try #require(failure)
            #expect(failure.part == .address)
            #expect(failure.provider == "photon")
            #expect(failure.code == code)
            #expect(failure.retryAt == wait.map { testNow.adding(seconds: $0) })
            #expect(failure.message.contains(words), "\(failure.message)")
        }
    }

    @Test(
        "the value complained of may have any type, or be missing",
        arguments: ["137.0", "137", #""137""#, "null", "[137]", #"{"lat":137}"#])
    func complaintValue(value: String) async throws {
        let bodies = [
            #"{"lat":[{"message":"Out of range","args":{},"value":\#(value)}]}"#,
            #"{"lat":[{"message":"Out of range"}]}"#,
        ]
        for body in bodies {
            let provider = provider(ServiceStub(body, status: 400))
            let query = query()
            let error = try await failure { _ = try await provider.address(query) }
            #expect(error?.code == .badRequest)
            #expect(
                error?.message == "photon did not accept what was asked"
                    + #" (status 400, application/json: "lat: Out of range")"#)
        }
    }

    @Test(
        "W04 what is no collection of features is told with provider and reason",
        arguments: [
            (200, "<html><body>Hello</body></html>", LookupFailure.Code.badAnswer, "<html>"),
            (200, "", .badAnswer, "empty body"),
            (200, #"{"type":"FeatureCollection","features":[{"prop"#, .badAnswer, "unreadable"),
            (200, "{}", .badAnswer, "without features; check its base_url"),
            (200, "[]", .badAnswer, "without features; check its base_url"),
            (200, #"{"features":{"0":1}}"#, .badAnswer, "without features"),
            (200, #"{"message":"broken"}"#, .badAnswer, "broken"),
            (204, "", .badAnswer, "status 204"),
            (302, "<a>", .badAnswer, "status 302"),
            (404, "<h1>Not Found</h1>", .badAnswer, "status 404"),
            (500, #"{"message":"index is closed"}"#, .server, "index is closed"),
        ])
    func unreadable(
        status: Int, body: String, code: LookupFailure.Code, words: String
    ) async throws {
        let provider = provider(ServiceStub(body, status: status))
        let query = query()
        for error in [
            try await failure { _ = try await provider.address(query) },
            try await failure { _ = try await provider.places(named: "x", language: .ko) },
        ] {
            #expect(error?.provider == "photon")
            #expect(error?.code == code)
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
    }

    @Test("an endless nesting is refused, and of a thousand places the nearest is told")
    func huge() async throws {
        let query = query()
        let nested = ServiceStub(String(repeating: "[", count: 100_000))
        let error = try await failure { _ = try await provider(nested).address(query) }
        #expect(error?.code == .badAnswer)
        let features = (1...1000).map { #"{"properties":{"street":"Street \#($0)"}}"# }
        let many = ServiceStub(#"{"features":[\#(features.joined(separator: ","))]}"#)
        #expect(try await provider(many).address(query).label == "Street 1")
    }

    @Test("search tells the county too, and whether the name is the one asked for")
    func search() async throws {
        let places = try await sample("reverse-two-results.json")
            .places(named: "church lane", language: .en)
        let tail = "Church Lane, Upper Sample, Hampshire, England, United Kingdom"
        #expect(
            places == [
                NamedPlace(
                    coordinate: place(51.08991, -1.57122), label: "12 \(tail)",
                    provider: "photon"),
                NamedPlace(
                    coordinate: place(51.09021, -1.5718), label: tail, provider: "photon",
                    isExact: true),
            ])
    }

    @Test("search in Korean puts a place's own name last, as the nearest thing")
    func searchKorean() async throws {
        let places = try await sample("reverse-seoul.json").places(named: "시청", language: .ko)
        #expect(places.map(\.label) == ["서울특별시 중구 세종대로 110 서울특별시청"])
    }

    @Test("what has no place or no name is left out of a search")
    func searchIncomplete() async throws {
        let body = #"""
            {"features":[{"properties":{"name":"A"}},
            {"properties":{"name":"B"},"geometry":{"coordinates":[127]}},
            {"properties":{"name":"C"},"geometry":{"coordinates":[127,91]}},
            {"properties":{},"geometry":{"coordinates":[127,37]}},
            {"properties":{"name":"E"},"geometry":{"coordinates":["127","37"]}}]}
            """#
        let places = try await provider(ServiceStub(body)).places(named: "E", language: .en)
        #expect(
            places == [
                NamedPlace(
                    coordinate: place(37, 127), label: "E", provider: "photon", isExact: true)
            ])
    }
}
