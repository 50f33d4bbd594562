/// Where an MQTT broker is: `mqtt://host[:port]`, or `mqtts://host[:port]` for one that is spoken to by TLS.
package struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
    package let host: String
    package let port: Int
    package let isEncrypted: Bool

    /// Nil for anything else: a path, a name with a password, no host.
    package init?(_ url: String) {
        let schemes = [("mqtt://", 1883, false), ("mqtts://", 8883, true)]
        guard let (scheme, usual, isEncrypted) = schemes.first(where: { url.hasPrefix($0.0) })
        else { return nil }
        var rest = url.dropFirst(scheme.count)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let host: Substring
        // An IPv6 address has colons of its own.
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            host = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
        } else {
            host = rest.prefix { $0 != ":" }
            rest = rest.dropFirst(host.count)
        }
        let port = rest.isEmpty ? usual : rest.first == ":" ? Int(rest.dropFirst()) : nil
        guard let port, 1...65535 ~= port, !host.isEmpty, host.utf8.count <= 253,
            host.unicodeScalars.allSatisfy({
                $0.isASCII && $0.value > 0x20 && !"/?#@\\\"<>[]".unicodeScalars.contains($0)
            })
        else { return nil }
        self.host = String(host)
        self.port = port
        self.isEncrypted = isEncrypted
    }

    package var description: String {
        "\(isEncrypted ? "mqtts" : "mqtt")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
