/// A value of one setting, whatever the setting's type in Swift.
package enum SettingValue: Hashable, Sendable {
    case text(String)
    case number(Double)
    case names([String])

    /// As TOML writes it.
    package var toml: String {
        switch self {
        case .text(let text): tomlString(text)
        case .number(let number): shortest(number)
        case .names(let names): "[\(names.map(tomlString).joined(separator: ", "))]"
        }
    }
}

/// Whole numbers without a fraction: 500, 20.5.
func shortest(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
}

/// A basic string of TOML.
private func tomlString(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case "\u{0}"..<" ", "\u{7F}": "\\u" + fourHexDigits(scalar.value)
        default: String(scalar)
        }
    }
    return "\"\(escaped.joined())\""
}

private func fourHexDigits(_ number: UInt32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
