package import Domain

/// OpenWeatherMap's free services: weather now, five days in steps of three hours, and names of towns.
///
/// Needs a key. Its geocoder knows towns, never streets.
package struct OpenWeatherMap: Sendable {
    /// How a place is named to it; anything but a coordinate goes through its own, frozen geocoder.
    package enum Target: Hashable, Sendable {
        case coordinate(Coordinate)
        /// `city`, `city,country` or, in the USA, `city,state,country`.
        case name(String)
        /// Its own number of a town, 1835848 for Seoul.
        case cityID(Int)
        /// In the USA when no country is given.
        case postalCode(String, country: String?)
    }

    /// The only host; a setting for tests and proxies.
    package static let defaultBaseURL = "https://api.openweathermap.org"
    /// What its terms want shown wherever its data is.
    package static let attribution =
        "Weather data provided by OpenWeather (https://openweathermap.org/), CC BY-SA 4.0"

    package let name = "openweathermap"
    private let baseURL: String
    private let fetch: ProviderFetch
    private let now: @Sendable () -> Timestamp

    /// `now` is the wall clock, for times to ask again.
    package init(
        baseURL: String = OpenWeatherMap.defaultBaseURL, fetch: @escaping ProviderFetch,
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.baseURL = baseURL
        self.fetch = fetch
        self.now = now
    }

    /// The weather now, with the coordinate that the service resolved `target` to.
    package func weather(
        of target: Target, language: Language
    ) async throws(LookupFailure) -> (weather: Weather, coordinate: Coordinate?) {
        let json = try await get(.weather, data("/data/2.5/weather", target, language))
        guard let weather = Weather(openWeatherMap: json) else {
            throw reader(.weather).misses("weather")
        }
        return (weather, Coordinate(json["coord"]))
    }

    /// Five days, with the coordinate that the service resolved `target` to.
    package func forecast(
        of target: Target, language: Language
    ) async throws(LookupFailure) -> (forecast: Forecast, coordinate: Coordinate?) {
        let json = try await get(.forecast, data("/data/2.5/forecast", target, language))
        guard case .array(let steps) = json["list"] else {
            throw reader(.forecast).misses("a forecast")
        }
        let forecast = Forecast(openWeatherMap: steps, city: json["city"])
        guard !forecast.hours.isEmpty else { throw reader(.forecast).nothingThere() }
        return (forecast, Coordinate(json["city"]["coord"]))
    }
}

extension OpenWeatherMap: WeatherProvider {
    /// The weather at a coordinate.
    package func weather(_ query: Query) async throws(LookupFailure) -> Weather {
        let found = try await weather(
            of: .coordinate(query.coordinate), language: query.language)
        try reader(.weather).check(found.coordinate, isAt: query.coordinate)
        return found.weather
    }

    /// Five days at a coordinate.
    package func forecast(_ query: Query) async throws(LookupFailure) -> Forecast {
        let found = try await forecast(
            of: .coordinate(query.coordinate), language: query.language)
        try reader(.forecast).check(found.coordinate, isAt: query.coordinate)
        return found.forecast
    }
}

extension OpenWeatherMap {
    func url(_ path: String) -> ServiceURL { ServiceURL(base: baseURL, path: path) }

    private func data(_ path: String, _ target: Target, _ language: Language) -> ServiceURL {
        let place = url(path)
        let located =
            switch target {
            case .coordinate(let coordinate): place.adding(coordinate)
            case .name(let name): place.adding("q", name)
            case .cityID(let id): place.adding("id", String(id))
            case .postalCode(let code, let country): place.adding("zip", code, country)
            }
        // Its Korean is `kr`; `ko` is not known to it.
        return located.adding("units", "metric")
            .adding("lang", language == .ko ? "kr" : language.rawValue)
    }

    /// Sends the request and gives the body, or the reason why there is none.
    func get(_ part: Part, _ url: ServiceURL) async throws(LookupFailure) -> JSON {
        let answer = try await fetch(
            ProviderRequest(part: part, url: url.text, key: .query("appid")))
        return try reader(part).json(of: answer)
    }

    func reader(_ part: Part) -> AnswerReader {
        AnswerReader(
            provider: name, part: part, now: now(), limitWait: 600,
            refusedAdvice: "check its key: one younger than two hours does not work yet",
            complaint: Self.complaint)
    }

    /// `cod` beside a message: the status once more, as a number or as text, also under status 200.
    private static func complaint(_ json: JSON) -> Complaint? {
        guard let status = json["cod"].integer, status != 200 else { return nil }
        // Other texts might repeat the key.
        let known = ["wrong latitude", "wrong longitude", "Nothing to geocode"]
        let text = json["message"].text.flatMap { known.contains($0) ? $0 : nil }
        return Complaint(code: AnswerReader.code(status: status), text: text)
    }
}

extension ServiceURL {
    func adding(_ coordinate: Coordinate) -> ServiceURL {
        adding("lat", degrees: coordinate.latitude).adding("lon", degrees: coordinate.longitude)
    }

    func adding(_ name: String, _ postalCode: String, _ country: String?) -> ServiceURL {
        adding(name, country.map { "\(postalCode),\($0)" } ?? postalCode)
    }
}

extension Coordinate {
    /// Nil unless `lat` and `lon` are there and in range; both come as numbers or, from Nominatim, as text.
    init?(_ json: JSON) { self.init(json["lat"], json["lon"]) }

    /// Nil unless both are there and in range.
    init?(_ latitude: JSON, _ longitude: JSON) {
        guard let latitude = latitude.number, let longitude = longitude.number else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
