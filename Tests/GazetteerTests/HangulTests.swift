import Gazetteer
import Testing

@Suite("Korean syllables")
struct HangulTests {
    // Swift takes both forms for equal, so numbers are compared. The first two are those of the Unicode Standard, 3.12.
    @Test(
        "are composed of their letters as the standard does it",
        arguments: [
            ([0x1111, 0x1171, 0x11B6], [0xD4DB]), ([0xD4CC, 0x11B6], [0xD4DB]),
            ([0x1111, 0x1171], [0xD4CC]),
            // The first and the last syllable there is.
            ([0x1100, 0x1161], [0xAC00]), ([0x1112, 0x1175, 0x11C2], [0xD7A3]),
            // 서울
            ([0x1109, 0x1165, 0x110B, 0x116E, 0x11AF], [0xC11C, 0xC6B8]),
            // U+11A7 stands for "no third letter" and is none; a syllable that has one takes no other.
            ([0xAC00, 0x11A7], [0xAC00, 0x11A7]), ([0xAC01, 0x11A8], [0xAC01, 0x11A8]),
            // Letters that make no syllable, and what is none of them.
            ([0x1161, 0x1100], [0x1161, 0x1100]), ([0x1100, 0x11A8], [0x1100, 0x11A8]),
            ([0x1113, 0x1161], [0x1113, 0x1161]), ([0x1100, 0x1176], [0x1100, 0x1176]),
            ([0xAC00, 0x11C3], [0xAC00, 0x11C3]), ([0x61, 0x303], [0x61, 0x303]), ([], []),
        ] as [([UInt32], [UInt32])])
    func composed(letters: [UInt32], syllables: [UInt32]) {
        let text = String(String.UnicodeScalarView(letters.compactMap { Unicode.Scalar($0) }))
        #expect(Hangul.composed(text).unicodeScalars.map(\.value) == syllables)
    }
}
