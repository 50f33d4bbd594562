import Domain

/// A decimal number with a fixed count of places; a dash for what is no number.
func decimal(_ value: Double, places: Int = 0) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "–" }
    return value.fixed(places)
}

/// A whole number with a comma at each thousand, as both languages write it.
package func grouped(_ number: Int) -> String {
    var result = ""
    for (index, digit) in String(number.magnitude).enumerated() {
        let left = String(number.magnitude).count - index
        if index > 0, left.isMultiple(of: 3) { result += "," }
        result.append(digit)
    }
    return number < 0 ? "-" + result : result
}
