import Domain

extension Forecast {
    /// Reads the steps from `now` on, with days as `zone` cuts them.
    init(metNorway series: MetNorwaySeries, zone: Zone, now: Timestamp) {
        self.init(provider: "met-norway")
        issuedAt = series.updatedAt
        guard let current = series.current(at: now) else { return }
        utcOffset = zone.offset(at: current.time)
        let steps = series.hours
        // Of the first day what is past belongs to it too, as far as it was sent.
        let today = zone.civil(current.time).date
        let byDate = Dictionary(grouping: steps) { zone.civil($0.time).date }
        let dates = byDate.keys.filter { $0 >= today }.sorted().prefix(5)
        days = dates.map { Day($0, metNorway: byDate[$0] ?? []) }
        hours = steps.filter { step in
            step.time >= current.time && dates.contains(zone.civil(step.time).date)
        }
    }
}

extension MetNorwaySeries {
    fileprivate var hours: [Forecast.Hour] {
        let next = steps.dropFirst().map { Optional($0.time) } + [nil]
        return zip(steps, next).map { Forecast.Hour(metNorway: $0, until: $1) }
    }
}

extension Forecast.Hour {
    /// Reads one step with the window that reaches to the next step: the two sums of a step overlap, so that only one
    /// of them may count.
    fileprivate init(metNorway step: MetNorwayStep, until next: Timestamp?) {
        self.init(time: step.time)
        temperature = step.instant["air_temperature"].number
        windSpeed = step.instant["wind_speed"].number
        let isLong = next.map { $0.seconds(since: step.time) >= 6 * 3600 } ?? true
        if isLong {
            condition = step.nextSixHours.condition ?? step.nextHour.condition
            precipitation = step.nextSixHours.precipitation ?? step.nextHour.precipitation
        } else {
            condition = step.nextHour.condition ?? step.nextSixHours.condition
            precipitation = step.nextHour.precipitation
        }
    }
}

extension Forecast.Day {
    /// A window belongs to the day in which it begins, also when it ends after midnight.
    fileprivate init(_ date: LocalDate, metNorway steps: [Forecast.Hour]) {
        self.init(date: date)
        min = steps.compactMap(\.temperature).min()
        max = steps.compactMap(\.temperature).max()
        condition = steps.compactMap(\.condition).worst
        let sums = steps.compactMap(\.precipitation)
        precipitation = sums.isEmpty ? nil : sums.reduce(0, +).hundredths
    }
}
