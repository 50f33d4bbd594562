import Domain
import Lookup
import Testing

/// Through a provider, as only providers make URLs.
@Suite("URLs of services", .serialized)
struct ServiceURLTests {
    private func url(latitude: Double, longitude: Double) async throws -> String {
        let stub = ServiceStub("{}")
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        _ = try? await OpenWeatherMap(baseURL: "http://h//", fetch: stub.fetch)
            .address(Query(coordinate: coordinate, language: .en))
        return try #require(stub.requests.first).url
    }

    @Test(
        "degrees have a point, no exponent and at most six decimals",
        arguments: [
            (37.5665, 126.978, "lat=37.5665&lon=126.978"), (0, -0.0, "lat=0&lon=0"),
            (0.0001, -0.00001, "lat=0.0001&lon=-0.00001"), (-0.5, -180, "lat=-0.5&lon=-180"),
            (1.0000004, 2.0000006, "lat=1&lon=2.000001"), (89.9999999, 0.1 + 0.2, "lat=90&lon=0.3"),
        ])
    func degrees(latitude: Double, longitude: Double, query: String) async throws {
        let url = try await url(latitude: latitude, longitude: longitude)
        #expect(url == "http://h/geo/1.0/reverse?\(query)&limit=1")
    }

    @Test("everything but unreserved characters and commas is escaped")
    func escaping() async throws {
        let stub = ServiceStub("[]")
        _ = try await OpenWeatherMap(baseURL: "http://h", fetch: stub.fetch)
            .places(named: "a-Z_0.9~,+ %&=?#/\"é\u{0}\u{202E}", language: .en)
        #expect(
            stub.requests.map(\.url) == [
                "http://h/geo/1.0/direct?q=a-Z_0.9~,%2B%20%25%26%3D%3F%23%2F%22%C3%A9%00%E2%80%AE&limit=5"
            ])
    }
}
