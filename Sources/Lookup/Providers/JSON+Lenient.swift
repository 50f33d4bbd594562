package import Domain

/// Reading an answer field by field, so that a wrong type loses that field alone.
///
/// Services send numbers as text and text as numbers, and leave out or null what they do not know; a `Decodable`
/// struct would give up the whole answer for any of it.
extension JSON {
    /// `null` when this is no object or has no such key.
    package subscript(key: String) -> JSON {
        guard case .object(let members) = self else { return .null }
        return members[key] ?? .null
    }

    /// `null` when this is no array or is shorter.
    package subscript(index: Int) -> JSON {
        let items = self.items
        return items.indices.contains(index) ? items[index] : .null
    }

    /// The elements of an array, none for anything else.
    package var items: [JSON] {
        if case .array(let items) = self { items } else { [] }
    }

    package var isObject: Bool {
        if case .object = self { true } else { false }
    }

    /// A number, also when sent as text: `14`, `"14.2"`.
    ///
    /// Nil from 10¹⁵ on: nothing that services tell is as large, and sums of such numbers could not be written.
    package var number: Double? {
        let number: Double? =
            switch self {
            case .number(let number): number
            case .string(let text): Double(text)
            default: nil
            }
        return number.flatMap { abs($0) < 1e15 ? $0 : nil }
    }

    /// A whole number; nil for a fraction.
    package var integer: Int? { number.flatMap { Int(exactly: $0) } }

    /// Text fit for one line, at most 300 characters, also when sent as a number; nil when nothing is left of it.
    package var text: String? {
        switch self {
        case .string(let text): text.singleLine
        case .number(let number) where number.isFinite:
            integer.map(String.init) ?? String(number)
        default: nil
        }
    }

    /// A UNIX time; nil for 0 and below, which is how services say "none", and past the year 9999.
    package var time: Timestamp? {
        guard let number, number > 0, number < 253_402_300_800 else { return nil }
        return Timestamp(seconds: number)
    }

    /// Seconds east of UTC; nil beyond the ±18 h that any zone ever had.
    package var utcOffset: Int? { integer.flatMap { abs($0) <= 18 * 3600 ? $0 : nil } }
}
