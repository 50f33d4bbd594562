import Domain
import Gazetteer
import Testing

@Suite("Label of an address")
struct AddressLabelTests {
    private func label(_ language: Language) -> AddressLabel {
        let names =
            language == .ko
            ? ["KR": "대한민국", "DE": "독일", "MC": "모나코"]
            : ["KR": "South Korea", "DE": "Germany", "MC": "Monaco"]
        return AddressLabel(language: language) { names[$0] ?? $0 }
    }

    private static func entry(
        _ name: String, _ nameKo: String, _ admin2: String, _ admin2Ko: String, _ admin1: String,
        _ admin1Ko: String, _ country: String
    ) -> Entry {
        var entry = Entry()
        (entry.name, entry.nameKo) = (name, nameKo)
        (entry.admin2, entry.admin2Ko) = (admin2, admin2Ko)
        (entry.admin1, entry.admin1Ko) = (admin1, admin1Ko)
        entry.country = country
        return entry
    }

    private static let mohyeon = entry(
        "Mohyeon-myeon", "모현면", "Yongin-si Cheoin-gu", "용인시 처인구", "Gyeonggi-do", "경기도", "KR")
    private static let berlin = entry("Berlin", "베를린", "", "", "Berlin", "", "DE")
    private static let kreuzberg = entry("Kreuzberg", "", "", "", "Berlin", "", "DE")

    @Test("goes from large to small in Korean, without the country, and the other way in English")
    func korea() {
        #expect(label(.ko).text(of: Self.mohyeon) == "경기도 용인시 처인구 모현면")
        #expect(
            label(.en).text(of: Self.mohyeon)
                == "Mohyeon-myeon, Cheoin-gu, Yongin-si, Gyeonggi-do, South Korea")
    }

    @Test("names a city and the state of that name once, in Korean too")
    func once() {
        #expect(
            label(.en).text(of: Self.kreuzberg, in: Self.berlin) == "Kreuzberg, Berlin, Germany")
        #expect(label(.ko).text(of: Self.kreuzberg, in: Self.berlin) == "독일 베를린 Kreuzberg")
        #expect(label(.en).text(of: Self.berlin, in: Self.berlin) == "Berlin, Germany")
    }

    @Test("names the county where there is no state, or when asked to")
    func county() {
        let town = Self.entry("Town", "", "County", "", "State", "", "DE")
        #expect(label(.en).text(of: town) == "Town, State, Germany")
        #expect(label(.en).text(of: town, withCounty: true) == "Town, County, State, Germany")
        let other = Self.entry("Town", "", "County", "", "", "", "DE")
        #expect(label(.en).text(of: other) == "Town, County, Germany")
    }

    @Test("turns a division that is sorted by its second word, but no list of islands")
    func turned() {
        let spain = Self.entry("Getafe", "", "", "", "Madrid, Comunidad de", "", "ES")
        #expect(label(.en).text(of: spain) == "Getafe, Comunidad de Madrid, ES")
        let islands = Self.entry(
            "X", "", "", "", "San Andrés, Providencia y Santa Catalina", "", "CO")
        #expect(label(.en).text(of: islands) == "X, San Andrés, Providencia y Santa Catalina, CO")
    }

    @Test(
        "tells kilometres with one decimal below ten",
        arguments: [
            (5040, "5.0"), (7449, "7.4"), (9940, "9.9"), (9960, "10"), (12_400, "12"),
            (99_600, "100"),
        ] as [(Double, String)])
    func kilometres(metres: Double, text: String) {
        #expect(label(.en).text(metres, from: Self.berlin) == "\(text) km from Berlin, Germany")
        #expect(label(.ko).text(metres, from: Self.mohyeon) == "경기도 용인시 처인구 모현면에서 \(text)km")
    }
}
