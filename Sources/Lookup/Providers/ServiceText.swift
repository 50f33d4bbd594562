import Domain

/// What a service sent, made fit to be shown.
extension String {
    /// Runs of control characters, line ends and direction overrides become one space; nil when nothing is left.
    ///
    /// They have no place in a name, would split a log's line in two, and can rewrite a terminal. Past 300 characters
    /// it is cut: no name is as long.
    package var singleLine: String? {
        let parts = unicodeScalars.split(whereSeparator: \.isUnprintable)
        let joined = parts.map { String(String.UnicodeScalarView($0)).trimmed }
            .filter { !$0.isEmpty }.joined(separator: " ")
        return joined.isEmpty ? nil : joined.cut(to: 300)
    }

    /// In scalars, as one character of a reader can be made of any number.
    private func cut(to length: Int) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: length, limitedBy: endIndex),
            end < endIndex
        else { return self }
        return String(unicodeScalars.prefix(length - 1)) + "…"
    }

    /// False for a name of spaces and punctuation alone.
    var hasWord: Bool { contains { $0.isLetter || $0.isNumber } }

    /// The first 80 characters with control characters escaped and whatever looks like a key taken out.
    package var excerpt: String {
        // More is taken than is shown, so that no key is cut before it is recognised.
        let visible = String(prefix(400)).withoutKeys.unicodeScalars.map { scalar in
            scalar.isUnprintable || scalar == "\"" ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return String(visible.joined().prefix(80))
    }

    /// Services echo keys in error texts, as `appid=…` or bare; both are replaced by `[key]`.
    package var withoutKeys: String {
        var result = ""
        var word = ""
        var lastWord = ""
        var precededByName = false
        func finished(_ word: String) -> String {
            let bare = word.count >= 20 && word.contains(where: \.isNumber)
            return !word.isEmpty && (precededByName || bare) ? "[key]" : word
        }
        for character in self {
            if character.isPartOfKey {
                word.append(character)
                continue
            }
            result += finished(word)
            if !word.isEmpty {
                lastWord = word
                precededByName = false
            }
            if "=:(".contains(character), lastWord.namesKey { precededByName = true }
            word = ""
            result.append(character)
        }
        return result + finished(word)
    }

    private var namesKey: Bool {
        let name = lowercased()
        return ["key", "appid", "token"].contains { name.hasSuffix($0) }
    }
}

extension Character {
    fileprivate var isPartOfKey: Bool {
        isASCII && (isLetter || isNumber || "+/%_-".contains(self))
    }
}
