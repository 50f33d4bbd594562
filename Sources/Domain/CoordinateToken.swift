/// A piece of a coordinate as people write it.
enum CoordinateToken: Hashable {
    /// Digits with at most one point.
    case number(String)
    case sign(Character)
    case degree, minute, second
    /// N, S, E or W.
    case hemisphere(Character)
    /// A comma or a semicolon; a space is none, as it also stands inside `36.5 ° N`.
    case separator

    /// The pieces of `text`; typographic signs count as the plain ones.
    static func tokens(of text: String) throws(CoordinateTextError) -> [CoordinateToken] {
        var tokens: [CoordinateToken] = []
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if "0"..."9" ~= scalar || scalar == "." {
                let digits = rest.prefix { "0"..."9" ~= $0 || $0 == "." }
                rest = rest.dropFirst(digits.count)
                tokens.append(.number(try number(String(digits))))
                try refuseExponent(rest, in: text)
            } else if isLetter(scalar) {
                let word = String(rest.prefix(while: isLetter))
                rest = rest.dropFirst(word.unicodeScalars.count)
                guard word.unicodeScalars.count == 1, let mark = marks[scalar] else {
                    throw unexpected(String(word.prefix(20)))
                }
                tokens.append(mark)
            } else {
                rest = rest.dropFirst()
                // Two apostrophes are seconds.
                if marks[scalar] == .minute, let next = rest.first, marks[next] == .minute {
                    rest = rest.dropFirst()
                    tokens.append(.second)
                } else if let mark = marks[scalar] {
                    tokens.append(mark)
                } else if !scalar.properties.isWhitespace {
                    throw unexpected(scalar.escaped(asASCII: !scalar.isASCII))
                }
            }
        }
        return tokens
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar.properties.isAlphabetic
    }

    private static let marks: [Unicode.Scalar: CoordinateToken] = [
        "-": .sign("-"), "\u{2212}": .sign("-"), "+": .sign("+"),
        "°": .degree, "º": .degree, "˚": .degree,
        "'": .minute, "\u{2032}": .minute, "\u{2018}": .minute, "\u{2019}": .minute,
        "\"": .second, "\u{2033}": .second, "\u{201C}": .second, "\u{201D}": .second,
        "N": .hemisphere("N"), "n": .hemisphere("N"), "S": .hemisphere("S"), "s": .hemisphere("S"),
        "E": .hemisphere("E"), "e": .hemisphere("E"), "W": .hemisphere("W"), "w": .hemisphere("W"),
        ",": .separator, ";": .separator, "\u{FF0C}": .separator,
    ]

    private static func number(_ digits: String) throws(CoordinateTextError) -> String {
        guard Double(digits) != nil else {
            throw CoordinateTextError("\(digits) is not a number", hint: "decimals take one point")
        }
        return digits
    }

    /// `1e2` would otherwise be 1 east and 2.
    private static func refuseExponent(
        _ rest: Substring.UnicodeScalarView, in text: String
    ) throws(CoordinateTextError) {
        let next = Array(rest.prefix(3))
        guard next.count >= 2, next[0] == "e" || next[0] == "E",
            !text.contains(where: { "nNsS".contains($0) })
        else { return }
        let digit = "+-".unicodeScalars.contains(next[1]) ? next.last : next[1]
        if let digit, "0"..."9" ~= digit {
            throw CoordinateTextError(
                "an exponent is not read in a coordinate", hint: "write 100, not 1e2")
        }
    }

    private static func unexpected(_ shown: String) -> CoordinateTextError {
        CoordinateTextError(
            "\(shown) does not belong in a coordinate",
            hint: coordinateExamples)
    }
}
