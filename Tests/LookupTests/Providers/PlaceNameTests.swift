import Domain
import Lookup
import Testing

/// Through a search that finds one place.
@Suite("Names that are asked for", .serialized)
struct PlaceNameTests {
    private func isExact(_ asked: String, _ name: String) async throws -> Bool {
        let stub = ServiceStub(#"[{"name":"\#(name)","lat":1,"lon":2}]"#)
        let places = try await OpenWeatherMap(fetch: stub.fetch)
            .places(named: asked, language: .en)
        return try #require(places.first).isExact
    }

    @Test(
        "case, accents and what follows a comma make no difference",
        arguments: [
            ("Springfield", "Springfield"), ("SPRINGFIELD", "Springfield"),
            ("springfield, illinois", "Springfield"), (" London,GB", "London"),
            ("Washington, D.C.", "Washington, D.C."), ("sao paulo", "São Paulo"),
            ("São Paulo", "Sao Paulo"), ("Zu\u{308}rich", "Zürich"), ("zurich", "Zu\u{308}rich"),
            ("Lodz", "Łódź"), ("Tromso", "Tromsø"), ("ΑΘΗΝΑ", "Αθήνα"), ("서울역", "서울역"),
            ("\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", "서울"), ("東京", "東京"),
        ])
    func exact(asked: String, name: String) async throws {
        #expect(try await isExact(asked, name))
    }

    @Test(
        "a Korean name may come without its unit",
        arguments: [
            ("서울", "서울특별시"), ("부산", "부산광역시"), ("세종", "세종특별자치시"), ("제주", "제주특별자치도"),
            ("제주", "제주시"), ("제주도", "제주도"), ("평창", "평창군"), ("강남", "강남구"), ("경기", "경기도"),
            ("seongnam", "Seongnam-si"), ("Gyeonggi", "Gyeonggi-do"),
        ])
    func withoutUnit(asked: String, name: String) async throws {
        #expect(try await isExact(asked, name))
    }

    @Test(
        "a name that only begins with what was asked for, or contains it, is another",
        arguments: [
            ("서울", "서울역"), ("York", "New York"), ("New", "New York"),
            ("Springfield", "Springfields"),
            ("중", "중구"), ("서울특별시", "서울"), ("o", "Ø-si"), ("東", "東京"), (",", "London"), ("e", "Ö"),
        ])
    func other(asked: String, name: String) async throws {
        #expect(try await !isExact(asked, name))
    }
}
