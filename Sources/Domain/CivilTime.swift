import Glibc

/// A date and time of day as a clock on the wall shows it, at some offset from UTC.
package struct CivilTime: Hashable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int

    package init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// What a clock `offset` seconds east of UTC shows at `time`.
    package init(_ time: Timestamp, offset: Int) {
        var seconds = time_t(time.milliseconds.flooredQuotient(1000) + Int64(offset))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        self.init(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    }

    /// Seconds since 1970 if this is UTC.
    package var secondsSince1970: Int64 {
        var parts = self.parts
        return Int64(timegm(&parts))
    }

    /// 0 is Sunday.
    package var weekday: Int {
        var parts = self.parts
        timegm(&parts)
        return Int(parts.tm_wday)
    }

    /// False for a day that its month does not have.
    var exists: Bool {
        CivilTime(Timestamp(milliseconds: secondsSince1970 * 1000), offset: 0).date == date
    }

    package var date: LocalDate { LocalDate(year: year, month: month, day: day) }

    private var parts: tm {
        var parts = tm()
        parts.tm_year = Int32(year - 1900)
        parts.tm_mon = Int32(month - 1)
        parts.tm_mday = Int32(day)
        parts.tm_hour = Int32(hour)
        parts.tm_min = Int32(minute)
        parts.tm_sec = Int32(second)
        return parts
    }
}

/// A calendar day at a place, without a time zone.
package struct LocalDate: Hashable, Comparable, Codable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// `2026-05-04`
    package init?(_ text: String) {
        guard let time = Timestamp(rfc3339: text + "T00:00:00Z") else { return nil }
        self = CivilTime(time, offset: 0).date
    }

    /// `2026-05-04`
    package var iso: String {
        String(CivilTime(year: year, month: month, day: day).start.rfc3339.prefix(10))
    }

    package var weekday: Int { CivilTime(year: year, month: month, day: day).weekday }

    package static func < (a: LocalDate, b: LocalDate) -> Bool {
        (a.year, a.month, a.day) < (b.year, b.month, b.day)
    }
}

extension CivilTime {
    fileprivate var start: Timestamp { Timestamp(milliseconds: secondsSince1970 * 1000) }
}
