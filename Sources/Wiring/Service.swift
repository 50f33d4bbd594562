package import Domain
import Lookup

/// A service that is asked over the network: all that settings, wiring, privacy and attribution need to know of it.
package struct Service: Sendable {
    /// How it is reached.
    struct Connection {
        /// Its base URL as configured.
        let base: String
        let fetch: ProviderFetch
        /// The one for names, which may be another host with a sender of its own.
        let names: String
        let fetchNames: ProviderFetch
        let now: @Sendable () -> Timestamp
    }

    /// What it can do.
    struct Provider {
        var address: (any AddressProvider)?
        var weather: (any WeatherProvider)?
        var finder: (any PlaceFinder)?
    }

    /// As the settings have it: "open-meteo".
    package let name: String
    /// As it calls itself.
    package let title: String
    package let baseURL: String
    /// Whether it wants a key of its user.
    package var isKeyed = false
    /// Whether its terms want to know whom to write to.
    var needsContact = false
    /// Whether it is told the language of its answers, for a place; for a name every one is.
    var tellsLanguage = true
    package let parts: [Part]
    /// What its terms want shown wherever its data is.
    package let attribution: String
    /// What it asks of its users; the figures are those of its own terms.
    let rules: Politeness.Rules
    /// It shows its keys escaped for a URL, beside the plain form.
    var unescapesKey = false
    /// Where it looks up names, for a base URL; nil when it does not.
    var names: @Sendable (String) -> String? = { $0 }
    let provider: @Sendable (Connection) -> Provider
}

extension Service {
    /// Nil for a name that no service has.
    package static func named(_ name: String) -> Service? { all.first { $0.name == name } }

    /// The names of those that answer `part`.
    static func names(of part: Part) -> [String] {
        all.filter { $0.parts.contains(part) }.map(\.name)
    }
}
