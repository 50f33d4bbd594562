package import Domain

/// Whether an answer can be of the place and the time that were asked for; a cache or a proxy in between, or a service
/// that stands still, gives whole and well-formed answers to another question.
extension Found {
    /// What it is of instead, to end the sentence "… answered for another"; nil when nothing speaks against it.
    package func doubt(at now: Timestamp) -> String? {
        switch self {
        case .address(let address): (address.distance ?? 0) > 100_000 ? "place" : nil
        case .weather(let weather):
            weather.observedAt.flatMap { time in
                let age = now.seconds(since: time)
                // What is ahead may be the fault of a clock without a battery, which is behind.
                return age <= 6 * 3600 ? nil : "time (observed \(time.rfc3339))"
            }
        case .forecast(let forecast):
            forecast.isOver(at: now) ? "time (its forecast is over)" : nil
        }
    }
}

extension Forecast {
    /// The last of its days or of its hours lies before `now`.
    fileprivate func isOver(at now: Timestamp) -> Bool {
        // Without an offset, by the clock that is last on Earth to begin a day.
        let today = CivilTime(now, offset: utcOffset ?? -12 * 3600).date
        let lastDay = days.map(\.date).max()
        let lastHour = hours.map(\.time).max()
        return lastDay.map { $0 < today } ?? false || lastHour.map { $0 < now } ?? false
    }
}
