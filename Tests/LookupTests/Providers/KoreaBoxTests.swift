import Domain
import Lookup
import Testing

@Suite("The box around South Korea", .serialized)
struct KoreaBoxTests {
    @Test(
        "its corners are asked for, what lies beyond is not",
        arguments: [
            (32.0, 124.0, true), (38.7, 132.0, true), (37.5665, 126.978, true),
            (33.1, 126.27, true), (37.24, 131.87, true),
            (31.999, 127.0, false), (38.701, 127.0, false), (37.0, 123.999, false),
            (37.0, 132.001, false), (-37.5665, 126.978, false), (35.6801, 139.7639, false),
        ])
    func contains(latitude: Double, longitude: Double, isInside: Bool) async throws {
        let stub = ServiceStub(try Fixture.answer("kakao", "coord2address-seoul.json"))
        let query = Query(coordinate: place(latitude, longitude), language: .ko)
        let error = try await failure {
            _ = try await Kakao(fetch: stub.fetch, now: { testNow }).address(query)
        }
        #expect(error?.code == (isInside ? nil : .notCovered))
        #expect(stub.requests.count == (isInside ? 1 : 0))
    }
}
