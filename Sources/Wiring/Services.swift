package import Concurrency
package import Domain
package import Gazetteer
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
        cache: LookupCache? = nil, gazetteer: Gazetteer? = nil, pool: JobPool,
        time: TimeSource = .live, log: Log
    ) {
        let userAgent = UserAgent.text(version: Version.number, contact: settings.contact)
        func makeSender(_ service: Service) -> ProviderSender {
            let key = keys[service.name]
            return ProviderSender(
                name: service.name, rules: service.rules,
                key: service.unescapesKey ? key?.unescaped : key, userAgent: userAgent,
                baseURL: settings[provider: service.name].baseURL, transport: transport,
                cache: cache, pool: pool, time: time, log: log)
        }
        // Whoever is asked for addresses: for a name this machine's own places come first.
        if let gazetteer { finders.append(gazetteer) }
        var found: [String: Service.Provider] = [:]
        var senders: [String: ProviderSender] = [:]
        for name in settings.weatherProviders + settings.addressProviders where found[name] == nil {
            guard let service = Service.named(name) else { continue }
            let sender = makeSender(service)
            let base = settings[provider: name].baseURL
            let names = service.names(base) ?? base
            // What another host says of names is no word of this one: a refusal there must not end the weather.
            let isOneHost = ProviderRequest.host(of: names) == ProviderRequest.host(of: base)
            let provider = service.provider(
                Service.Connection(
                    base: base, fetch: sender.fetch, names: names,
                    fetchNames: (isOneHost ? sender : makeSender(service)).fetch, now: time.wall))
            found[name] = provider
            senders[name] = sender
            self.senders.append(sender)
            if let finder = provider.finder { finders.append(finder) }
        }
        let service = Service.openWeatherMap
        openWeatherMap = OpenWeatherMap(
            baseURL: settings[provider: service.name].baseURL,
            fetch: (senders[service.name] ?? makeSender(service)).fetch, now: time.wall)
        address = settings.addressProviders.compactMap {
            $0 == gazetteer?.name ? gazetteer : found[$0]?.address
        }
        weather = settings.weatherProviders.compactMap { found[$0]?.weather }
    }
}
