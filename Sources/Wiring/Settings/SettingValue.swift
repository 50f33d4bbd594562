import Domain

/// A value of one setting, whatever the setting's type in Swift.
package enum SettingValue: Hashable, Sendable {
    case text(String)
    case number(Double)
    case names([String])

    /// As TOML writes it.
    package var toml: String {
        switch self {
        case .text(let text): tomlString(text)
        case .number(let number): number.shortest
        case .names(let names): "[\(names.map(tomlString).joined(separator: ", "))]"
        }
    }
}

/// A basic string of TOML.
private func tomlString(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case "\u{0}"..<" ", "\u{7F}": scalar.escape
        default: String(scalar)
        }
    }
    return "\"\(escaped.joined())\""
}
