import Domain

/// Korea's clock, by which its services tell their times and count their days: nine hours east of UTC, without summer time.
enum KST {
    static let offset = 9 * 3600

    /// `20251214` and `1400`, as text or as numbers; nil for a time that no clock shows.
    static func time(date: JSON, clock: JSON) -> Timestamp? {
        guard let date = date.integer, let clock = clock.integer,
            0...99_999_999 ~= date, 0...9999 ~= clock
        else { return nil }
        let day = "\((date / 10000).digits(4))-\((date / 100 % 100).digits(2))"
        let hour = "\((clock / 100).digits(2)):\((clock % 100).digits(2))"
        return Timestamp(rfc3339: "\(day)-\((date % 100).digits(2))T\(hour):00+09:00")
    }

    static func date(of time: Timestamp) -> LocalDate { CivilTime(time, offset: offset).date }

    /// Seconds since midnight.
    static func secondOfDay(_ time: Timestamp) -> Double {
        time.secondsInto(86400, offset: Int64(offset))
    }

    /// Seconds to the next midnight, at least 1.
    static func secondsToMidnight(_ time: Timestamp) -> Double {
        time.secondsToNext(86400, offset: Int64(offset))
    }

    static func midnight(before time: Timestamp) -> Timestamp {
        time.adding(seconds: -secondOfDay(time))
    }
}
