import Domain
import Foundation
import Testing

@Suite("The extent of a JSON text")
struct JSONExtentTests {
    @Test(
        "counts values and depth, and nothing within a text",
        arguments: [
            ("1", 1, 0), ("[]", 2, 1), ("[1,2]", 3, 1), (#"{"a":{"b":[1,[2]]}}"#, 6, 4),
            ("[[],[]]", 5, 2), (#"["[[[{,,",2]"#, 3, 1), (#"{"[,":"{,"}"#, 2, 1),
            // An escaped quotation mark goes on, one after an escaped backslash ends.
            (#"["\"[[",[]]"#, 4, 2), (#"["\\",[]]"#, 4, 2), (#"["\\\"[",[]]"#, 4, 2),
            (#""\u005B[""#, 1, 0), (#""[["#, 1, 0), ("]]]][", 2, 1),
        ])
    func counts(text: String, values: Int, depth: Int) {
        let extent = JSONExtent(text.utf8)
        #expect(extent.values == values)
        #expect(extent.depth == depth)
        #expect(extent.isModest)
    }

    private func nested(_ opening: String, _ depth: Int, _ closing: String) -> String {
        String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
    }

    @Test("W04 a text is read to a depth of 32, and refused beyond", arguments: ["[", #"{"a":"#])
    func depth(opening: String) {
        let closing = opening == "[" ? "]" : "}"
        #expect(JSON(Data(nested(opening, 32, closing).utf8)) != nil)
        for depth in [33, 500, 100_000] {
            let text = nested(opening, depth, closing)
            #expect(!JSONExtent(text.utf8).isModest)
            #expect(JSON(Data(text.utf8)) == nil)
        }
    }

    @Test("W04 a text of any number of brackets is no depth")
    func brackets() {
        let text = #"["\"\\"# + String(repeating: "[{", count: 5000) + #""]"#
        #expect(
            JSON(Data(text.utf8))
                == .array([.string("\"\\" + String(repeating: "[{", count: 5000))]))
    }

    @Test("W04 more than 50,000 values are refused")
    func values() {
        let text = { (count: Int) in
            "[" + String(repeating: "1,", count: count - 2) + "1]"
        }
        #expect(JSON(Data(text(50_000).utf8)) != nil)
        #expect(JSON(Data(text(50_001).utf8)) == nil)
    }

    @Test(
        "W04 another encoding than UTF-8, in which brackets could hide, is refused",
        arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian])
    func encoding(encoding: String.Encoding) throws {
        #expect(JSON(try #require("[1]".data(using: encoding))) == nil)
    }
}
