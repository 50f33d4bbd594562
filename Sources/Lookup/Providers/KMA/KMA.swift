package import Domain

/// Korea's own weather service (기상청) by way of data.go.kr: observations and ten days of forecast for South Korea.
///
/// Needs a key, and an application on data.go.kr for each of two services, short and mid term.
package struct KMA: WeatherProvider {
    /// The gateway of data.go.kr; the paths of both services are below it.
    package static let defaultBaseURL = "https://apis.data.go.kr"
    /// Named wherever its data is.
    package static let attribution =
        "Weather data by the Korea Meteorological Administration (기상청), https://www.data.go.kr/"

    static let name = "kma"
    package var name: String { Self.name }
    let baseURL: String
    let fetch: ProviderFetch
    let now: @Sendable () -> Timestamp
    let memory = KMAMemory()

    /// `now` is the wall clock: it tells which issue to ask for, and when to ask again.
    package init(
        baseURL: String = KMA.defaultBaseURL, fetch: @escaping ProviderFetch,
        now: @escaping @Sendable () -> Timestamp = { .now() }
    ) {
        self.baseURL = baseURL
        self.fetch = fetch
        self.now = now
    }

    /// The last hour's observation, with the sky and lightning of the forecast's first hour.
    ///
    /// Either of the two is enough: see `Weather.init(kma:next:_:)`.
    package func weather(_ query: Query) async throws(LookupFailure) -> Weather {
        let cell = try cell(of: query, .weather)
        async let observed = outcome(.observation, at: .cell(cell), for: .weather)
        async let expected = outcome(.nextHours, at: .cell(cell), for: .weather)
        let answers = await (observed, expected)
        try throwIfCancelled(.weather)
        let observation = try? answers.0.get().observation
        let next = try? answers.1.get().slots.first
        guard let weather = Weather(kma: observation, next: next, query.language) else {
            throw gravest(of: [answers.0, answers.1]) ?? reader(.weather).nothingThere()
        }
        return weather
    }

    /// The hours of up to five days, and days up to the tenth from now.
    ///
    /// Without the forecast of days there is none; without the next hours or the mid term there is less of it. Nothing
    /// is asked where there is no mid term: another service knows more of such a place.
    package func forecast(_ query: Query) async throws(LookupFailure) -> Forecast {
        let cell = try cell(of: query, .forecast)
        guard let region = KMARegion.nearest(to: query.coordinate) else {
            throw notCovered(.forecast)
        }
        async let shortTerm = outcome(.shortTerm, at: .cell(cell), for: .forecast)
        async let nextHours = outcome(.nextHours, at: .cell(cell), for: .forecast)
        async let temperatures = outcome(
            .midTermTemperatures, at: .region(region.code), for: .forecast)
        async let sky = outcome(.midTermSky, at: .region(region.landCode), for: .forecast)
        let answers = await (shortTerm, nextHours, temperatures, sky)
        try throwIfCancelled(.forecast)
        let midTerm = KMAMidTerm(temperatures: try? answers.2.get(), sky: try? answers.3.get())
        let forecast = Forecast(
            kma: try answers.0.get(), next: try? answers.1.get(), midTerm, now: now())
        guard forecast.saysSomething else { throw reader(.forecast).nothingThere() }
        return forecast
    }

    private func cell(of query: Query, _ part: Part) throws(LookupFailure) -> DFSCell {
        guard KMARegion.covers(query.coordinate), let cell = DFSCell(containing: query.coordinate)
        else { throw notCovered(part) }
        return cell
    }

    private func notCovered(_ part: Part) -> LookupFailure {
        reader(part).failure(.notCovered, "\(name) covers South Korea only")
    }

    /// Half an answer, kept because the other half was cancelled, would pass for a whole one.
    private func throwIfCancelled(_ part: Part) throws(LookupFailure) {
        guard Task.isCancelled else { return }
        throw reader(part).failure(.network, "\(name): the lookup was cancelled")
    }

    /// "Nothing there" is believed for an hour, so any other failure goes before it.
    private func gravest(of outcomes: [Result<KMAIssue, LookupFailure>]) -> LookupFailure? {
        let failures = outcomes.compactMap { outcome -> LookupFailure? in
            if case .failure(let failure) = outcome { failure } else { nil }
        }
        return failures.first { $0.code != .notFound } ?? failures.first
    }
}
