extension Unicode.Scalar {
    /// True for what must never reach a terminal or a one-line record as it is.
    ///
    /// Control characters move the cursor or end the line, line and paragraph separators end it for some readers,
    /// marks and overrides of direction show text in another order than it has, and byte order marks and tags are not
    /// seen at all. Joiners stay, as scripts need them.
    package var isUnprintable: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0xFEFF, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// The notation of JSON: `\u` and four hexadecimal digits, twice past the basic plane. TOML has the same within it.
    package var escape: String {
        utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}

extension StringProtocol {
    /// Text from outside on one harmless line: white space as one space, other controls as `\u001b`.
    package var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return String(self) }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if !scalar.isUnprintable {
                result.append(scalar)
            } else if !scalar.properties.isWhitespace {
                result.append(contentsOf: scalar.escape.unicodeScalars)
            } else if result.last != " " {
                result.append(" ")
            }
        }
        return String(result)
    }

    /// Without the white space around it.
    package var trimmed: String {
        var rest = Substring(self)
        // Most text has nothing to trim; asking Unicode of its ends takes longer than all else in reading a value.
        guard let first = rest.utf8.first, let last = rest.utf8.last,
            !(0x21...0x7E ~= first && 0x21...0x7E ~= last)
        else { return String(rest) }
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}
