import Domain
import FoundationEssentials

/// The fields of a request's JSON object, read strictly: what was not given is nil, what is not understood is refused.
struct RequestFields {
    private let values: [String: JSON]

    /// No body counts as `{}`.
    init(_ body: Data, allowed: [String]) throws(ControlError) {
        guard !body.isEmpty else {
            values = [:]
            return
        }
        guard let value = JSON(body) else {
            throw ControlError(
                .badRequest, "The body is not valid JSON.",
                hint: "Send an object, such as {\"lat\": 37.5547, \"lon\": 126.9706}.")
        }
        guard case .object(let values) = value else {
            throw ControlError(.badRequest, "The body is \(value.kind), not a JSON object.")
        }
        if let unknown = values.keys.sorted().first(where: { !allowed.contains($0) }) {
            throw Self.unknown(unknown, allowed: allowed)
        }
        self.values = values
    }

    var names: Set<String> { Set(values.keys) }

    func number(_ name: String) throws(ControlError) -> Double? {
        switch values[name] {
        case nil: return nil
        case .number(let number): return number
        case .some(let other): throw Self.mistyped(name, other, wanted: "a number")
        }
    }

    /// At most 200 characters, and some besides white space.
    func text(_ name: String) throws(ControlError) -> String? {
        switch values[name] {
        case nil: return nil
        case .string(let text): return try Self.checked(text, name: name)
        case .some(let other): throw Self.mistyped(name, other, wanted: "a text")
        }
    }

    func flag(_ name: String) throws(ControlError) -> Bool? {
        switch values[name] {
        case nil: return nil
        case .bool(let flag): return flag
        case .some(let other): throw Self.mistyped(name, other, wanted: "true or false")
        }
    }

    /// Throws when `text` is blank or has more than 200 characters.
    static func checked(_ text: String, name: String) throws(ControlError) -> String {
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw ControlError(.badRequest, "\(name) is empty.")
        }
        guard text.count <= 200 else {
            throw ControlError(
                .badRequest, "\(name) has \(text.count) characters, and may have 200.")
        }
        return text
    }

    private static func mistyped(
        _ name: String, _ value: JSON, wanted: String
    ) -> ControlError {
        ControlError(
            .badRequest, "\(name) is \(value.kind), not \(wanted).",
            hint: value == .null ? "Leave \(name) out if you do not know it." : nil)
    }

    private static func unknown(_ name: String, allowed: [String]) -> ControlError {
        // A key of any length came in; a message does not repeat it all.
        let message = "\"\(name.prefix(40))\" is not a key of this request."
        guard !allowed.isEmpty else {
            return ControlError(.badRequest, message, hint: "It takes no keys.")
        }
        let known = "Known are \(allowed.joined(separator: ", "))."
        let guess = nearestName(to: name, in: allowed).map { "Did you mean \"\($0)\"? " } ?? ""
        return ControlError(.badRequest, message, hint: guess + known)
    }
}

extension JSON {
    /// With its article, for messages.
    fileprivate var kind: String {
        switch self {
        case .null: "null or unreadable"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
