import Glibc

/// An instant of UTC to the millisecond, as a receiver states it.
package struct Timestamp: Comparable, Hashable, Codable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Held within ±8.64e15 ms, so that no number a server sends can overflow; what is no number is 1970.
    package init(seconds: Double) {
        let limit = 8.64e15
        let value = (seconds * 1000).rounded()
        milliseconds = value.isNaN ? 0 : Int64(max(-limit, min(limit, value)))
    }

    /// From 0000-01-01 to the end of 9999, the years of RFC 3339.
    package static let writable =
        Timestamp(milliseconds: -62_167_219_200_000)...Timestamp(milliseconds: 253_402_300_799_999)

    package var seconds: Double { Double(milliseconds) / 1000 }

    package static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

    /// Seconds from `other` to this one; negative when this one is earlier.
    package func seconds(since other: Timestamp) -> Double {
        Double(milliseconds - other.milliseconds) / 1000
    }

    /// To the millisecond; negative seconds go back.
    package func adding(seconds: Double) -> Timestamp {
        Timestamp(seconds: self.seconds + seconds)
    }

    /// The system's wall clock. Only for labels and plausibility, never to measure a duration.
    package static func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

extension Timestamp {
    /// RFC 3339 in UTC, always with milliseconds: `2026-05-04T03:02:01.000Z`.
    package var rfc3339: String { rfc3339(offset: 0) + "Z" }

    /// RFC 3339 as the clocks of `zone` show it: `2026-05-04T12:02:01.000+09:00`.
    package func rfc3339(in zone: Zone) -> String {
        let offset = zone.offset(at: self)
        let minutes = abs(offset) / 60
        return rfc3339(offset: offset) + (offset < 0 ? "-" : "+")
            + "\((minutes / 60).digits(2)):\((minutes % 60).digits(2))"
    }

    /// For the name of a file, in UTC to the second and without a colon: `20260504T030201Z`.
    package var fileStamp: String {
        rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    private func rfc3339(offset: Int) -> String {
        let c = CivilTime(self, offset: offset)
        let fraction = milliseconds - (milliseconds.flooredQuotient(1000)) * 1000
        return "\(c.year.digits(4))-\(c.month.digits(2))-\(c.day.digits(2))T\(c.hour.digits(2)):"
            + "\(c.minute.digits(2)):\(c.second.digits(2)).\(Int(fraction).digits(3))"
    }

    /// Reads RFC 3339 with or without a fraction, with `Z` or an offset; second 60 counts as the next second.
    package init?(rfc3339 text: some StringProtocol) {
        var text = String(text)
        guard let time = text.withUTF8({ bytes in Self(scanning: DigitScanner(bytes)) }) else {
            return nil
        }
        self = time
    }

    private init?(scanning scanner: consuming DigitScanner) {
        guard let year = scanner.number(4), scanner.take("-"), let month = scanner.number(2),
            scanner.take("-"), let day = scanner.number(2), scanner.take("T") || scanner.take("t"),
            let hour = scanner.number(2), scanner.take(":"), let minute = scanner.number(2),
            scanner.take(":"), let second = scanner.number(2),
            1...12 ~= month, 1...31 ~= day, hour < 24, minute < 60, second <= 60
        else { return nil }
        let fraction = scanner.take(".") ? scanner.fraction() : 0
        guard let fraction, let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let civil = CivilTime(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        // The C library takes 30 February for 2 March.
        guard CivilTime(year: year, month: month, day: day).exists else { return nil }
        self.init(
            milliseconds: (civil.secondsSince1970 - Int64(offset)) * 1000
                + Int64((fraction * 1000).rounded()))
        // An offset may lead out of the years that can be written.
        guard Self.writable.contains(self) else { return nil }
    }
}

extension Int64 {
    /// Division that rounds towards minus infinity, so that times before 1970 work too.
    func flooredQuotient(_ divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

/// Reads fixed-width digits and separators of a time stamp, which is gone over millions of times in a recording.
private struct DigitScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
            return false
        }
        position += 1
        return true
    }

    private mutating func digit() -> Int? {
        guard position < bytes.count, 48...57 ~= bytes[position] else { return nil }
        defer { position += 1 }
        return Int(bytes[position]) - 48
    }

    mutating func number(_ width: Int) -> Int? {
        var value = 0
        for _ in 0..<width {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    mutating func fraction() -> Double? {
        guard let first = digit() else { return nil }
        var (value, share) = (Double(first) / 10, 0.01)
        while let digit = digit() {
            value += Double(digit) * share
            share /= 10
        }
        return value
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let sign = take("+") ? 1 : take("-") ? -1 : 0
        guard sign != 0, let hours = number(2), take(":"), let minutes = number(2) else {
            return nil
        }
        return sign * (hours * 3600 + minutes * 60)
    }
}
