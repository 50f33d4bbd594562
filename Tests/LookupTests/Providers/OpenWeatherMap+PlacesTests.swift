import Domain
import Lookup
import Testing

@Suite("OpenWeatherMap's places", .serialized)
struct OpenWeatherMapPlacesTests {
    private func provider(_ file: String) throws -> OpenWeatherMap {
        provider(ServiceStub(try Fixture.answer("openweathermap", file)))
    }

    private func provider(_ stub: ServiceStub) -> OpenWeatherMap {
        OpenWeatherMap(baseURL: "https://owm.test", fetch: stub.fetch, now: { testNow })
    }

    private func query(_ language: Language) throws -> Query {
        // 10 km, that is 0.0899322°, south of Seoul in the samples: 37.5667 − 0.0899322.
        let coordinate = try #require(Coordinate(latitude: 37.4767678, longitude: 126.9783))
        return Query(coordinate: coordinate, language: language)
    }

    @Test(
        "reverse gives the nearest town in the language asked for",
        arguments: [
            (Language.en, "Seoul, KR", "Seoul"), (.ko, "서울", "서울"),
        ])
    func reverse(language: Language, label: String, city: String) async throws {
        var expected = Address(label: label, provider: "openweathermap")
        expected.city = city
        expected.countryCode = "KR"
        expected.distance = 10000
        let address = try await provider("geo-reverse-seoul.json").address(query(language))
        #expect(address == expected)
    }

    @Test(
        "reverse overseas",
        arguments: [
            (Language.en, "City of Westminster, England, GB"), (.ko, "웨스트민스터시, England, GB"),
        ])
    func reverseOverseas(language: Language, label: String) async throws {
        let address = try await provider("geo-reverse-overseas.json").address(query(language))
        #expect(address.label == label)
        #expect(address.city == String(label.prefix { $0 != "," }))
        #expect(address.state == "England")
        #expect(address.countryCode == "GB")
    }

    @Test(
        "C01 reverse at sea finds nothing, told as [] or as 404",
        arguments: ["geo-empty.json", "error-404-geo-not-found.json"])
    func atSea(file: String) async throws {
        let provider = try provider(file)
        let query = try query(.en)
        let failure = try await failure {
            _ = try await provider.address(query)
        }
        #expect(failure?.code == .notFound)
        #expect(failure?.part == .address)
    }

    @Test("direct lists towns with what tells them apart")
    func direct() async throws {
        let places = try await provider("geo-direct-ambiguous.json")
            .places(named: "Springfield", language: .en)
        let labels = ["Illinois", "Missouri", "Massachusetts"].map { "Springfield, \($0), US" }
        #expect(places.map(\.label) == labels)
        #expect(places.first?.coordinate == Coordinate(latitude: 39.799, longitude: -89.644))
        let seoul = try await provider("geo-direct-seoul.json")
            .places(named: "Seoul", language: .ko)
        #expect(seoul.map(\.label) == ["서울"])
        #expect(seoul.map(\.provider) == ["openweathermap"])
        #expect(seoul.map(\.coordinate) == [Coordinate(latitude: 37.5667, longitude: 126.9783)])
    }

    @Test("a town without names in other languages is told by its own")
    func withoutLocalNames() async throws {
        let places = try await provider("geo-reverse-overseas.json")
            .places(named: "Westminster", language: .ko)
        #expect(places.map(\.label) == ["웨스트민스터시, England, GB", "London, England, GB"])
    }

    @Test(
        "a name is the one asked for in whatever language",
        arguments: [
            ("Seoul", true), ("seoul,KR", true), ("서울", true), ("SÉOUL", true), ("ソウル", true),
            ("Seou", false), ("KR", false),
        ])
    func exact(asked: String, isExact: Bool) async throws {
        for language in Language.allCases {
            let places = try await provider("geo-direct-seoul.json")
                .places(named: asked, language: language)
            #expect(places.map(\.isExact) == [isExact])
        }
    }

    @Test(
        "a name that nothing has gives an empty list, told as [] or as 404",
        arguments: ["geo-empty.json", "error-404-geo-not-found.json"])
    func nothingFound(file: String) async throws {
        let places = try await provider(file).places(named: "zzzzqq", language: .en)
        #expect(places == [])
    }

    @Test("a postal code gives the middle of its district")
    func postalCode() async throws {
        let place = try await provider("geo-zip.json")
            .place(postalCode: "10001", country: nil, language: .en)
        #expect(place.label == "New York, US")
        #expect(place.coordinate == Coordinate(latitude: 40.7484, longitude: -73.9967))
        #expect(place.isExact)
    }

    @Test("asks with the key as `appid` and at most five answers")
    func requests() async throws {
        let stub = ServiceStub("[]")
        let provider = provider(stub)
        _ = try? await provider.address(query(.ko))
        _ = try? await provider.places(named: "Springfield,US", language: .en)
        _ = try? await provider.place(postalCode: "04524", country: "KR", language: .en)
        let urls = [
            "reverse?lat=37.476768&lon=126.9783&limit=1", "direct?q=Springfield,US&limit=5",
            "zip?zip=04524,KR",
        ]
        #expect(stub.requests.map(\.url) == urls.map { "https://owm.test/geo/1.0/\($0)" })
        #expect(stub.requests.allSatisfy { $0.key == .query("appid") && $0.part == .address })
    }

    @Test(
        "C01 a town without a name is none",
        arguments: ["[{}]", "[]", "{}", #"[{"country":"KR"}]"#])
    func nameless(body: String) async throws {
        let provider = provider(ServiceStub(body))
        let query = try query(.ko)
        let error = try await failure { _ = try await provider.address(query) }
        #expect(error?.code == .notFound)
        #expect(error?.message == "openweathermap knows nothing of this place")
    }

    @Test(
        "C02 what a town lacks leaves no comma behind",
        arguments: [
            (#"{"name":"Sanjeong"}"#, "Sanjeong"),
            (#"{"name":"Sanjeong","state":"","country":null}"#, "Sanjeong"),
            (#"{"name":"Sanjeong","state":"Sanjeong","country":"KR"}"#, "Sanjeong, KR"),
        ])
    func missing(town: String, label: String) async throws {
        #expect(try await provider(ServiceStub("[\(town)]")).address(query(.en)).label == label)
    }

    @Test("C04 one question serves every language, as the answer has the names in all")
    func languages() async throws {
        let stub = ServiceStub(try Fixture.answer("openweathermap", "geo-reverse-seoul.json"))
        for language in Language.allCases { _ = try await provider(stub).address(query(language)) }
        #expect(Set(stub.requests).count == 1)
    }

    @Test(
        "W04 what is no list of towns is told with provider and reason",
        arguments: [
            (200, "<html><body>Hello</body></html>", LookupFailure.Code.badAnswer, "<html>"),
            (200, "", .badAnswer, "empty body"),
            (200, #"[{"name":"Seo"#, .badAnswer, "unreadable"),
            (204, "", .badAnswer, "status 204"),
            (302, "<a>", .badAnswer, "status 302"),
            (404, "<h1>Not Found</h1>", .badAnswer, "status 404"),
            (500, #"{"cod":500,"message":"x"}"#, .server, "status 500"),
            (200, #"{"cod":"401","message":"Invalid API key"}"#, .refused, "check its key"),
        ])
    func unreadable(
        status: Int, body: String, code: LookupFailure.Code, words: String
    ) async throws {
        let provider = provider(ServiceStub(body, status: status))
        let query = try query(.ko)
        for error in [
            try await failure { _ = try await provider.address(query) },
            try await failure { _ = try await provider.places(named: "x", language: .ko) },
            try await failure {
                _ = try await provider.place(postalCode: "1", country: nil, language: .ko)
            },
        ] {
            #expect(error?.provider == "openweathermap")
            #expect(error?.part == .address)
            #expect(error?.code == code)
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
    }

    @Test("answers of another shape are told: no list, and no place for a postal code")
    func shapes() async throws {
        let provider = provider(ServiceStub(#"{"name":"Seoul"}"#))
        let places = try await failure {
            _ = try await provider.places(named: "x", language: .ko)
        }
        #expect(places?.message.contains("without places; check its base_url") == true)
        let place = try await failure {
            _ = try await provider.place(postalCode: "1", country: nil, language: .ko)
        }
        #expect(place?.message.contains("without a place; check its base_url") == true)
    }

    @Test("W06 numbers as text and text as numbers lose nothing, a wrong type loses that field")
    func types() async throws {
        let body = #"""
            [{"name":7,"local_names":"none","lat":"37.4767678","lon":"126.9783","country":"kr",
            "state":["x"]}]
            """#
        var expected = Address(label: "7", provider: "openweathermap")
        (expected.city, expected.countryCode, expected.distance) = ("7", "KR", 0)
        #expect(try await provider(ServiceStub(body)).address(query(.ko)) == expected)
    }
}
