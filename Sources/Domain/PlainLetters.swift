extension String {
    /// With plain Latin letters for those that are none with an accent: Tromsø is Tromso, Łódź is Lodź.
    ///
    /// Accents are for others to take away. Marks that stand for no letter of ours, as in Hawaiʻi, are left out.
    package var plainLetters: String { replacing(plain) }

    /// As German and the Nordic languages are written without their own letters: Zuerich, Aarhus; nil without any.
    package var digraphs: String? {
        let text = replacing(digraph)
        return text == self ? nil : text
    }

    private func replacing(_ forms: [Unicode.Scalar: String]) -> String {
        // Most names are told by a look at their bytes.
        guard !utf8.allSatisfy({ $0 < 0x80 }),
            unicodeScalars.contains(where: { $0.form(forms) != nil })
        else { return self }
        var text = UnicodeScalarView()
        for scalar in unicodeScalars {
            if let form = scalar.form(forms) {
                text.append(contentsOf: form.unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// No such letter is outside of a few blocks, so that most scripts need no search.
    fileprivate func form(_ forms: [Unicode.Scalar: String]) -> String? {
        (0xC0...0x2FF).contains(value) || value == 0x1E9E ? forms[self] : nil
    }
}

private let plain: [Unicode.Scalar: String] = [
    "Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "Đ": "D", "đ": "d", "Ð": "D", "ð": "d", "Ħ": "H",
    "ħ": "h", "Ŧ": "T", "ŧ": "t", "ı": "i", "Ə": "E", "ə": "e", "Æ": "Ae", "æ": "ae", "Œ": "Oe",
    "œ": "oe", "Þ": "Th", "þ": "th", "ß": "ss", "ẞ": "SS", "Ŋ": "N", "ŋ": "n",
    "ʻ": "", "ʼ": "", "ʾ": "", "ʿ": "", "ʹ": "", "ʺ": "",
]

private let digraph: [Unicode.Scalar: String] = [
    "Ä": "Ae", "ä": "ae", "Ö": "Oe", "ö": "oe", "Ü": "Ue", "ü": "ue", "Å": "Aa", "å": "aa",
    "Ø": "Oe", "ø": "oe",
]
