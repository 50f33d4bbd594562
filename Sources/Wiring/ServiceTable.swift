import Domain
import Lookup

extension Service {
    /// Every one of them, those that need no key first.
    package static let all: [Service] = [
        openMeteo, metNorway, nominatim, photon, openWeatherMap, kma, kakao,
    ]

    private static let openMeteo = Service(
        name: "open-meteo", title: "Open-Meteo", baseURL: OpenMeteo.defaultBaseURL,
        tellsLanguage: false, parts: [.weather, .forecast], attribution: OpenMeteo.attribution,
        // https://open-meteo.com/en/terms: 10,000 calls a day.
        rules: Politeness.Rules(dailyQuota: 10_000),
        // Names have a host of their own; a server of one's own has one for all.
        names: { $0 == OpenMeteo.defaultBaseURL ? OpenMeteoGeocoding.defaultBaseURL : $0 }
    ) { connection in
        Provider(
            weather: OpenMeteo(
                baseURL: connection.base, fetch: connection.fetch, now: connection.now),
            finder: OpenMeteoGeocoding(
                baseURL: connection.names,
                fetch: connection.fetchNames, now: connection.now))
    }

    private static let metNorway = Service(
        name: "met-norway", title: "MET Norway", baseURL: MetNorway.defaultBaseURL,
        needsContact: true, tellsLanguage: false, parts: [.weather, .forecast],
        attribution: MetNorway.attribution,
        // https://api.met.no/doc/TermsOfService: at most 20 requests a second of all who use a program.
        rules: Politeness.Rules(spacing: 0.05), names: { _ in nil }
    ) { connection in
        Provider(
            weather: MetNorway(
                baseURL: connection.base, fetch: connection.fetch, now: connection.now))
    }

    private static let nominatim = Service(
        name: "nominatim", title: "Nominatim", baseURL: Nominatim.defaultBaseURL,
        needsContact: true, parts: [.address], attribution: Nominatim.attribution,
        // https://operations.osmfoundation.org/policies/nominatim/: at most one request a second.
        rules: Politeness.Rules(spacing: 1, rateLimitWait: 3600)
    ) { connection in
        let nominatim = Nominatim(
            baseURL: connection.base, fetch: connection.fetch, now: connection.now)
        return Provider(address: nominatim, finder: nominatim)
    }

    private static let photon = Service(
        name: "photon", title: "Photon", baseURL: Photon.defaultBaseURL, parts: [.address],
        attribution: Photon.attribution,
        // https://photon.komoot.io/: fair use, without a figure; so no more often than Nominatim's data is asked for.
        rules: Politeness.Rules(spacing: 1, rateLimitWait: 3600)
    ) { connection in
        let photon = Photon(
            baseURL: connection.base, fetch: connection.fetch, now: connection.now)
        return Provider(address: photon, finder: photon)
    }

    private static let kma = Service(
        name: "kma", title: "KMA (기상청)", baseURL: KMA.defaultBaseURL, isKeyed: true,
        tellsLanguage: false, parts: [.weather, .forecast], attribution: KMA.attribution,
        // Its gateway tells itself when a quota is used up, and whose: https://www.data.go.kr/data/15084084/openapi.do.
        rules: Politeness.Rules(judgesByBody: true), unescapesKey: true, names: { _ in nil }
    ) { connection in
        Provider(
            weather: KMA(
                baseURL: connection.base, fetch: connection.fetch, now: connection.now))
    }

    private static let kakao = Service(
        name: "kakao", title: "Kakao", baseURL: Kakao.defaultBaseURL, isKeyed: true,
        tellsLanguage: false, parts: [.address], attribution: Kakao.attribution,
        // https://developers.kakao.com/docs/latest/en/getting-started/quota: 100,000 a day.
        rules: Politeness.Rules(dailyQuota: 100_000), names: { _ in nil }
    ) { connection in
        Provider(
            address: Kakao(
                baseURL: connection.base, fetch: connection.fetch, now: connection.now))
    }

    static let openWeatherMap = Service(
        name: "openweathermap", title: "OpenWeatherMap", baseURL: OpenWeatherMap.defaultBaseURL,
        isKeyed: true, parts: [.weather, .forecast, .address],
        attribution: OpenWeatherMap.attribution,
        // https://openweathermap.org/price: 1,000,000 calls a month; blocked for ten minutes after too many.
        rules: Politeness.Rules(dailyQuota: 32_000, rateLimitWait: 600)
    ) { connection in
        let openWeatherMap = OpenWeatherMap(
            baseURL: connection.base, fetch: connection.fetch, now: connection.now)
        return Provider(
            address: openWeatherMap, weather: openWeatherMap, finder: openWeatherMap)
    }
}
