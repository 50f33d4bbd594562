import Domain
package import FoundationEssentials
import Glibc

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

    /// The key with `%2B` and the like decoded once, for a provider that issues it escaped and whose keys hold no `%`.
    package var unescaped: ProviderKey {
        guard looksEscaped else { return self }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            let escaped =
                byte == UInt8(ascii: "%") && digits.count == 2 && digits.allSatisfy(\.isHexDigit)
                ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
            if escaped != nil { rest = rest.dropFirst(2) }
            bytes.append(escaped ?? byte)
        }
        return String(bytes: bytes, encoding: .utf8).flatMap(ProviderKey.init) ?? self
    }

    /// `url` with the key as its last query parameter, escaped exactly once.
    package func added(to url: String, as name: String) -> String {
        "\(url)\(url.contains("?") ? "&" : "?")\(name)=\(text.percentEncoded())"
    }

    /// Plain, as it is in a URL, and as JSON may have it.
    private var forms: Set<String> {
        [
            text, text.percentEncoded(),
            text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/"),
        ]
    }

    /// Shorter ones could be part of any word or number of a good answer, and no service issues them.
    private static let shortest = 6

    /// `data` with asterisks for the key, plain or escaped: error pages repeat what they were asked, and are quoted.
    ///
    /// A key of less than 6 bytes is left; what may be quoted is then for `isTold(in:)` to say.
    package func blottedOut(of data: Data) -> Data {
        guard text.utf8.count >= Self.shortest else { return data }
        var data = data
        for form in forms {
            data.withUnsafeMutableBytes { blotOut(Array(form.utf8), of: $0) }
        }
        return data
    }

    /// Whether `text` tells the key, of whatever length: then no word of it may be shown.
    package func isTold(in text: String) -> Bool {
        forms.contains { text.utf8.firstRange(of: $0.utf8) != nil }
    }

    /// The key after `prefix`, as a header's value.
    package func header(prefix: String) -> String { prefix + text }

    /// The secret itself, for a library that takes it as it is.
    package var revealed: String { text }
}

/// Puts asterisks in the place of each `key`.
private func blotOut(_ key: [UInt8], of bytes: UnsafeMutableRawBufferPointer) {
    guard let base = bytes.baseAddress, let first = key.first else { return }
    var start = 0
    while bytes.count - start >= key.count,
        let found = memchr(base + start, Int32(first), bytes.count - start - key.count + 1)
    {
        let isKey = memcmp(found, key, key.count) == 0
        if isKey { memset(found, Int32(UInt8(ascii: "*")), key.count) }
        start = found - UnsafeMutableRawPointer(base) + (isKey ? key.count : 1)
    }
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
