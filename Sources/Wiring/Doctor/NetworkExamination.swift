import Concurrency
import Domain
import Glibc
import Lookup

/// Whether there is a way out, and whether the hosts that the settings name have an address.
package enum NetworkExamination {
    static func findings(_ settings: Settings, _ environment: [String: String]) async -> [Finding] {
        let names = settings.weatherProviders + settings.addressProviders
        var seen: Set<String> = []
        let hosts = names.filter { Service.named($0) != nil }
            .map { Self.name(of: ProviderRequest.host(of: settings[provider: $0].baseURL)) }
            .filter { !isOwn($0) && seen.insert($0).inserted }
        guard !hosts.isEmpty else { return [] }
        // A proxy finds the hosts, and knows the way.
        let proxies = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        if let proxy = proxies.first(where: { !(environment[$0] ?? "").isEmpty }) {
            return [.well("network", "requests go through the proxy of \(proxy)")]
        }
        let unresolved = await onBlockingThread(interrupt: {}) { hosts.compactMap(Self.unresolved) }
        return findings(
            hasRoute: hasRoute(
                SmallFile.text("/proc/net/route"), SmallFile.text("/proc/net/ipv6_route")),
            hosts: hosts, unresolved: unresolved)
    }

    /// `unresolved` are those of `hosts` without an address, each with the system's reason.
    package static func findings(
        hasRoute: Bool, hosts: [String], unresolved: [(host: String, reason: String)]
    ) -> [Finding] {
        guard hasRoute else {
            return [
                .wrong(
                    "network",
                    "there is no default route, so nothing outside can be reached: connect this machine"
                        + " (`ip route`)")
            ]
        }
        guard let first = unresolved.first else {
            return [.well("network", "there is a route, and names are resolved")]
        }
        guard unresolved.count < hosts.count else {
            return [
                .wrong(
                    "network",
                    "no name is resolved (\(first.reason)): set a name server (/etc/resolv.conf)")
            ]
        }
        return unresolved.map {
            .wrong("network", "\($0.host) is not resolved (\($0.reason)): check its base_url")
        }
    }

    /// By the tables of the kernel: a destination of nothing, and for IPv6 a way that is not the machine itself.
    package static func hasRoute(_ ipv4: String, _ ipv6: String) -> Bool {
        let isThere = ipv4.split(separator: "\n").dropFirst().contains { line in
            let fields = line.split { $0 == "\t" || $0 == " " }
            return fields.count > 7 && fields[1] == "00000000" && fields[7] == "00000000"
        }
        return isThere
            || ipv6.split(separator: "\n").contains { line in
                let fields = line.split(separator: " ")
                return fields.count > 9 && fields[1] == "00" && fields[9] != "lo"
                    && fields[0].allSatisfy { $0 == "0" }
            }
    }

    /// Without a port and brackets.
    package static func name(of host: String) -> String {
        if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
        return String(host.prefix { $0 != ":" })
    }

    /// Needs neither a route nor a name server.
    private static func isOwn(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    private static func unresolved(_ host: String) -> (host: String, reason: String)? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, nil, &hints, &list)
        defer { if status == 0 { freeaddrinfo(list) } }
        return status == 0 ? nil : (host, String(cString: gai_strerror(status)))
    }
}
