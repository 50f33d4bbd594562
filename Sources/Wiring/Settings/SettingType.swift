import Domain
import Publish

/// What a setting accepts.
package enum SettingType: Hashable, Sendable {
    /// Any line of text; empty only where that means something.
    case text(emptyAllowed: Bool)
    /// A path; `~/` at its start is the home directory.
    case path(emptyAllowed: Bool)
    /// `http` or `https`, host, perhaps port and path.
    case baseURL
    /// `mqtt` or `mqtts`, host and perhaps port; empty for none.
    case brokerURL
    /// A topic of MQTT to publish to, with places to fill in.
    case topic
    /// One level of such a topic; empty where that means something.
    case topicLevel
    case choice([String])
    /// Bounds included.
    case integer(ClosedRange<Int>)
    /// Bounds included.
    case number(ClosedRange<Double>)
    /// A list of these, none twice.
    case names([String])
    case timeZone

    /// The end of a sentence "… must be": what a right value looks like.
    package func wish(unit: String? = nil) -> String {
        let unit = unit.map { " \($0)" } ?? ""
        return switch self {
        case .text(true): "a text in quotes, one line of at most 200 bytes"
        case .text(false): "a text in quotes, not empty, one line of at most 200 bytes"
        case .path(true): "a path in quotes"
        case .path(false): "a path in quotes, not empty"
        case .baseURL: "a URL like \"https://host/path\", without password or question mark"
        case .brokerURL:
            "a URL like \"mqtts://host:8883\" or \"mqtt://host\", without user and password"
        case .topic:
            "a topic of MQTT like \"owntracks/{user}/{device}\", without + and # and without empty levels"
        case .topicLevel: "a text in quotes without / + # and spaces, at most 100 bytes"
        case .choice(let names): oneOf(names)
        case .integer(let range):
            "a whole number from \(range.lowerBound) to \(range.upperBound)\(unit)"
        case .number(let range):
            "a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)\(unit)"
        case .names(let names): "a list of \(oneOf(names)), none twice"
        case .timeZone:
            "\"local\", \"UTC\" or a name from /usr/share/zoneinfo like \"Asia/Seoul\""
        }
    }

    /// The value if it is a right one.
    func accept(_ value: TOMLNode.Value) -> SettingValue? {
        switch (self, value) {
        case (.text(let empty), .string(let text)):
            isLine(text, emptyAllowed: empty, longest: 200) ? .text(text) : nil
        case (.path(let empty), .string(let text)):
            isLine(text, emptyAllowed: empty, longest: 4095) ? .text(text) : nil
        case (.baseURL, .string(let text)): acceptURL(text)
        case (.brokerURL, .string(let text)):
            text.isEmpty || BrokerAddress(text) != nil ? .text(text) : nil
        case (.topic, .string(let text)):
            isLine(text, emptyAllowed: false, longest: 200) && Topics.fault(in: text) == nil
                ? .text(text) : nil
        case (.topicLevel, .string(let text)):
            isLine(text, emptyAllowed: true, longest: 100)
                && !text.contains(where: { "/+#".contains($0) || $0.isWhitespace })
                ? .text(text) : nil
        case (.choice(let names), .string(let text)): names.contains(text) ? .text(text) : nil
        case (.integer(let range), .integer(let number)):
            range.contains(number) ? .number(Double(number)) : nil
        case (.number(let range), .integer(let number)):
            range.contains(Double(number)) ? .number(Double(number)) : nil
        case (.number(let range), .number(let number)):
            range.contains(number) ? .number(number) : nil
        case (.names(let known), .array(let nodes)): acceptNames(nodes, known)
        case (.timeZone, .string(let text)): (try? Zone(text)) != nil ? .text(text) : nil
        default: nil
        }
    }

    /// True where a wrong value may hold a password or a key, which no error shows.
    var mayHoldSecret: Bool { self == .baseURL || self == .brokerURL }

    /// The name that a wrong value was probably meant to be.
    func nearest(to value: TOMLNode.Value) -> String? {
        switch (self, value) {
        case (.choice(let names), .string(let text)): nearestName(to: text, in: names)
        case (.names(let names), .array(let nodes)):
            nodes.lazy.compactMap { node -> String? in
                guard case .string(let text) = node.value, !names.contains(text) else { return nil }
                return nearestName(to: text, in: names)
            }.first
        default: nil
        }
    }

    /// Reads a text that came without TOML's marks, as from a variable.
    func node(from text: String) -> TOMLNode.Value {
        switch self {
        case .integer, .number:
            Int(text).map { .integer($0) } ?? Double(text).map { .number($0) } ?? .string(text)
        case .names:
            .array(
                text.split(separator: ",").map {
                    TOMLNode(line: 0, value: .string($0.trimmed))
                })
        default: .string(text)
        }
    }
}

private func oneOf(_ names: [String]) -> String {
    let quoted = names.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
    return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
}

private func isLine(_ text: String, emptyAllowed: Bool, longest: Int) -> Bool {
    // A line end in `contact` would become a header of its own.
    (emptyAllowed || !text.isEmpty) && text.utf8.count <= longest
        && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
}

private func acceptURL(_ text: String) -> SettingValue? {
    guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
    else { return nil }
    let rest = text.dropFirst(scheme.count)
    guard let first = rest.first, first != "/", first != ":", text.count <= 200,
        rest.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0.value != 0x7F }),
        !rest.contains(where: { "?#@\\\"<>".contains($0) })
    else { return nil }
    return .text(rest.last == "/" ? String(text.dropLast()) : text)
}

private func acceptNames(_ nodes: [TOMLNode], _ known: [String]) -> SettingValue? {
    var names: [String] = []
    for node in nodes {
        guard case .string(let name) = node.value, known.contains(name), !names.contains(name)
        else { return nil }
        names.append(name)
    }
    return .names(names)
}
