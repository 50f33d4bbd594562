import Domain

extension Timestamp {
    /// Seconds since the last full `period` on a clock `offset` seconds east of UTC.
    func secondsInto(_ period: Int64, offset: Int64 = 0) -> Double {
        let period = period * 1000
        // Twice, as the rest of a time before 1970 is negative.
        return Double(((milliseconds + offset * 1000) % period + period) % period) / 1000
    }

    /// Seconds to the next full `period` on that clock, at least 1.
    func secondsToNext(_ period: Int64, offset: Int64 = 0) -> Double {
        max(1, Double(period) - secondsInto(period, offset: offset))
    }
}
