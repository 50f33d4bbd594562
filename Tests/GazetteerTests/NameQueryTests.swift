import Gazetteer
import Testing

@Suite("Question for a name")
struct NameQueryTests {
    private typealias Reading = NameQuery.Reading

    @Test("takes what stands after a comma as where it is")
    func comma() {
        #expect(
            NameQuery("Springfield, Illinois, US").readings
                == [Reading(name: ["Springfield"], context: ["Illinois", "US"])])
    }

    @Test(
        "without a comma tries every split, with the name first as in English or last as in Korean")
    func splits() {
        #expect(
            NameQuery("a b c").readings == [
                Reading(name: ["a", "b", "c"], context: []),
                Reading(name: ["a", "b"], context: ["c"]),
                Reading(name: ["b", "c"], context: ["a"]),
                Reading(name: ["a"], context: ["b", "c"]),
                Reading(name: ["c"], context: ["a", "b"]),
            ])
    }

    @Test("tries a Korean name without 시 or 도 last")
    func stem() {
        #expect(
            NameQuery("부산시").readings
                == [Reading(name: ["부산시"], context: []), Reading(name: ["부산"], context: [])])
        // 중도 would become a single syllable, which is too little to tell a place.
        #expect(NameQuery("중도").readings == [Reading(name: ["중도"], context: [])])
    }

    // Swift takes both forms for equal, so the numbers of the characters are compared.
    @Test("takes Korean letters that are apart for the syllable they make")
    func letters() {
        let word = NameQuery("\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}").readings.first?.name.first
        #expect(word?.unicodeScalars.map(\.value) == [0xC11C, 0xC6B8])
    }

    @Test("keeps letters, digits and marks only, and nothing beyond 200 bytes")
    func words() {
        #expect(NameQuery("O'Fallon-2 (x\")").readings.first?.name == ["O", "Fallon", "2", "x"])
        #expect(NameQuery("e\u{301}tat").readings.first?.name == ["e\u{301}tat"])
        #expect(NameQuery("Łódź Ærø Hawaiʻi").readings.first?.name == ["Lódź", "Aero", "Hawaii"])
        #expect(NameQuery("\u{0}\"*^():").readings == [])
        #expect(
            NameQuery(String(repeating: "a", count: 500)).readings.first?.name.first?.count == 200)
    }

    @Test("takes no more than five words for a name, nor for where it is, in every reading")
    func longest() {
        let five = ["a", "b", "c", "d", "e"]
        let six = "a b c d e f"
        #expect(NameQuery(six).readings.first == Reading(name: five, context: []))
        // Whole, and at each of the four places between two words in both orders.
        #expect(NameQuery(six).readings.count == 9)
        #expect(NameQuery("\(six), \(six)").readings == [Reading(name: five, context: five)])
        #expect(
            NameQuery("부산시, a b c, d e f").readings == [
                Reading(name: ["부산시"], context: five), Reading(name: ["부산"], context: five),
            ])
    }

    // The syntax is that of sqlite.org/fts5.html, section 3; U+E001 ends every name in the index, and U+E000
    // begins every other one.
    @Test("quotes every word, so that none is an operator")
    func match() {
        let reading = Reading(name: ["NOT", "bay"], context: ["AND", "부산시"])
        let place = #" AND context : ("AND" * AND "부산" *)"#
        #expect(
            reading.match(.exact)
                == "({name name_ko} : ^ \"NOT bay \u{E001}\" OR also : \"\u{E000} NOT bay \u{E001}\")"
                + place)
        #expect(reading.match(.beginning) == #"{name name_ko} : ^ "NOT bay" *"# + place)
        #expect(reading.match(.within) == #"{name name_ko} : ("NOT" * AND "bay" *)"# + place)
    }

    @Test("takes a word of one or two Latin letters for a whole one, but not a Korean syllable")
    func short() {
        let reading = Reading(name: ["o", "é", "be", "bea", "중"], context: ["US", "USA"])
        let place = #" AND context : ("US" AND "USA" *)"#
        #expect(
            reading.match(.within)
                == #"{name name_ko} : ("o" AND "é" AND "be" AND "bea" * AND "중" *)"# + place)
        // An accented letter may have three bytes, and a sign between letters makes two words to FTS5.
        let short = Reading(name: ["ế", "s\u{301}", "abcⒶs"], context: [])
        #expect(
            short.match(.within) == "{name name_ko} : (\"ế\" AND \"s\u{301}\" AND \"abcⒶs\")")
        #expect(
            Reading(name: ["o", "b"], context: []).match(.beginning)
                == #"{name name_ko} : ^ "o b""#)
    }
}
