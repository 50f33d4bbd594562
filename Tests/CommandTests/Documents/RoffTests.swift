import Testing

@testable import milepost

@Suite("Roff")
struct RoffTests {
    @Test(
        "shows text as it is, with what is between backticks in bold",
        arguments: [
            ("a-b \\ 'c'", "a\\-b \\e \\(aqc\\(aq"),
            ("~/.config ^", "\\(ti/.config \\(ha"),
            ("`milepost run` follows", "\\fBmilepost run\\fR follows"),
            (".nf is no command", "\\&.nf is no command"),
            ("'br neither", "\\(aqbr neither"),
        ])
    func prose(text: String, roff: String) {
        #expect(Roff.prose(text) == roff)
    }

    @Test("puts a page together from its top")
    func page() {
        var page = Roff("a.toml", section: 5, title: "File \"Formats\"")
        page.section("NAME")
        page.paragraph("One.")
        page.item(Roff.bold("-x"), "Two.")
        page.continueItem("Three.")
        page.verbatim([".four", " five"])
        let lines = page.text.split(separator: "\n").map(String.init)
        #expect(lines[1].hasPrefix(".TH \"A.TOML\" 5 2"))
        #expect(lines[1].hasSuffix(" \"File \\(dqFormats\\(dq\""))
        let expected = [
            ".SH \"NAME\"", ".PP", "One.", ".TP", "\\fB\\-x\\fR", "Two.", ".IP", "Three.",
            ".PP", ".nf", "\\&.four", " five", ".fi",
        ]
        #expect(Array(lines.dropFirst(2)) == expected)
    }
}
