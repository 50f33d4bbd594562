import Domain

/// The text of a file that grows, with numbers and times put in without a string for each.
package struct ExportText {
    /// No height or speed on this Earth is so large, and a number of that size could not be read.
    private static let limit = 1e9

    private var bytes: [UInt8] = []
    private var day = Int64.min
    /// Of `day`: `2026-05-04T`.
    private var date: [UInt8] = []

    package init() {}

    /// What was put in since it was asked last.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// In GPX, whose schema ends longitude before 180.
    mutating func add(longitude: Double) {
        // What would be rounded to 180 too.
        add(degrees: longitude > 180 - 6e-10 ? -180 : longitude)
    }

    mutating func add(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func add(_ data: some Sequence<UInt8>) { bytes.append(contentsOf: data) }

    mutating func add(byte: UInt8) { bytes.append(byte) }

    /// At most nine decimals, a tenth of a millimetre on the ground, as many as gpsd gives.
    mutating func add(degrees: Double) { add(degrees, scale: 1_000_000_000) }

    /// At most four decimals.
    mutating func add(_ value: Double) { add(value, scale: 10_000) }

    /// Nothing at all for what is not known, or is no height or speed on this Earth.
    mutating func add(_ before: StaticString, _ value: Double?, _ after: StaticString = "") {
        guard let value, abs(value) < Self.limit else { return }
        add(before)
        add(value)
        add(after)
    }

    /// RFC 3339 in UTC, always with milliseconds.
    mutating func add(_ time: Timestamp) {
        let dayLength: Int64 = 86_400_000
        let rest = time.milliseconds % dayLength
        let inDay = rest < 0 ? rest + dayLength : rest
        if time.milliseconds - inDay != day {
            day = time.milliseconds - inDay
            date = Array(time.rfc3339.utf8.prefix(11))
        }
        bytes.append(contentsOf: date)
        add(inDay / 3_600_000, digits: 2)
        add(byte: UInt8(ascii: ":"))
        add(inDay / 60_000 % 60, digits: 2)
        add(byte: UInt8(ascii: ":"))
        add(inDay / 1000 % 60, digits: 2)
        add(byte: UInt8(ascii: "."))
        add(inDay % 1000, digits: 3)
        add(byte: UInt8(ascii: "Z"))
    }

    private mutating func add(_ value: Double, scale: Int64) {
        guard abs(value) < Self.limit else { return add("0") }
        var units = Int64((value * Double(scale)).rounded())
        if units < 0 {
            add(byte: UInt8(ascii: "-"))
            units = -units
        }
        add(whole: units / scale)
        var fraction = units % scale
        guard fraction > 0 else { return }
        add(byte: UInt8(ascii: "."))
        var place = scale / 10
        while fraction > 0 {
            add(byte: UInt8(ascii: "0") + UInt8(fraction / place))
            fraction %= place
            place /= 10
        }
    }

    private mutating func add(whole number: Int64) {
        var place: Int64 = 1
        while number / place >= 10 { place *= 10 }
        add(number, from: place)
    }

    private mutating func add(_ number: Int64, digits: Int) {
        add(number, from: digits == 2 ? 10 : 100)
    }

    private mutating func add(_ number: Int64, from highest: Int64) {
        var place = highest
        while place > 0 {
            add(byte: UInt8(ascii: "0") + UInt8(number / place % 10))
            place /= 10
        }
    }
}

extension Double {
    /// With at most nine decimals, and never an exponent.
    var plain: String {
        var text = ExportText()
        text.add(degrees: self)
        return String(decoding: text.take(), as: UTF8.self)
    }
}
