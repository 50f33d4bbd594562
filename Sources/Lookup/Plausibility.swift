package import Domain

/// Whether an answer can be of the place and the time that were asked for; a cache or a proxy in between, or a service
/// that stands still, gives whole and well-formed answers to another question.
extension Found {
    /// What it is of instead, to end the sentence "… answered for another"; nil when nothing speaks against it.
    ///
    /// A clock without a battery is behind, and what is ahead of it may be its own fault. So only the receiver's time of
    /// the fix, where it is known, tells an answer from the future.
    package func doubt(at now: Timestamp, measuredAt: Timestamp? = nil) -> String? {
        let latest = measuredAt.map { max($0, now).adding(seconds: Self.farthestAhead) }
        func isAhead(_ time: Timestamp) -> Bool { latest.map { time > $0 } ?? false }
        switch self {
        case .address(let address): return (address.distance ?? 0) > 100_000 ? "place" : nil
        case .weather(let weather):
            guard let time = weather.observedAt else { return nil }
            let isOf = now.seconds(since: time) <= 6 * 3600 && !isAhead(time)
            return isOf ? nil : "time (observed \(time.rfc3339))"
        case .forecast(let forecast):
            if forecast.isOver(at: now) { return "time (its forecast is over)" }
            return forecast.start.map(isAhead) == true ? "time (its forecast is to come)" : nil
        }
    }

    /// Without what is past of a forecast.
    package func ahead(of now: Timestamp) -> Found {
        guard case .forecast(var forecast) = self else { return self }
        forecast.days = forecast.days(from: now)
        forecast.hours = forecast.hours(from: now)
        return .forecast(forecast)
    }

    /// Seconds: an observation told a little early, a forecast that begins tomorrow, and the zones of the Earth.
    private static let farthestAhead = 2 * 86_400.0
}

extension Forecast {
    /// All of its days or all of its hours lie before `now`.
    fileprivate func isOver(at now: Timestamp) -> Bool {
        !days.isEmpty && days(from: now).isEmpty || !hours.isEmpty && hours(from: now).isEmpty
    }

    /// Today's and later.
    fileprivate func days(from now: Timestamp) -> [Day] {
        // Without an offset, by the clock that is last on Earth to begin a day.
        let today = CivilTime(now, offset: utcOffset ?? -12 * 3600).date
        return days.filter { $0.date >= today }
    }

    /// The present step and later ones; a step lasts until the next, the last one as long as the one before it.
    fileprivate func hours(from now: Timestamp) -> [Hour] {
        let times = hours.map(\.time).sorted()
        let last = times.dropLast().last.flatMap { before in
            times.last.map { $0.seconds(since: before) }
        }
        let next = times.first { $0 > now }
        let present = times.last { $0 <= now }
        return hours.filter { hour in
            if hour.time > now { return true }
            guard hour.time == present else { return false }
            let end = next ?? hour.time.adding(seconds: last ?? 3600)
            return end > now && now.seconds(since: hour.time) < 6 * 3600
        }
    }

    /// When the first of it is, at the latest.
    fileprivate var start: Timestamp? {
        let day = days.map(\.date).min().map { date in
            let midnight = CivilTime(year: date.year, month: date.month, day: date.day)
            return Timestamp(seconds: Double(midnight.secondsSince1970))
        }
        return [day, hours.map(\.time).min()].compactMap { $0 }.min()
    }
}
