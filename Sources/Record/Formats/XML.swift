import Domain

/// Text in XML 1.0.
enum XML {
    /// As the value of an attribute in double quotes, or between tags; always on one line.
    ///
    /// What XML cannot hold even escaped is left out: most control characters and two values that are no characters.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            // Only `]]>` has to be escaped, but this is simpler.
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": break
            default:
                // The text stays the same, but no control character reaches who looks at the file.
                if scalar.isUnprintable {
                    result += "&#\(scalar.value);"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
