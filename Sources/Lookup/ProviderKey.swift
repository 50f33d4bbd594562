/// A key as its provider issued it; never shown, not even by accident.
package struct ProviderKey: Sendable, CustomStringConvertible, CustomReflectable {
    private let text: String

    /// Spaces and line ends around it are dropped; nil when empty or with control characters inside.
    package init?(_ text: String) {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        let key = scalars[first...last]
        guard key.allSatisfy({ $0.properties.generalCategory != .control }) else { return nil }
        self.text = String(key)
    }

    package var description: String { "[key]" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// `%2B` and the like: it was copied from a URL, and escaping it once more makes it another key.
    package var looksEscaped: Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.dropLast(2).contains { index in
            bytes[index] == UInt8(ascii: "%") && bytes[index + 1].isHexDigit
                && bytes[index + 2].isHexDigit
        }
    }

    /// `url` with the key as its last query parameter, escaped exactly once.
    package func added(to url: String, as name: String) -> String {
        "\(url)\(url.contains("?") ? "&" : "?")\(name)=\(text.percentEncoded())"
    }

    /// The key after `prefix`, as a header's value.
    package func header(prefix: String) -> String { prefix + text }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        (48...57).contains(self) || (65...70).contains(self) || (97...102).contains(self)
    }
}

extension ProviderKey {
    /// The environment variable that holds the key of `provider`: `MILEPOST_OPEN_METEO_KEY`.
    package static func variable(of provider: String) -> String {
        "MILEPOST_\(String(provider.uppercased().map { $0 == "-" ? "_" : $0 }))_KEY"
    }

    /// What an owner who has a key does with it.
    package static func remedy(for provider: String) -> String {
        "put the key into a file of mode 0600 and name it in providers.\(provider).key_file,"
            + " or set \(variable(of: provider))"
    }
}
