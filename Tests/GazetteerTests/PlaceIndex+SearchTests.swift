import Domain
import Gazetteer
import Testing

@Suite("Places by name", .timeLimit(.minutes(10)))
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
            ("Springfield, IL", "Springfield, Illinois, United States"),
            ("springfield mo", "Springfield, Missouri, United States"),
            ("Paris, TX, USA", "Paris, Texas, United States"),
            ("London, ON", "London, Ontario, Canada"),
            ("New York", "New York City, New York, United States"),
            ("  London  ", "London, England, United Kingdom"),
        ] as [(String, String)])
    func found(text: String, label: String) async throws {
        #expect(try await labels(text).first == label)
    }

    @Test(
        "are clear by any of their names, in any language and without its own letters",
        arguments: [
            ("Praha", "Prague, Czechia"), ("Moskva", "Moscow, Russia"),
            ("Москва", "Moscow, Russia"),
            ("Bombay", "Mumbai, India"), ("München", "Munich, Germany"),
            ("Muenchen", "Munich, Germany"), ("Wien", "Vienna, Austria"),
            ("Roma", "Rome, Italy"), ("Warszawa", "Warsaw, Poland"),
            ("København", "Copenhagen, Denmark"),
            ("Kobenhavn", "Copenhagen, Denmark"),
            ("東京", "Tokyo, Japan"), ("베이징", "Beijing, China"),
            ("싱가포르", "Singapore, Singapore"), ("St Petersburg", "Saint Petersburg, Russia"),
            ("New York", "New York City, United States"),
            ("釜山", "Busan, South Korea"), ("부산", "Busan, South Korea"),
            ("부산시", "Busan, South Korea"), ("Tromso", "Tromsø, Norway"),
            ("Tromsoe", "Tromsø, Norway"), ("Lodz", "Łódź, Poland"),
            ("Nurnberg", "Nuremberg, Germany"), ("Zuerich", "Zürich, Switzerland"),
            ("Tuebingen", "Tübingen, Germany"),
            ("Springfield, IL", "Springfield, United States"),
            ("Washington, DC", "Washington, United States"),
            ("London, ON", "London, Canada"),
            ("London, UK", "London, United Kingdom"),
            ("Paris, TX, USA", "Paris, United States"),
            ("부산, 한국", "Busan, South Korea"),
        ] as [(String, String)])
    func clear(text: String, ends: String) async throws {
        let gazetteer = try await World.opened().gazetteer
        let places = try await gazetteer.places(named: text, language: .en)
        // The levels between the town and its country are not what is asked here.
        let parts = try #require(places.clearlyMeant).label.split(separator: ", ")
        #expect("\(parts.first ?? ""), \(parts.last ?? "")" == ends)
    }

    @Test(
        "are not clear by the beginning of a name or a part of it",
        arguments: ["Berli", "Novosibirs", "Petersbur", "Dushanb", "Maior Praha"])
    func unclear(text: String) async throws {
        let gazetteer = try await World.opened().gazetteer
        let places = try await gazetteer.places(named: text, language: .en)
        #expect(places.clearlyMeant == nil)
    }

    @Test("have other names in a file that need not be there, and are listed by no part of those")
    func otherNames() async throws {
        let sample = try Sample()
        let without = sample.gazetteer()
        #expect(try await without.places(named: "Lutetia", language: .en) == [])
        try "id\tname\ng2\tLutetia Parisiorum\ng2\tLutetia\ng9\tNobody\n".write(
            toFile: sample.data.file("names.tsv"), atomically: true, encoding: .utf8)
        let gazetteer = sample.gazetteer()
        for text in ["Lutetia", "lutetia parisiorum", "Lutetia, FR", "Paris"] {
            let found = try await gazetteer.places(named: text, language: .en)
            #expect(found.map(\.label) == ["Paris, Île-de-France, France"], "\(text)")
            #expect(found.map(\.isExact) == [true])
        }
        #expect(try await gazetteer.places(named: "Parisiorum", language: .en) == [])
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
