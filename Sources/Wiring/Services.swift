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

    /// Requests go through `transport` and run in `pool`.
    package init(
        _ settings: Settings, keys: KeyStore, transport: any Transport, pool: JobPool,
        time: TimeSource = .live, log: Log
    ) {
        let userAgent = UserAgent.text(version: Version.number, contact: settings.contact)
        func sender(_ name: String) -> ProviderSender {
            ProviderSender(
                name: name, rules: Self.rules(of: name),
                key: keys[name], userAgent: userAgent,
                transport: transport, pool: pool, time: time, log: log)
        }
        let openWeatherMapSender = sender("openweathermap")
        openWeatherMap = OpenWeatherMap(
            baseURL: settings[provider: "openweathermap"].baseURL,
            fetch: openWeatherMapSender.fetch, now: time.wall)

        var addresses: [String: any AddressProvider] = [:]
        var weathers: [String: any WeatherProvider] = [:]
        var seen: Set<String> = []
        for name in settings.weatherProviders + settings.addressProviders
        where seen.insert(name).inserted {
            let base = settings[provider: name].baseURL
            switch name {
            case "openweathermap":
                senders.append(openWeatherMapSender)
                weathers[name] = openWeatherMap
                addresses[name] = openWeatherMap
                finders.append(openWeatherMap)
            case "open-meteo":
                let sender = sender(name)
                senders.append(sender)
                weathers[name] = OpenMeteo(baseURL: base, fetch: sender.fetch, now: time.wall)
                // Names have a host of their own; a server of one's own has one for all.
                let isPublic = base == OpenMeteo.defaultBaseURL
                finders.append(
                    OpenMeteoGeocoding(
                        baseURL: isPublic ? OpenMeteoGeocoding.defaultBaseURL : base,
                        fetch: sender.fetch, now: time.wall))
            case "nominatim":
                let sender = sender(name)
                senders.append(sender)
                let provider = Nominatim(baseURL: base, fetch: sender.fetch, now: time.wall)
                addresses[name] = provider
                finders.append(provider)
            default: break  // The settings know no other.
            }
        }
        address = settings.addressProviders.compactMap { addresses[$0] }
        weather = settings.weatherProviders.compactMap { weathers[$0] }
    }

    /// What each provider asks of its users; the figures are those of its own terms.
    private static func rules(of provider: String) -> Politeness.Rules {
        switch provider {
        // https://open-meteo.com/en/terms: 10,000 calls a day.
        case "open-meteo": Politeness.Rules(dailyQuota: 10_000)
        // https://operations.osmfoundation.org/policies/nominatim/: at most one request a second.
        case "nominatim": Politeness.Rules(spacing: 1, rateLimitWait: 3600)
        // https://openweathermap.org/price: 1,000,000 calls a month; blocked for ten minutes after too many.
        default: Politeness.Rules(dailyQuota: 32_000, rateLimitWait: 600)
        }
    }
}
