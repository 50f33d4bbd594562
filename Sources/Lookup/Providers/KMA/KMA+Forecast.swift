import Domain

extension Forecast {
    /// Joins three forecasts: the hours of the next six over those of the days, and the mid term's days behind them.
    ///
    /// Hours that are over and days before today are left out: an issue may be hours old.
    init(kma shortTerm: KMAIssue, next: KMAIssue?, _ midTerm: KMAMidTerm, now: Timestamp) {
        self.init(provider: KMA.name)
        issuedAt = shortTerm.issuance.time
        utcOffset = KST.offset
        let slots = KMASlot.merge(next?.slots ?? [], over: shortTerm.slots)
        hours = slots.filter { $0.time > now.adding(seconds: -3600) }.map(\.hour)
        days = KMASlot.days(slots, from: KST.date(of: now))
        let last = days.last?.date
        let rest = midTerm.days.values.filter { day in last.map { day.date > $0 } ?? true }
        days += rest.sorted { $0.date < $1.date }
    }
}

extension KMASlot {
    /// One of each hour, in order; the values of `newer` before those of `older`.
    static func merge(_ newer: [KMASlot], over older: [KMASlot]) -> [KMASlot] {
        var slots: [Timestamp: KMASlot] = [:]
        for slot in older { slots[slot.time] = slot }
        for slot in newer {
            slots[slot.time] = slots[slot.time].map { slot.completed(by: $0) } ?? slot
        }
        return slots.values.sorted { $0.time < $1.time }
    }

    fileprivate var hour: Forecast.Hour {
        var hour = Forecast.Hour(time: time)
        hour.temperature = temperature
        hour.condition = condition
        hour.precipitationProbability = probability
        hour.precipitation = rain?.typical
        hour.windSpeed = windSpeed
        return hour
    }

    /// Days of Korea from `today` on. The midnight that ends the forecast would pass for a day of its own.
    fileprivate static func days(_ slots: [KMASlot], from today: LocalDate) -> [Forecast.Day] {
        guard let end = slots.last?.time.adding(seconds: -1) else { return [] }
        let dates = today...max(today, KST.date(of: end))
        let byDate = Dictionary(grouping: slots) { KST.date(of: $0.time) }
        return byDate.keys.filter(dates.contains).sorted().map { day($0, byDate[$0] ?? []) }
    }

    private static func day(_ date: LocalDate, _ slots: [KMASlot]) -> Forecast.Day {
        var day = Forecast.Day(date: date)
        let temperatures = slots.compactMap(\.temperature)
        day.min = slots.compactMap(\.dayMin).first ?? temperatures.min()
        day.max = slots.compactMap(\.dayMax).first ?? temperatures.max()
        day.condition = slots.compactMap(\.condition).worst
        day.precipitationProbability = slots.compactMap(\.probability).max()
        day.precipitation = sum(slots.compactMap(\.rain))
        return day
    }

    /// Nil when an amount of some hour is not told: the sum of the others would be too small.
    private static func sum(_ amounts: [KMAAmount]) -> Double? {
        let known = amounts.compactMap(\.typical)
        guard !known.isEmpty, known.count == amounts.count else { return nil }
        return known.reduce(0, +).hundredths
    }
}
