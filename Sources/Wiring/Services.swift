package import Concurrency
package import Domain
package import Lookup

/// The providers that the settings name, in their order, each with its sender.
package struct Services: Sendable {
    package private(set) var address: [any AddressProvider] = []
    package private(set) var weather: [any WeatherProvider] = []
    /// Who can find a place by name.
    package private(set) var finders: [any PlaceFinder] = []
    package private(set) var senders: [ProviderSender] = []
    /// For places told by city id or postal code, which it alone knows, whether or not a part uses it.
    package let openWeatherMap: OpenWeatherMap

    /// Requests go through `transport`, run in `pool` and are counted in `cache`.
    package init(
        _ settings: Settings, keys: KeyStore, transport: any Transport,
        cache: LookupCache? = nil, pool: JobPool, time: TimeSource = .live, log: Log
    ) {
        let userAgent = UserAgent.text(version: Version.number, contact: settings.contact)
        func sender(_ name: String, _ rules: Politeness.Rules) -> ProviderSender {
            ProviderSender(
                name: name, rules: rules, key: keys[name], userAgent: userAgent,
                transport: transport, cache: cache, pool: pool, time: time, log: log)
        }
        var found: [String: Service.Provider] = [:]
        var senders: [String: ProviderSender] = [:]
        for name in settings.weatherProviders + settings.addressProviders where found[name] == nil {
            guard let service = Service.named(name) else { continue }
            let sender = sender(name, service.rules)
            let base = settings[provider: name].baseURL
            let provider = service.provider(
                Service.Connection(
                    base: base, names: service.names(base) ?? base, fetch: sender.fetch,
                    now: time.wall))
            found[name] = provider
            senders[name] = sender
            self.senders.append(sender)
            if let finder = provider.finder { finders.append(finder) }
        }
        let name = "openweathermap"
        openWeatherMap = OpenWeatherMap(
            baseURL: settings[provider: name].baseURL,
            fetch: (senders[name] ?? sender(name, Politeness.Rules())).fetch, now: time.wall)
        address = settings.addressProviders.compactMap { found[$0]?.address }
        weather = settings.weatherProviders.compactMap { found[$0]?.weather }
    }
}
