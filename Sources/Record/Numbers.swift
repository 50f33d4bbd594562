/// A decimal number with a fixed count of places and never `-0`; a dash for what is no number.
func decimal(_ value: Double, places: Int = 0) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "–" }
    let scale = [1, 10, 100, 1000, 10_000, 100_000][places]
    let units = Int((abs(value) * Double(scale)).rounded())
    let sign = value < 0 && units > 0 ? "-" : ""
    guard places > 0 else { return sign + String(units) }
    let fraction = String(units % scale)
    return "\(sign)\(units / scale)." + String(repeating: "0", count: places - fraction.count)
        + fraction
}

/// A whole number with a comma at each thousand, as both languages write it.
func grouped(_ number: Int) -> String {
    var result = ""
    for (index, digit) in String(number.magnitude).enumerated() {
        let left = String(number.magnitude).count - index
        if index > 0, left.isMultiple(of: 3) { result += "," }
        result.append(digit)
    }
    return number < 0 ? "-" + result : result
}

/// Two digits, as a clock shows them.
func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
