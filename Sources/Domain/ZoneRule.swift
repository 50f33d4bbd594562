/// The yearly rule of a zone in POSIX's notation: `PST8PDT,M3.2.0,M11.1.0`.
struct ZoneRule: Hashable, Sendable {
    private struct Summer: Hashable {
        var offset: Int
        var start: YearlyChange
        var end: YearlyChange
    }

    private let standard: Int
    private var summer: Summer?

    /// Nil for text that is no such rule.
    init?(_ text: String) {
        var scanner = RuleScanner(text)
        guard scanner.name(), let west = scanner.time() else { return nil }
        standard = -west
        guard !scanner.isAtEnd else { return }
        guard scanner.name() else { return nil }
        var offset = standard + 3600
        if !scanner.isAtEnd, !scanner.sees(",") {
            guard let west = scanner.time() else { return nil }
            offset = -west
        }
        // Without dates POSIX leaves them open; everybody takes those of the United States.
        if scanner.isAtEnd { scanner = RuleScanner(",M3.2.0,M11.1.0") }
        guard let start = Self.change(&scanner), let end = Self.change(&scanner), scanner.isAtEnd
        else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    func offset(at time: Int64) -> Int {
        guard let summer else { return standard }
        let standardClock = Timestamp(milliseconds: time * 1000)
        let year = CivilTime(standardClock, offset: standard).year
        let start = summer.start.seconds(in: year) - Int64(standard)
        let end = summer.end.seconds(in: year) - Int64(summer.offset)
        let isSummer =
            start < end ? start <= time && time < end : !(end <= time && time < start)
        return isSummer ? summer.offset : standard
    }

    private static func change(_ scanner: inout RuleScanner) -> YearlyChange? {
        guard scanner.take(","), let day = day(&scanner) else { return nil }
        guard scanner.take("/") else { return YearlyChange(day: day, clock: 2 * 3600) }
        return scanner.time().map { YearlyChange(day: day, clock: $0) }
    }

    private static func day(_ scanner: inout RuleScanner) -> YearlyChange.Day? {
        if scanner.take("J") { return scanner.number(in: 1...365).map { .julian($0) } }
        guard scanner.take("M") else {
            return scanner.number(in: 0...365).map { .zeroBased($0) }
        }
        guard let month = scanner.number(in: 1...12), scanner.take("."),
            let week = scanner.number(in: 1...5), scanner.take("."),
            let weekday = scanner.number(in: 0...6)
        else { return nil }
        return .weekday(month: month, week: week, weekday: weekday)
    }
}

/// A day of each year and the seconds after its midnight, on the clock in force until then.
private struct YearlyChange: Hashable {
    enum Day: Hashable {
        /// Month 1…12, week 1…5 with 5 the last, weekday from Sunday 0.
        case weekday(month: Int, week: Int, weekday: Int)
        /// 1…365; 29 February is never counted.
        case julian(Int)
        /// 0…365; 29 February is counted.
        case zeroBased(Int)
    }
    var day: Day
    var clock: Int

    /// Seconds since 1970 as if the local clock were UTC.
    func seconds(in year: Int) -> Int64 { midnight(in: year) + Int64(clock) }

    private func midnight(in year: Int) -> Int64 {
        let day: Int64 = 86_400
        switch self.day {
        case .weekday(let month, let week, let weekday):
            let first = CivilTime(year: year, month: month, day: 1)
            let date = 1 + (weekday - first.weekday + 7) % 7 + (week - 1) * 7
            // The fifth of a month that has only four is the last one.
            let next = CivilTime(year: year, month: month + 1, day: 1)
            let length = (next.secondsSince1970 - first.secondsSince1970) / day
            return first.secondsSince1970 + (Int64(date > length ? date - 7 : date) - 1) * day
        case .julian(let number):
            let date = CivilTime(year: 2001, month: 1, day: number)
            let common = CivilTime(
                Timestamp(milliseconds: date.secondsSince1970 * 1000), offset: 0)
            return CivilTime(year: year, month: common.month, day: common.day).secondsSince1970
        case .zeroBased(let number):
            return CivilTime(year: year, month: 1, day: 1).secondsSince1970 + Int64(number) * day
        }
    }
}

/// Reads the parts of a rule from left to right.
private struct RuleScanner {
    private var rest: Substring.UTF8View
    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    func sees(_ character: Character) -> Bool {
        rest.first != nil && rest.first == character.asciiValue
    }

    mutating func take(_ character: Character) -> Bool {
        guard sees(character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Three letters or more, or anything in angle brackets; what the name is does not matter here.
    mutating func name() -> Bool {
        if take("<") {
            rest = rest.drop { $0 != UInt8(ascii: ">") }
            return take(">")
        }
        let letters = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3
    }

    mutating func number(in range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(4).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return range.contains(number) ? number : nil
    }

    /// `[+-]hh[:mm[:ss]]` in seconds; up to a week, as RFC 8536 extends it.
    mutating func time() -> Int? {
        let sign = take("-") ? -1 : 1
        if sign == 1 { _ = take("+") }
        guard let hours = number(in: 0...167) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where take(":") {
            guard let value = number(in: 0...59) else { return nil }
            seconds += value * unit
        }
        return sign * seconds
    }
}
