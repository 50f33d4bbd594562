import Domain
import Testing

@Suite("Names in plain letters")
struct PlainLettersTests {
    @Test(
        "have no letters of one language, and keep accents and other scripts",
        arguments: [
            ("Tromsø", "Tromso"), ("Łódź", "Lódź"), ("Gießen", "Giessen"), ("Ærø", "Aero"),
            ("Đà Nẵng", "Dà Nẵng"), ("Þórshöfn", "Thórshöfn"), ("Diyarbakır", "Diyarbakir"),
            ("Gəncə", "Gence"), ("Hawaiʻi", "Hawaii"), ("Œuilly", "Oeuilly"), ("서울", "서울"),
            ("Москва", "Москва"), ("Berlin", "Berlin"), ("", ""),
        ])
    func plain(name: String, letters: String) {
        #expect(name.plainLetters == letters)
    }

    @Test(
        "have two letters for one where the language writes so",
        arguments: [
            ("München", "Muenchen"), ("Århus", "Aarhus"), ("Köln", "Koeln"), ("Öland", "Oeland"),
            ("Tromsø", "Tromsoe"), ("São Paulo", nil), ("Berlin", nil), ("서울", nil),
        ] as [(String, String?)])
    func digraphs(name: String, letters: String?) {
        #expect(name.digraphs == letters)
    }
}
