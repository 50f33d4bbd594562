package import FoundationEssentials

/// A parsed JSON value of any shape, so that what was sent can be told from what was left out.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Nil when `data` is not one whole JSON value.
    package init?(_ data: Data) {
        guard let value = try? JSONDecoder().decode(JSON.self, from: data) else { return nil }
        self = value
    }
}

extension JSON: Decodable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
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
                // A number too large for a Double.
                .number(.infinity)
            }
    }
}
