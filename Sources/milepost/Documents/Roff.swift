import Domain
import Wiring

/// A manual page in roff, with the macros of man(7), put together from its top.
struct Roff {
    private(set) var lines: [String]

    /// Begins the page `name(section)`; `title` stands at the middle of its top.
    init(_ name: String, section: Int, title: String) {
        lines = [
            ".\\\" Made by `milepost help`; change the tables of commands and settings instead.",
            ".TH \(Self.argument(name.uppercased())) \(section) \(Self.released)"
                + " \(Self.argument("milepost \(Version.number)")) \(Self.argument(title))",
        ]
    }

    private static var released: String {
        String(Version.released.rfc3339.prefix { $0 != "T" })
    }

    mutating func section(_ heading: String) { lines.append(".SH \(Self.argument(heading))") }

    mutating func subsection(_ heading: String) { lines.append(".SS \(Self.argument(heading))") }

    /// A paragraph; what is between backticks comes out bold.
    mutating func paragraph(_ text: String) { lines += [".PP", Self.prose(text)] }

    /// Lines as they are, in a paragraph that is not filled.
    mutating func verbatim(_ text: [String]) {
        lines += [".PP", ".nf"] + text.map(Self.line) + [".fi"]
    }

    /// A term and, farther right, what it means. The markup of `bold` and `italic` may stand in the term.
    mutating func item(_ term: String, _ text: String) {
        lines += [".TP", term, Self.prose(text)]
    }

    /// One more paragraph of the item before.
    mutating func continueItem(_ text: String) { lines += [".IP", Self.prose(text)] }

    /// Lines with markup, as they are.
    mutating func lines(_ marked: [String]) { lines += marked }

    var text: String { lines.joined(separator: "\n") + "\n" }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// Text as it is: a minus stays one that can be copied, and nothing is a command of roff.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { roff, character in
            switch character {
            case "\\": roff += "\\e"
            case "-": roff += "\\-"
            case "'": roff += "\\(aq"
            case "`": roff += "\\(ga"
            case "^": roff += "\\(ha"
            case "~": roff += "\\(ti"
            default: roff.append(character)
            }
        }
    }

    private static func line(_ text: String) -> String { guarded(escaped(text)) }

    /// Backticks around a name become bold, as a manual shows it.
    static func prose(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return guarded(
            parts.enumerated().map { index, part in
                index % 2 == 1 ? bold(String(part)) : escaped(String(part))
            }.joined())
    }

    /// A point at the beginning of a line would make a command of it; an apostrophe is escaped already.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") ? "\\&\(line)" : line
    }

    /// For a macro, which takes its arguments apart at blanks.
    private static func argument(_ text: String) -> String {
        let parts = escaped(text).split(separator: "\"", omittingEmptySubsequences: false)
        return "\"\(parts.joined(separator: "\\(dq"))\""
    }
}
