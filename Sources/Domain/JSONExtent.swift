/// How much there may be in a JSON text, counted before it is parsed. Pure.
///
/// A text that is no JSON may be counted wrongly; it is refused by the decoder.
package struct JSONExtent: Hashable, Sendable {
    /// As many values as there can be: each but the first follows a comma or an opening.
    package private(set) var values = 1
    /// Arrays and objects in each other.
    package private(set) var depth = 0

    /// Five times what any service sends; more would keep a thread busy for longer than a fix may wait.
    package static let mostValues = 50_000
    /// Four times what any service sends; the decoder's work grows with the cube of it.
    package static let mostDepth = 32

    /// Stops at the first byte that is too much; the figures are then those up to there.
    package init(_ bytes: some Sequence<UInt8>) {
        var open = 0
        var isText = false
        var isEscaped = false
        for byte in bytes {
            guard !isText else {
                // In a text only a quotation mark without a backslash means anything.
                isText = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: ","): values += 1
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                values += 1
                open += 1
                depth = max(depth, open)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): open = max(0, open - 1)
            default: break
            }
            guard isModest else { return }
        }
    }

    /// Whether it may be given to the decoder.
    package var isModest: Bool { values <= Self.mostValues && depth <= Self.mostDepth }

    /// False too for UTF-16 and UTF-32, which the decoder would read and this cannot; only they have a zero byte.
    static func isModest(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.contains(0) && JSONExtent(bytes).isModest
    }
}
