import Domain

/// A time as a person gives it: a day, a minute or an instant, seen from a time zone.
struct TimeArgument {
    /// The first and the last moment that are meant; equal for an instant.
    let first: Timestamp
    let last: Timestamp

    /// Reads RFC 3339, `2026-05-04`, `2026-05-04 13:20`, `today` and `yesterday`; nil for anything else.
    init?(_ text: String, zone: Zone, now: Timestamp) {
        if let time = Timestamp(rfc3339: text) {
            (first, last) = (time, time)
            return
        }
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let day = Self.day(String(parts[0]), zone.civil(now).date) else { return nil }
        switch parts.count {
        case 1:
            first = Self.instants(CivilTime(day), zone).first
            last = Timestamp(
                milliseconds: Self.instants(CivilTime(day.next), zone).first.milliseconds - 1)
        case 2:
            guard let clock = Timestamp(rfc3339: "1970-01-01T\(parts[1]):00Z") else { return nil }
            var civil = CivilTime(clock, offset: 0)
            (civil.year, civil.month, civil.day) = (day.year, day.month, day.day)
            (first, last) = Self.instants(civil, zone)
        default: return nil
        }
    }

    private static func day(_ text: String, _ today: LocalDate) -> LocalDate? {
        switch text {
        case "today": today
        case "yesterday": today.before
        default: LocalDate(text)
        }
    }

    /// When clocks of `zone` show `civil`: twice in the hour that they are set back by.
    private static func instants(
        _ civil: CivilTime, _ zone: Zone
    ) -> (first: Timestamp, last: Timestamp) {
        let utc = Timestamp(milliseconds: civil.secondsSince1970 * 1000)
        // The offsets a day before and after: there is no more than one change in between.
        let times = [-86_400.0, 86_400.0].map { span in
            utc.adding(seconds: -Double(zone.offset(at: utc.adding(seconds: span))))
        }
        let real = times.filter { zone.civil($0) == civil }.sorted()
        // In the hour that is left out the clock shows what it would without the change.
        guard let first = real.first, let last = real.last else { return (times[0], times[0]) }
        return (first, last)
    }
}

extension CivilTime {
    fileprivate init(_ day: LocalDate) {
        self.init(year: day.year, month: day.month, day: day.day)
    }
}

extension LocalDate {
    fileprivate var next: LocalDate { moved(by: 1) }
    fileprivate var before: LocalDate { moved(by: -1) }

    private func moved(by days: Int64) -> LocalDate {
        let seconds = CivilTime(self).secondsSince1970 + days * 86_400
        return CivilTime(Timestamp(milliseconds: seconds * 1000), offset: 0).date
    }
}
