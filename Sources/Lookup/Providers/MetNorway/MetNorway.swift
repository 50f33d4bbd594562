package import Domain

/// MET Norway's Locationforecast: weather now and days to come for the whole world, without a key.
///
/// Its terms, https://api.met.no/doc/TermsOfService, want a contact in the User-Agent, at most four decimals, and no
/// second request for a place before the `Expires` of the first. It tells no gusts, no sun and no time zone.
package struct MetNorway: WeatherProvider {
    /// The only host; a setting for proxies.
    package static let defaultBaseURL = "https://api.met.no"
    /// What its terms want shown wherever its data is.
    package static let attribution =
        "Data from MET Norway (https://api.met.no/), CC BY 4.0 / NLOD"

    package let name = "met-norway"
    private let baseURL: String
    private let fetch: ProviderFetch
    private let now: @Sendable () -> Timestamp

    /// `now` is the wall clock: it tells which hour of the answer is the present one.
    package init(
        baseURL: String = MetNorway.defaultBaseURL, fetch: @escaping ProviderFetch,
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.baseURL = baseURL
        self.fetch = fetch
        self.now = now
    }

    /// What is forecast for the present hour; no station measured it.
    package func weather(_ query: Query) async throws(LookupFailure) -> Weather {
        let series = try await series(.weather, query)
        guard let step = series.current(at: now()),
            let weather = Weather(metNorway: step, zone: query.zone)
        else { throw reader(.weather).nothingThere() }
        return weather
    }

    /// Five days, the first from now on, as the clocks of the query's zone cut them; without one those of UTC.
    package func forecast(_ query: Query) async throws(LookupFailure) -> Forecast {
        let series = try await series(.forecast, query)
        let forecast = Forecast(metNorway: series, zone: query.zone ?? .utc, now: now())
        guard forecast.saysSomething else { throw reader(.forecast).nothingThere() }
        return forecast
    }

    /// Both parts are in one document, so both ask for it with the same words.
    private func series(
        _ part: Part, _ query: Query
    ) async throws(LookupFailure) -> MetNorwaySeries {
        // More decimals are refused.
        let place = query.coordinate.rounded(to: 0.0001)
        let url = ServiceURL(base: baseURL, path: "/weatherapi/locationforecast/2.0/compact")
            .adding(place)
        let answer = try await fetch(
            ProviderRequest(part: part, url: url.text, keepsAnswer: true, needsContact: true))
        // The bodies of its errors are pages for people: only the status counts.
        if answer.status == 422 {
            throw reader(part).failure(.notCovered, "\(name) does not cover this place")
        }
        let json = try reader(part).json(of: answer)
        guard let series = MetNorwaySeries(json) else { throw reader(part).misses("a forecast") }
        // GeoJSON has the longitude first.
        let position = json["geometry"]["coordinates"]
        try reader(part).check(Coordinate(position[1], position[0]), isAt: query.coordinate)
        guard series.steps.isEmpty || series.current(at: now()) != nil else {
            throw reader(part).failure(.badAnswer, "\(name) answered for another time")
        }
        return series
    }

    private func reader(_ part: Part) -> AnswerReader {
        AnswerReader(
            provider: name, part: part, now: now(), limitWait: 600,
            refusedAdvice: "set `contact` and keep to its terms of service", complaint: { _ in nil }
        )
    }
}
