import Domain
import Gazetteer
import Testing

@Suite("Places by name", .timeLimit(.minutes(3)))
struct PlaceIndexSearchTests {
    private func labels(
        _ text: String, _ language: Language = .en, near: Coordinate? = nil
    ) async throws -> [String] {
        let gazetteer = try await World.opened().gazetteer
        return try await gazetteer.places(named: text, near: near, language: language).map(\.label)
    }

    @Test(
        "are found as people write them",
        arguments: [
            ("Seoul", "Seoul, South Korea"), ("SEOUL", "Seoul, South Korea"),
            ("Seoul, KR", "Seoul, South Korea"), ("seoul,kr", "Seoul, South Korea"),
            ("Seoul, South Korea", "Seoul, South Korea"), ("서울", "Seoul, South Korea"),
            ("\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}", "Seoul, South Korea"),
            ("서울시", "Seoul, South Korea"), ("서울특별시", "Seoul, South Korea"),
            ("해운대구", "Haeundae-gu, Busan, South Korea"),
            ("해운대", "Haeundae-gu, Busan, South Korea"),
            ("부산 해운대구", "Haeundae-gu, Busan, South Korea"),
            ("부산시 해운대구", "Haeundae-gu, Busan, South Korea"),
            ("해운대구, 부산", "Haeundae-gu, Busan, South Korea"),
            ("Haeundae-gu", "Haeundae-gu, Busan, South Korea"),
            ("Springfield, Illinois", "Springfield, Illinois, United States"),
            ("springfield illinois", "Springfield, Illinois, United States"),
            ("Paris", "Paris, Île-de-France, France"),
            ("Paris Texas", "Paris, Texas, United States"),
            ("São Paulo", "São Paulo, Brazil"), ("sao paulo", "São Paulo, Brazil"),
            ("Sa\u{303}o Paulo", "São Paulo, Brazil"), ("malmo", "Malmö, Skåne län, Sweden"),
            ("Ba", "Ba, Western, Fiji"),
            ("Vila Nova de Gaia Portugal", "Vila Nova de Gaia, Porto, Portugal"),
            ("New York", "New York City, New York, United States"),
            ("  London  ", "London, England, United Kingdom"),
        ] as [(String, String)])
    func found(text: String, label: String) async throws {
        #expect(try await labels(text).first == label)
    }

    @Test("are labelled in the language asked for")
    func korean() async throws {
        #expect(try await labels("Haeundae-gu", .ko).first == "부산광역시 해운대구")
        #expect(try await labels("Berlin", .ko).first == "독일 베를린")
    }

    @Test("say whether the name is the whole one, and how many live there")
    func exact() async throws {
        let gazetteer = try await World.opened().gazetteer
        let whole = try #require(try await gazetteer.places(named: "berlin", language: .en).first)
        #expect(whole.isExact)
        #expect(whole.population == 3_426_354)
        #expect(whole.provider == "gazetteer")
        #expect(abs(whole.coordinate.latitude - 52.52437) < 1e-9)
        let begun = try #require(try await gazetteer.places(named: "Berli", language: .en).first)
        #expect(!begun.isExact)
        #expect(begun.label == "Berlin, Germany")
        // The wards' inhabitants are not known, so they are not 0.
        let ward = try await gazetteer.places(named: "해운대구", language: .en).first
        #expect(ward?.population == nil)
    }

    @Test("come at most ten, a whole name first, then the larger")
    func order() async throws {
        let gazetteer = try await World.opened().gazetteer
        let places = try await gazetteer.places(named: "Springfield", language: .en)
        #expect(places.count == 10)
        let exact = places.prefix { $0.isExact }
        #expect(places.dropFirst(exact.count).allSatisfy { !$0.isExact })
        let populations = exact.map { $0.population ?? 0 }
        #expect(populations == populations.sorted(by: >))
        #expect(Set(places.map(\.label)).count == 10)
    }

    @Test("come nearest first where two are alike")
    func near() async throws {
        let illinois = try #require(Coordinate(latitude: 39.8, longitude: -89.6))
        let ohio = try #require(Coordinate(latitude: 39.9, longitude: -83.8))
        #expect(
            try await labels("Springfield", near: illinois).first
                == "Springfield, Illinois, United States")
        #expect(
            try await labels("Springfield", near: ohio).first
                == "Springfield, Ohio, United States")
        let busan = try #require(Coordinate(latitude: 35.1, longitude: 129.03))
        #expect(try await labels("중구", .ko, near: busan).first == "부산광역시 중구")
    }

    @Test("are shown once when the data has them twice")
    func twins() async throws {
        #expect(
            try await labels("Seoul") == [
                "Seoul, South Korea", "Séoulétié, Vallée du Bandama, Côte d’Ivoire",
            ])
        let sample = try Sample([
            Sample.line("1", "Twin", "A", "FR", 48, 2, 10),
            Sample.line("2", "Twin", "B", "FR", 48.02, 2, 20),
            Sample.line("3", "Twin", "C", "FR", 48.2, 2, 5),
        ])
        let places = try await sample.gazetteer().places(named: "twin", language: .en)
        #expect(places.map(\.label) == ["Twin, B, France", "Twin, C, France"])
        #expect(sample.state.names == ["gazetteer.db"])
    }

    @Test(
        "cannot break the question, whatever is typed",
        arguments: [
            "", " ", "\"", "\"\"\"", "*", "^", "AND", "NOT NEAR(", "a OR b", "name:x", "{name} : x",
            "';DROP TABLE places;--", "\u{0}", "a\u{0}b", "\u{1B}[2J", "\u{E001}", "Paris \u{E001}",
            "-", "+", "(((", "😀", "\u{301}", ",,,", ", Paris", "Paris,", "1", "½", "ﷺ",
        ])
    func hostile(text: String) async throws {
        #expect(try await labels(text).count <= 10)
    }

    @Test("are none for nothing, and for a text far too long")
    func nothing() async throws {
        for text in ["", "\"*\"", "😀", "xyzzyqwert"] {
            #expect(try await labels(text) == [], "\(text.prefix(20))")
        }
        #expect(try await labels(String(repeating: "a", count: 200_000)) == [])
    }
}
