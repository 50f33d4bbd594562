import Domain

/// Text for a file put together as bytes: an export has millions of points, and strings take five times as long.
extension [UInt8] {
    mutating func add(_ text: StaticString) {
        append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// As `Double.plain`.
    mutating func add(_ number: Double) {
        guard number.magnitude < 1e11 else { return append(contentsOf: number.shortest.utf8) }
        let units = Int((number.magnitude * 1e7).rounded())
        if number < 0, units > 0 { append(UInt8(ascii: "-")) }
        let whole = units / 10_000_000
        var width = 1
        var limit = 10
        while whole >= limit {
            width += 1
            limit *= 10
        }
        add(whole, digits: width)
        var fraction = units % 10_000_000
        guard fraction > 0 else { return }
        var places = 7
        while fraction.isMultiple(of: 10) {
            fraction /= 10
            places -= 1
        }
        append(UInt8(ascii: "."))
        add(fraction, digits: places)
    }

    /// Nothing at all for what is not known.
    mutating func add(_ before: StaticString, _ number: Double?, _ after: StaticString = "") {
        guard let number else { return }
        add(before)
        add(number)
        add(after)
    }

    /// As `Timestamp.rfc3339`.
    mutating func add(_ time: Timestamp) {
        let civil = CivilTime(time, offset: 0)
        guard 0...9999 ~= civil.year else { return append(contentsOf: time.rfc3339.utf8) }
        add(civil.year, digits: 4)
        append(UInt8(ascii: "-"))
        add(civil.month, digits: 2)
        append(UInt8(ascii: "-"))
        add(civil.day, digits: 2)
        append(UInt8(ascii: "T"))
        add(civil.hour, digits: 2)
        append(UInt8(ascii: ":"))
        add(civil.minute, digits: 2)
        append(UInt8(ascii: ":"))
        add(civil.second, digits: 2)
        append(UInt8(ascii: "."))
        let fraction = Int(time.milliseconds % 1000)
        add(fraction < 0 ? fraction + 1000 : fraction, digits: 3)
        append(UInt8(ascii: "Z"))
    }

    private mutating func add(_ number: Int, digits: Int) {
        let start = count
        var rest = number
        for _ in 0..<digits {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        self[start...].reverse()
    }
}

extension Double {
    /// With at most seven decimal places, a centimetre of latitude, and no zeros at their end; never an exponent.
    var plain: String {
        var bytes: [UInt8] = []
        bytes.add(self)
        return String(decoding: bytes, as: UTF8.self)
    }
}
