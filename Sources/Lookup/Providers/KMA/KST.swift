import Domain

/// Korea's clock, which all times of its weather service are told by: nine hours east of UTC, without summer time.
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
        let (day, shift) = (Int64(86_400_000), Int64(offset) * 1000)
        // Twice, as the rest of a time before 1970 is negative.
        return Double(((time.milliseconds + shift) % day + day) % day) / 1000
    }

    static func midnight(before time: Timestamp) -> Timestamp {
        time.adding(seconds: -secondOfDay(time))
    }
}
