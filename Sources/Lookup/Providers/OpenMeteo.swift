package import Domain

/// Open-Meteo's forecast: weather now and days to come for any coordinate, without a key.
///
/// Its free host is for non-commercial use; another server's address goes into `base_url`.
package struct OpenMeteo: WeatherProvider {
    /// The free host, for non-commercial use only.
    package static let defaultBaseURL = "https://api.open-meteo.com"
    /// What its terms want shown wherever its data is.
    package static let attribution =
        "Weather data by Open-Meteo.com (https://open-meteo.com/), CC BY 4.0"

    package let name = "open-meteo"
    private let baseURL: String
    private let fetch: ProviderFetch
    private let now: @Sendable () -> Timestamp

    /// `now` is the wall clock, for times to ask again.
    package init(
        baseURL: String = OpenMeteo.defaultBaseURL, fetch: @escaping ProviderFetch,
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.baseURL = baseURL
        self.fetch = fetch
        self.now = now
    }

    /// The present weather, with today's sunrise and sunset.
    package func weather(_ query: Query) async throws(LookupFailure) -> Weather {
        let url = url(query).adding("current", Self.current)
            .adding("daily", "sunrise,sunset").adding("forecast_days", "1")
        let json = try await get(.weather, url, at: query.coordinate)
        guard json["current"].isObject else { throw reader(.weather).misses("weather") }
        guard let weather = Weather(openMeteo: json) else { throw reader(.weather).nothingThere() }
        return weather
    }

    /// Five days, and 48 hours from now on.
    package func forecast(_ query: Query) async throws(LookupFailure) -> Forecast {
        let url = url(query).adding("daily", Self.daily).adding("forecast_days", "5")
            .adding("hourly", Self.hourly).adding("forecast_hours", "48")
        let json = try await get(.forecast, url, at: query.coordinate)
        guard json["daily"].isObject || json["hourly"].isObject else {
            throw reader(.forecast).misses("a forecast")
        }
        let forecast = Forecast(openMeteo: json)
        guard forecast.saysSomething else { throw reader(.forecast).nothingThere() }
        return forecast
    }

    // Each variable adds to the weight of a call, so only those that are shown are asked for.
    private static let current =
        "temperature_2m,relative_humidity_2m,apparent_temperature,is_day,rain,showers,snowfall,"
        + "weather_code,cloud_cover,pressure_msl,visibility,wind_speed_10m,wind_direction_10m,"
        + "wind_gusts_10m"
    private static let daily =
        "weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,"
        + "precipitation_probability_max"
    private static let hourly =
        "temperature_2m,precipitation_probability,precipitation,weather_code,wind_speed_10m,is_day"

    private func url(_ query: Query) -> ServiceURL {
        ServiceURL(base: baseURL, path: "/v1/forecast")
            .adding("latitude", degrees: query.coordinate.latitude)
            .adding("longitude", degrees: query.coordinate.longitude)
            // Its defaults are GMT, which cuts days at the wrong midnight, and km/h.
            .adding("timezone", "auto").adding("wind_speed_unit", "ms")
    }

    private func get(
        _ part: Part, _ url: ServiceURL, at place: Coordinate
    ) async throws(LookupFailure) -> JSON {
        let answer = try await fetch(ProviderRequest(part: part, url: url.text))
        let whole = try reader(part).json(of: answer)
        // A server that understood more than one coordinate answers with a list.
        let json = whole.items.first ?? whole
        try reader(part).check(
            Coordinate(json["latitude"], json["longitude"]), isAt: place)
        return json
    }

    private func reader(_ part: Part) -> AnswerReader {
        .openMeteo(name, part, now: now())
    }
}
