import Domain
import Testing

@Suite("Printable text")
struct PrintableTests {
    @Test(
        "L21 C05 has no control character, line end or override left",
        arguments: [
            ("서울특별시 중구", "서울특별시 중구"),
            ("Bar \"7, Rue\"; 2F\r\nDaejeon", "Bar \"7, Rue\"; 2F Daejeon"),
            ("a\nb", "a b"),
            ("a\tb", "a b"),
            ("a \u{2028}\u{85}b", "a b"),
            ("\u{1B}[31mred\u{7}", "\\u001b[31mred\\u0007"),
            ("\u{9B}2J", "\\u009b2J"),
            ("abc\u{202E}fed", "abc\\u202efed"),
            ("\u{0}\u{7F}", "\\u0000\\u007f"),
            ("a\u{200E}b\u{200F}c\u{FEFF}", "a\\u200eb\\u200fc\\ufeff"),
            ("a\u{E0041}\u{E007F}", "a\\udb40\\udc41\\udb40\\udc7f"),
            ("a\u{200C}b\u{200D}c", "a\u{200C}b\u{200D}c"),
            ("👩‍👩‍👧 é", "👩‍👩‍👧 é"),
        ])
    func printable(text: String, expected: String) {
        #expect(text.printable == expected)
    }
}
