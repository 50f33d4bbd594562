import Glibc

/// Where gpsd listens, and which of its receivers is wanted.
package struct GpsdAddress: Hashable, Sendable {
    package var host: String
    package var port: Int
    /// Path of the only receiver to follow; nil for the best of all.
    package var device: String?

    package init(host: String = "localhost", port: Int = 2947, device: String? = nil) {
        self.host = host
        self.port = port
        self.device = device
    }

    /// Reads `HOST[:PORT[:DEVICE]]`; an IPv6 address with a port stands in brackets: `[::1]:2947`.
    ///
    /// Throws `badAddress`.
    package init(_ text: String) throws(FeedError) {
        let (host, rest) = try Self.split(text)
        let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(host: host.isEmpty ? "localhost" : host)
        if let port = parts.first, !port.isEmpty { self.port = try Self.port(port, in: text) }
        if parts.count == 2, !parts[1].isEmpty { device = String(parts[1]) }
    }

    /// The host, and what follows its colon.
    private static func split(_ text: String) throws(FeedError) -> (String, Substring) {
        if text.hasPrefix("/") {
            throw FeedError(
                .badAddress, "\(text): is a device, not a gpsd; write localhost:2947:\(text)")
        }
        if isIPv6(text) { return (text, "") }
        guard text.hasPrefix("[") else {
            guard let colon = text.firstIndex(of: ":") else { return (text, "") }
            return (String(text[..<colon]), text[text.index(after: colon)...])
        }
        guard let close = text.firstIndex(of: "]") else {
            throw FeedError(.badAddress, "\(text): the bracket is not closed; write [::1]:2947")
        }
        let host = String(text[text.index(after: text.startIndex)..<close])
        let rest = text[text.index(after: close)...]
        guard isIPv6(host), rest.isEmpty || rest.hasPrefix(":") else {
            throw FeedError(
                .badAddress, "\(text): brackets hold an IPv6 address only; write [::1]:2947")
        }
        return (host, rest.dropFirst())
    }

    private static func port(_ text: Substring, in whole: String) throws(FeedError) -> Int {
        guard let port = Int(text), 1...65_535 ~= port else {
            throw FeedError(
                .badAddress,
                "\(whole): \(text) is no port (1 to 65535); write HOST[:PORT[:DEVICE]]")
        }
        return port
    }

    private static func isIPv6(_ text: String) -> Bool {
        // A scope ("fe80::1%eth0") is the resolver's business.
        var address = in6_addr()
        return inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &address) == 1
    }

    /// True for this machine's own names, where trying often costs nobody anything.
    package var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

extension GpsdAddress: CustomStringConvertible {
    /// `localhost:2947`, `[::1]:2947`; the device is not part of it.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
