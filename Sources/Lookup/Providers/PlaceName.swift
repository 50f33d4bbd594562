import Domain

/// Compares the name of a place with the one that was asked for.
enum PlaceName {
    /// True when one of `names` is what was asked for, whatever the case, the accents and the
    /// punctuation: "são paulo" is "Sao Paulo", "St Petersburg" is "St. Petersburg".
    ///
    /// What follows a comma only tells the place from others of its name. A Korean name counts without its unit too,
    /// which is left off in speech: 서울 is 서울특별시, but not 서울역.
    static func isExact(_ asked: String, anyOf names: [String?]) -> Bool {
        let beforeComma = asked.prefix { $0 != "," }
        let wanted = [asked.trimmed, beforeComma.trimmed].filter { !$0.isEmpty }
        return names.compactMap { $0?.trimmed }.contains { name in
            let forms = [name, KoreanName.withoutUnit(name)].compactMap { $0 }
            return wanted.contains { wanted in forms.contains { isSame($0, wanted) } }
        }
    }

    private static func isSame(_ name: String, _ wanted: String) -> Bool {
        if name == wanted { return true }
        let letters = letters(wanted)
        return !letters.isEmpty
            && [name, name.digraphs].compactMap { $0 }.contains {
                self.letters($0) == letters
            }
    }

    /// Unicode's names of the letters and digits, without accents: é is LATIN SMALL LETTER E WITH ACUTE.
    private static func letters(_ name: String) -> [String] {
        name.plainLetters.lowercased().unicodeScalars
            .filter {
                $0.properties.generalCategory != .nonspacingMark
                    && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
            }
            .map { scalar in
                let letter = scalar.properties.name ?? String(scalar)
                let accent = letter.firstRange(of: " WITH ")
                return String(letter[..<(accent?.lowerBound ?? letter.endIndex)])
            }
    }
}
