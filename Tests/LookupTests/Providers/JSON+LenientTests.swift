import Domain
import Foundation
import Lookup
import Testing

@Suite("Lenient JSON")
struct JSONTests {
    private func parse(_ text: String) -> JSON? { JSON(Data(text.utf8)) }

    @Test("reads every kind of value")
    func kinds() {
        #expect(
            parse(#"{"a":[1,-2.5e1,"x",null,true,false],"b":{}}"#)
                == .object([
                    "a": .array([
                        .number(1), .number(-25), .string("x"), .null, .bool(true), .bool(false),
                    ]), "b": .object([:]),
                ]))
    }

    @Test(
        "what is not one whole value is nothing", arguments: ["", "{", "{}x", "nonsense"])
    func broken(text: String) { #expect(parse(text) == nil) }

    @Test("nesting without end is refused, not followed")
    func deep() {
        #expect(parse(String(repeating: "[", count: 100_000)) == nil)
    }

    @Test(
        "a value that cannot be read is null, and costs no other",
        arguments: [#""x\udfff""#, "1e999", "-1e999"])
    func unreadable(value: String) {
        let json = parse(#"{"a":\#(value),"b":[1,"c",\#(value)]}"#)
        #expect(
            json == .object(["a": .null, "b": .array([.number(1), .string("c"), .null])]))
        #expect(json?["a"].text == nil)
        #expect(JSON.number(.infinity).text == nil)
    }

    // Each costs a search through the whole document.
    @Test("more than twenty values that cannot be read make a document unreadable")
    func unreadables() {
        let value = #""\ud800""#
        #expect(parse(list(value, 20))?.items.count == 20)
        #expect(parse(list(value, 21)) == nil)
    }

    @Test("more than 50,000 values are refused, not read", arguments: ["true", "[]", "{}", "1"])
    func many(value: String) {
        #expect(parse(list(value, 20_000))?.items.count == 20_000)
        #expect(parse(list(value, 50_001)) == nil)
    }

    private func list(_ value: String, _ count: Int) -> String {
        "[" + Array(repeating: value, count: count).joined(separator: ",") + "]"
    }

    @Test(
        "numbers, also as text; nothing else",
        arguments: [
            ("14", 14.0), ("14.0", 14), (#""14.2""#, 14.2), (#""""#, nil), (#""abc""#, nil),
            (#""nan""#, nil), (#""inf""#, nil), ("1e999", nil), ("1e15", nil), ("true", nil),
            ("null", nil), ("[1]", nil),
        ] as [(String, Double?)])
    func numbers(text: String, number: Double?) { #expect(parse(text)?.number == number) }

    @Test(
        "whole numbers, without a fraction",
        arguments: [
            ("14", 14), ("14.0", 14), (#""-3""#, -3), ("14.5", nil), ("1e14", 100_000_000_000_000),
        ]
            as [(String, Int?)])
    func integers(text: String, integer: Int?) { #expect(parse(text)?.integer == integer) }

    @Test(
        "text, also of numbers, without control characters and blank ends",
        arguments: [
            (#""a\tb\u0000\n c ""#, "a b c"), (#""""#, nil), (#"" \r\n""#, nil), ("31", "31"),
            ("1.5", "1.5"), ("true", nil), (#""서울 \u2028 중구""#, "서울 중구"),
            // Joiners belong to scripts and emoji.
            (#""a\u200db""#, "a\u{200D}b"),
        ] as [(String, String?)])
    func text(text: String, expected: String?) { #expect(parse(text)?.text == expected) }

    @Test(
        "times after 1970 and before the year 10000",
        arguments: [
            ("1795996800", 1_795_996_800.0), (#""1795996800""#, 1_795_996_800), ("0", nil),
            ("-86400", nil), ("1e14", nil),
        ] as [(String, Double?)])
    func times(text: String, seconds: Double?) {
        #expect(parse(text)?.time?.seconds == seconds)
    }

    @Test(
        "offsets that a zone can have",
        arguments: [("32400", 32400), ("-36000", -36000), ("64801", nil), ("1e14", nil)]
            as [(String, Int?)])
    func offsets(text: String, offset: Int?) { #expect(parse(text)?.utcOffset == offset) }

    @Test("a key or index that is not there is null")
    func missing() {
        #expect(parse("[1]")?["x"] == .null)
        #expect(parse("[1]")?[1] == .null)
        #expect(parse("[1]")?[-1] == .null)
        #expect(parse("{}")?["x"]["y"][3] == .null)
    }
}
