import Domain
import Lookup
import Testing

@Suite("Open-Meteo's search of places", .serialized)
struct OpenMeteoGeocodingTests {
    private func finder(_ stub: ServiceStub) -> OpenMeteoGeocoding {
        OpenMeteoGeocoding(baseURL: "https://geo.test", fetch: stub.fetch, now: { testNow })
    }

    private func places(_ file: String, _ language: Language) async throws -> [NamedPlace] {
        try await finder(ServiceStub(try Fixture.answer("open-meteo", file)))
            .places(named: "x", language: language)
    }

    @Test("asks in the language, with the name escaped")
    func request() async throws {
        let stub = ServiceStub("{}")
        _ = try await finder(stub).places(named: "New York & 서울", language: .ko)
        #expect(
            stub.requests == [
                ProviderRequest(
                    part: .address,
                    url: "https://geo.test/v1/search?name=New%20York%20%26%20%EC%84%9C%EC%9A%B8"
                        + "&count=10&language=ko&format=json")
            ])
    }

    @Test("a Korean place in Korean, told once although city and province share the name")
    func seoul() async throws {
        let coordinate = try #require(Coordinate(latitude: 37.566, longitude: 126.9784))
        #expect(
            try await places("geocoding-seoul-ko.json", .ko) == [
                NamedPlace(
                    coordinate: coordinate, label: "서울특별시", provider: "open-meteo",
                    population: 10_349_312)
            ])
    }

    @Test("places of one name are told apart by county, state and country")
    func overseas() async throws {
        #expect(
            try await places("geocoding-overseas.json", .en).map(\.label) == [
                "Springfield, Greene, Missouri, United States",
                "Springfield, Sangamon, Illinois, United States", "Springfield, South Africa",
            ])
    }

    @Test("tells how many live there, where that is known, and whether that is the name asked for")
    func population() async throws {
        let stub = ServiceStub(try Fixture.answer("open-meteo", "geocoding-overseas.json"))
        let asked = try await finder(stub).places(named: "springfield, US", language: .en)
        #expect(asked.map(\.population) == [166_810, 116_565, nil])
        #expect(asked.map(\.isExact) == [true, true, true])
        #expect(try await places("geocoding-overseas.json", .en).allSatisfy { !$0.isExact })
    }

    @Test("a population of none is not known", arguments: ["0", "-1", "null", #""many""#])
    func noPopulation(number: String) async throws {
        let body = #"""
            {"results":[{"name":"A","latitude":1,"longitude":2,"population":\#(number)}]}
            """#
        let places = try await finder(ServiceStub(body)).places(named: "A", language: .en)
        #expect(places.map(\.population) == [nil])
    }

    @Test("without a match the key is absent: an empty list")
    func empty() async throws {
        #expect(try await places("geocoding-empty.json", .en) == [])
    }

    @Test("errors are those of the forecast")
    func error() async throws {
        let error = try await failure {
            _ = try await places("geocoding-error-400.json", .en)
        }
        #expect(error?.code == .badRequest)
        #expect(error?.part == .address)
    }
}
