package import FoundationEssentials
import Synchronization

/// A parsed JSON value of any shape, so that what was sent can be told from what was left out.
package enum JSON: Sendable, Hashable {
    /// Also for a value that cannot be read: half a character, a number too large for a Double.
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Nil when `data` is not one whole JSON value, or too much or too deep to be read.
    package init?(_ data: Data) {
        guard data.withUnsafeBytes({ JSONExtent.isModest($0) }) else { return nil }
        let unreadable = Unreadable()
        let decoder = JSONDecoder()
        if let key = Unreadable.key { decoder.userInfo[key] = unreadable }
        guard let value = try? decoder.decode(JSON.self, from: data), !unreadable.isTooMuch
        else { return nil }
        self = value
    }
}

extension JSON: Decodable {
    package init(from decoder: any Decoder) throws {
        let unreadable = Unreadable.key.flatMap { decoder.userInfo[$0] as? Unreadable }
        let value = try decoder.singleValueContainer()
        if unreadable?.isTooMuch == true {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "unreadable")
        }
        // Numbers and text first: nearly everything is one of them, and each miss costs a throw.
        self =
            if value.decodeNil() {
                .null
            } else if let number = try? value.decode(Double.self) {
                .number(number)
            } else if let text = try? value.decode(String.self) {
                .string(text)
            } else if let members = try? value.decode([String: JSON].self) {
                .object(members)
            } else if let items = try? value.decode([JSON].self) {
                .array(items)
            } else if let bool = try? value.decode(Bool.self) {
                .bool(bool)
            } else {
                .null
            }
        if self == .null, !value.decodeNil() { unreadable?.note() }
    }
}

/// Counts the values that could not be read: the decoder looks for the line of each, from the start of the document.
private final class Unreadable: Sendable {
    static let key = CodingUserInfoKey(rawValue: "unreadable")
    private let count = Mutex(0)

    var isTooMuch: Bool { count.withLock { $0 > 20 } }

    func note() { count.withLock { $0 += 1 } }
}
