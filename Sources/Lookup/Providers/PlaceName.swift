import Domain

/// Compares the name of a place with the one that was asked for.
enum PlaceName {
    /// True when one of `names` is what was asked for, whatever the case and the accents: "são paulo" is "Sao Paulo".
    ///
    /// What follows a comma only tells the place from others of its name. A Korean name counts without its unit too,
    /// which is left off in speech: 서울 is 서울특별시, but not 서울역.
    static func isExact(_ asked: String, anyOf names: [String?]) -> Bool {
        let beforeComma = asked.prefix { $0 != "," }
        let wanted = [asked.trimmed, beforeComma.trimmed].filter { !$0.isEmpty }
        return names.compactMap { $0?.trimmed }.contains { name in
            let forms = [name, withoutUnit(name)].compactMap { $0 }
            return wanted.contains { wanted in forms.contains { isSame($0, wanted) } }
        }
    }

    private static let units = [
        "특별자치시", "특별자치도", "특별시", "광역시", "시", "군", "구", "도", "-si", "-gun", "-gu", "-do",
    ]

    /// Nil without a unit, and where only one syllable would be left: 중구 is never called 중.
    private static func withoutUnit(_ name: String) -> String? {
        guard let unit = units.first(where: name.hasSuffix), name.count >= unit.count + 2 else {
            return nil
        }
        return String(name.dropLast(unit.count))
    }

    private static func isSame(_ a: String, _ b: String) -> Bool {
        a == b || letters(a) == letters(b)
    }

    /// Unicode's names of the letters, without accents: é is LATIN SMALL LETTER E WITH ACUTE.
    private static func letters(_ name: String) -> [String] {
        name.lowercased().unicodeScalars
            .filter { $0.properties.generalCategory != .nonspacingMark }
            .map { scalar in
                let letter = scalar.properties.name ?? String(scalar)
                let accent = letter.firstRange(of: " WITH ")
                return String(letter[..<(accent?.lowerBound ?? letter.endIndex)])
            }
    }
}
