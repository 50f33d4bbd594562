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
                name: name, rules: Self.rules(of: name), key: keys[name], userAgent: userAgent,
                transport: transport, pool: pool, time: time, log: log)
        }
        let openWeatherMapSender = sender("openweathermap")
        openWeatherMap = OpenWeatherMap(
            baseURL: settings[provider: "openweathermap"].baseURL,
            fetch: openWeatherMapSender.fetch, now: time.wall)

        var found: [String: Provider] = [:]
        for name in settings.weatherProviders + settings.addressProviders where found[name] == nil {
            let base = settings[provider: name].baseURL
            let sender = name == openWeatherMap.name ? openWeatherMapSender : sender(name)
            senders.append(sender)
            let provider: Provider =
                switch name {
                case "open-meteo": .openMeteo(base, sender.fetch, time.wall)
                case "nominatim": .nominatim(base, sender.fetch, time.wall)
                // The settings know no other.
                default: Provider(openWeatherMap, openWeatherMap, openWeatherMap)
                }
            found[name] = provider
            finders.append(provider.finder)
        }
        address = settings.addressProviders.compactMap { found[$0]?.address }
        weather = settings.weatherProviders.compactMap { found[$0]?.weather }
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

/// What one provider can do.
private struct Provider {
    var address: (any AddressProvider)?
    var weather: (any WeatherProvider)?
    var finder: any PlaceFinder

    init(
        _ address: (any AddressProvider)?, _ weather: (any WeatherProvider)?,
        _ finder: any PlaceFinder
    ) {
        self.address = address
        self.weather = weather
        self.finder = finder
    }

    static func openMeteo(
        _ base: String, _ fetch: @escaping ProviderFetch, _ now: @escaping @Sendable () -> Timestamp
    ) -> Provider {
        // Names have a host of their own; a server of one's own has one for all.
        let isPublic = base == OpenMeteo.defaultBaseURL
        let names = isPublic ? OpenMeteoGeocoding.defaultBaseURL : base
        return Provider(
            nil, OpenMeteo(baseURL: base, fetch: fetch, now: now),
            OpenMeteoGeocoding(baseURL: names, fetch: fetch, now: now))
    }

    static func nominatim(
        _ base: String, _ fetch: @escaping ProviderFetch, _ now: @escaping @Sendable () -> Timestamp
    ) -> Provider {
        let nominatim = Nominatim(baseURL: base, fetch: fetch, now: now)
        return Provider(nominatim, nil, nominatim)
    }
}
