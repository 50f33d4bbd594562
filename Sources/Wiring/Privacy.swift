package import Domain
package import Lookup

/// What leaves this machine by the settings, and how often it did.
package enum Privacy {
    /// A host is listed when the settings have it asked, or when it was asked within the last day.
    ///
    /// `usage` are the requests of the last 24 hours by host, `published` the messages to the broker since then.
    package static func disclosures(
        _ settings: Settings, keys: KeyStore, usage: [RequestCount], published: Int = 0
    ) -> [Disclosure] {
        var found: [Disclosure] = []
        func add(_ disclosure: Disclosure) {
            guard
                let index = found.firstIndex(where: {
                    $0.host == disclosure.host && $0.provider == disclosure.provider
                })
            else { return found.append(disclosure) }
            found[index].places += disclosure.places
            found[index].names = found[index].names || disclosure.names
            found[index].language = found[index].language ?? disclosure.language
        }
        for service in Service.all {
            let parts = service.parts.filter { settings.providers(of: $0).contains(service.name) }
            let hasKey = service.isKeyed && keys[service.name] != nil
            // Its key alone has it asked for postal codes and numbers of cities, which stand for names.
            let isForCodes = service.name == Service.openWeatherMap.name && hasKey
            guard !parts.isEmpty || isForCodes else { continue }
            let base = settings[provider: service.name].baseURL
            let disclosure = Disclosure(
                host: ProviderRequest.host(of: base), provider: service.name,
                places: parts.map { Disclosure.Place($0, cell: $0.cellDegrees) },
                hasKey: hasKey, language: service.tellsLanguage ? settings.language : nil,
                contact: settings.contact, lacks: service.lack(settings, keys))
            if !parts.isEmpty { add(disclosure) }
            guard let names = service.names(base) else { continue }
            var asked = disclosure
            asked.host = ProviderRequest.host(of: names)
            asked.places = []
            asked.names = true
            asked.language = settings.language
            add(asked)
        }
        for asked in usage {
            add(Disclosure(host: asked.host, provider: asked.provider))
            for index in found.indices
            where found[index].host == asked.host && found[index].provider == asked.provider {
                found[index].requests += asked.count
            }
        }
        if let broker = settings.mqtt.broker {
            add(
                Disclosure(
                    host: broker.host, provider: "mqtt", fixes: true,
                    hasKey: keys[KeyStore.broker] != nil,
                    requests: published))
        }
        return found
    }
}

extension Settings {
    /// Who is asked for `part`, in order.
    func providers(of part: Part) -> [String] {
        part == .address ? addressProviders : weatherProviders
    }
}
