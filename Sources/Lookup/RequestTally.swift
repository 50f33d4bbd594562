import Domain

/// How many requests went to one host.
package struct RequestCount: Hashable, Sendable {
    package var provider: String
    package var host: String
    package var count: Int

    package init(provider: String, host: String, count: Int) {
        self.provider = provider
        self.host = host
        self.count = count
    }
}

/// Requests counted by the hour of UTC in which they were sent, until they are written. Pure.
struct RequestTally: Sendable {
    struct Key: Hashable, Sendable {
        var provider: String
        var host: String
        /// Hours since 1970.
        var hour: Int64
    }

    private(set) var counts: [Key: Int] = [:]
    private var isWriteDue = false

    /// True when nobody was told before, since the last writing, that there is something to write.
    mutating func add(_ provider: String, host: String, at time: Timestamp) -> Bool {
        counts[Key(provider: provider, host: host, hour: time.hour), default: 0] += 1
        defer { isWriteDue = true }
        return !isWriteDue
    }

    /// From now on a new request has to be written once more.
    mutating func beginWriting() { isWriteDue = false }

    /// Forgets what was written.
    mutating func endWriting() { counts = [:] }
}

extension Timestamp {
    /// Whole hours since 1970.
    var hour: Int64 { Int64((seconds / 3600).rounded(.down)) }
}

extension ProviderRequest {
    /// Where it goes.
    package var host: String { Self.host(of: url) }

    /// Host, and port where one is told, of a URL; a name and password in front are left out.
    package static func host(of url: String) -> String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let authority = rest.prefix { !"/?#".contains($0) }
        return authority.split(separator: "@").last.map { $0.lowercased() } ?? ""
    }
}
