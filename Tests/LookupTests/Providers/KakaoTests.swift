import Domain
import Lookup
import Testing

/// Kakao's two services, each with an answer of its own.
struct KakaoStub {
    let address, region: ServiceStub

    var provider: Kakao {
        Kakao(baseURL: "https://kakao.test/", fetch: fetch, now: { testNow })
    }

    private var fetch: ProviderFetch {
        { request async throws(LookupFailure) in
            try await (request.url.contains("coord2regioncode") ? region : address).fetch(request)
        }
    }

    /// Names of samples; a service that is not to be asked has none, and then answers that it broke.
    static func samples(_ address: String, _ region: String? = nil) throws -> KakaoStub {
        KakaoStub(
            address: ServiceStub(try Fixture.answer("kakao", address)),
            region: try region.map { ServiceStub(try Fixture.answer("kakao", $0)) }
                ?? ServiceStub("asked", status: 500))
    }

    /// The body of `coord2address`; the other service knows nothing.
    static func body(_ body: String, status: Int = 200) -> KakaoStub {
        KakaoStub(
            address: ServiceStub(body, status: status), region: ServiceStub(#"{"documents":[]}"#))
    }

    func ask(_ language: Language = .ko) async throws -> Address {
        try await provider.address(
            Query(coordinate: place(37.5665, 126.978), language: language))
    }
}

@Suite("Kakao", .serialized)
struct KakaoTests {
    private func request(_ service: String) -> ProviderRequest {
        ProviderRequest(
            part: .address,
            url: "https://kakao.test/v2/local/geo/\(service).json"
                + "?input_coord=WGS84&x=126.978&y=37.5665",
            key: .header("Authorization", prefix: "KakaoAK "))
    }

    @Test("asks for the address alone where there is one, longitude as x and the key in a header")
    func oneRequest() async throws {
        let stub = try KakaoStub.samples("coord2address-seoul.json")
        _ = try await stub.ask()
        #expect(stub.address.requests == [request("coord2address")])
        #expect(stub.region.requests == [])
    }

    @Test("asks for the region where there is no address")
    func twoRequests() async throws {
        let stub = try KakaoStub.samples("coord2address-empty.json", "coord2regioncode-seoul.json")
        _ = try await stub.ask()
        #expect(stub.address.requests == [request("coord2address")])
        #expect(stub.region.requests == [request("coord2regioncode")])
    }

    @Test("asks Kakao's own host unless told otherwise")
    func host() async throws {
        let stub = ServiceStub("{}")
        let query = Query(coordinate: place(37.5665, 126.978), language: .ko)
        _ = try? await Kakao(fetch: stub.fetch).address(query)
        #expect(
            stub.requests.first?.url.hasPrefix("https://dapi.kakao.com/v2/local/geo/coord2a")
                == true)
    }

    @Test("outside Korea it says so and sends nothing")
    func outsideKorea() async throws {
        let stub = try KakaoStub.samples("coord2address-empty.json", "coord2regioncode-empty.json")
        let tokyo = Query(coordinate: place(35.6801, 139.7639), language: .ko)
        let error = try #require(
            try await failure { _ = try await stub.provider.address(tokyo) })
        #expect(error.code == .notCovered)
        #expect(error.provider == "kakao")
        #expect(error.message.contains("South Korea only; name another provider"))
        #expect(stub.address.requests + stub.region.requests == [])
    }

    @Test("C04 the answer is the same in every language, as Kakao knows only Korean")
    func language() async throws {
        let stub = try KakaoStub.samples("coord2address-seoul.json")
        #expect(try await stub.ask(.en) == stub.ask(.ko))
        #expect(Set(stub.address.requests).count == 1)
    }

    @Test("a failure of the second request is no proof that nothing is there")
    func regionFails() async throws {
        let stub = try KakaoStub.samples("coord2address-empty.json")
        let error = try await failure { _ = try await stub.ask() }
        #expect(error?.code == .server)
    }

    @Test(
        "W04 what has no documents is told with provider and reason",
        arguments: [
            (200, "<html><body>Hello</body></html>", LookupFailure.Code.badAnswer, "<html>"),
            (200, "", .badAnswer, "empty body"),
            (200, #"{"meta":{"total_count":1},"docu"#, .badAnswer, "unreadable"),
            (200, "{}", .badAnswer, "without documents; check its base_url"),
            (200, "[]", .badAnswer, "without documents; check its base_url"),
            (200, #"{"documents":{}}"#, .badAnswer, "without documents"),
            (204, "", .badAnswer, "status 204"),
            (302, "<a>", .badAnswer, "status 302"),
            (404, "<h1>Not Found</h1>", .badAnswer, "status 404"),
            (502, "<h1>Bad Gateway</h1>", .server, "Bad Gateway"),
        ])
    func unreadable(
        status: Int, body: String, code: LookupFailure.Code, words: String
    ) async throws {
        let error = try #require(
            try await failure {
                _ = try await KakaoStub.body(body, status: status).ask()
            })
        #expect(error.provider == "kakao")
        #expect(error.part == .address)
        #expect(error.code == code)
        #expect(error.message.contains(words), "\(error.message)")
    }

    @Test("an endless nesting is refused")
    func huge() async throws {
        let error = try await failure {
            _ = try await KakaoStub.body(String(repeating: #"{"documents":["#, count: 50_000))
                .ask()
        }
        #expect(error?.code == .badAnswer)
    }
}
