import Domain

/// What a person typed, as words for the index of names. Nothing of its syntax can come from the text. Pure.
package struct NameQuery: Hashable, Sendable {
    /// Which words are meant as the name, and which tell where it is.
    package struct Reading: Hashable, Sendable {
        package var name: [String]
        package var context: [String]

        package init(name: [String], context: [String]) {
            self.name = name
            self.context = context
        }
    }

    /// The ways to read the text, the likeliest first; none for a text without a letter or digit.
    package let readings: [Reading]

    /// The parts between commas are told apart; without one every word may be the last of the name, or its first.
    package init(_ text: String) {
        let parts = Hangul.composed(String(decoding: text.utf8.prefix(200), as: UTF8.self))
            .plainLetters
            .split(whereSeparator: { ",;、，".contains($0) })
            .map { Self.words(of: $0) }.filter { !$0.isEmpty }
        guard let first = parts.first else {
            readings = []
            return
        }
        let name = Array(first.prefix(Self.mostWords))
        guard parts.count > 1 else {
            readings = Self.readings(of: name)
            return
        }
        let context = Array(parts.dropFirst().joined().prefix(Self.mostWords))
        let stems = name.count > 1 ? [] : Self.stems(of: name)
        readings = ([name] + stems).map { Reading(name: $0, context: context) }
    }

    /// Of a name, and of where it is. Fewer than 1 name of 500 has more, and is found by its first words; each word
    /// more makes two more readings, and all of them slower.
    private static let mostWords = 5

    private static func readings(of words: [String]) -> [Reading] {
        var readings = [Reading(name: words, context: [])]
        for count in (1..<max(1, words.count)).reversed() {
            // "Paris Texas", then as Korean says it: "부산 해운대구".
            readings.append(
                Reading(name: Array(words.prefix(count)), context: Array(words.dropFirst(count))))
            readings.append(
                Reading(name: Array(words.suffix(count)), context: Array(words.dropLast(count))))
        }
        return readings + stems(of: words).map { Reading(name: $0, context: []) }
    }

    /// "부산시" is 부산광역시 in full.
    private static func stems(of words: [String]) -> [[String]] {
        guard let last = words.last, let stem = stem(of: last) else { return [] }
        return [words.dropLast() + [stem]]
    }

    /// A Korean name without its 시 or 도.
    static func stem(of word: String) -> String? {
        guard word.count > 2, let last = word.last, last == "시" || last == "도" else { return nil }
        return String(word.dropLast())
    }

    /// Runs of letters, digits and marks; every other character separates.
    private static func words(of text: Substring) -> [String] {
        text.unicodeScalars.split { scalar in
            !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
                && !isMark(scalar)
        }.map { String($0) }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}

extension NameQuery.Reading {
    /// How well a name fits.
    package enum Fit: Sendable, CaseIterable {
        /// It is the whole name, in any language.
        case exact
        /// It begins the name.
        case beginning
        /// Each word begins a word of the name.
        case within
    }

    /// The question in FTS5's syntax: every word is quoted, so none is an operator.
    package func match(_ fit: Fit) -> String {
        let phrase = name.joined(separator: " ")
        let main = "{name name_ko} :"
        let match =
            switch fit {
            case .exact:
                "(\(main) ^ \"\(phrase) \(Layout.endOfName)\""
                    + " OR also : \"\(Layout.startOfName) \(phrase) \(Layout.endOfName)\")"
            case .beginning:
                "\(main) ^ \"\(phrase)\"\(Self.isBeginning(name.last ?? "") ? " *" : "")"
            case .within: "\(main) (\(Self.all(name)))"
            }
        guard !context.isEmpty else { return match }
        return "\(match) AND context : (\(Self.all(context.map { NameQuery.stem(of: $0) ?? $0 })))"
    }

    private static func all(_ words: [String]) -> String {
        words.map { isBeginning($0) ? "\"\($0)\" *" : "\"\($0)\"" }.joined(separator: " AND ")
    }

    /// A word of one or two letters is a whole one, as so much begins with it, but for a Korean syllable.
    ///
    /// Only the letters at the end count: what comes before a mark or a sign may be a word of its own to FTS5.
    private static func isBeginning(_ word: String) -> Bool {
        let last = word.unicodeScalars.reversed().prefix { isLetterOrDigit($0) }
        return last.count > 2 || last.contains { Hangul.syllables.contains($0.value) }
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}
