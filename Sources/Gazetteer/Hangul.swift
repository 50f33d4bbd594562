/// Korean syllables out of their letters, as the Unicode Standard composes them in section 3.12.
///
/// A name pasted from a file name of macOS comes in letters (NFD); the index has syllables (NFC).
package enum Hangul {
    private static let firstSyllable: UInt32 = 0xAC00
    private static let leading: Range<UInt32> = 0x1100..<0x1113
    private static let vowels: Range<UInt32> = 0x1161..<0x1176
    private static let trailing: Range<UInt32> = 0x11A8..<0x11C3
    static let syllables: Range<UInt32> = 0xAC00..<0xD7A4
    /// Syllables that begin with the same two letters: one without a third, and one for each.
    private static let perVowel: UInt32 = 28

    /// The same text with every run of letters that makes a syllable as that syllable.
    package static func composed(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let last = scalars.last, let both = composed(last.value, scalar.value) {
                scalars.removeLast()
                scalars.append(both)
            } else {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    private static func composed(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
        if leading.contains(first), vowels.contains(second) {
            let pair =
                (first - leading.lowerBound) * UInt32(vowels.count) + second - vowels.lowerBound
            return Unicode.Scalar(firstSyllable + pair * perVowel)
        }
        let hasNoThird = syllables.contains(first) && (first - firstSyllable) % perVowel == 0
        guard hasNoThird, trailing.contains(second) else { return nil }
        return Unicode.Scalar(first + second - trailing.lowerBound + 1)
    }
}
