import Wiring

/// `HOST[:PORT[:DEVICE]]`; an IPv6 address stands in brackets, and a device may contain colons.
struct GpsdOption: Hashable {
    var host: String
    var port: String?
    var device: String?

    /// Nil when `text` has no host, or a port that is none.
    init?(_ text: String) {
        var rest = text[...]
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { return nil }
        } else {
            host = String(rest.prefix { $0 != ":" })
            rest = rest.dropFirst(host.count)
        }
        let parts = rest.dropFirst().split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if let first = parts.first, !first.isEmpty {
            guard let number = Int(first), 1...65535 ~= number else { return nil }
            port = String(first)
        }
        device = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
        guard !host.isEmpty else { return nil }
    }

    var settings: [SettingOverride] {
        let pairs = [("gpsd.host", host), ("gpsd.port", port), ("gpsd.device", device)]
        return pairs.compactMap { key, value in
            value.map { SettingOverride(key: key, value: $0, option: Option.gpsd.dashed) }
        }
    }
}
