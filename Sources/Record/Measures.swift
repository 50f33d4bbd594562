import Domain

/// Quantities in the units asked for, written as the language writes units.
struct Measures {
    let units: Units
    let words: any Words

    private var isMetric: Bool { units == .metric }

    private func quantity(_ value: Double, _ places: Int, _ unit: String) -> String {
        decimal(value, places: places) + words.unitSpace + unit
    }

    var degree: String { isMetric ? "°C" : "°F" }

    /// Degrees in the units asked for, of degrees Celsius.
    func degrees(_ celsius: Double) -> Double { isMetric ? celsius : celsius * 9 / 5 + 32 }

    func temperature(_ celsius: Double) -> String { quantity(degrees(celsius), 1, degree) }

    /// Of metres per second over ground.
    func speed(_ speed: Double) -> String {
        isMetric ? quantity(speed * 3.6, 0, "km/h") : quantity(speed * 3600 / 1609.344, 0, "mph")
    }

    /// Of metres per second; Korean weather reports keep that unit.
    func wind(_ speed: Double) -> String {
        isMetric && words.windInMetresPerSecond ? quantity(speed, 1, "m/s") : self.speed(speed)
    }

    /// Of metres, along the ground.
    func distance(_ metres: Double) -> String {
        if isMetric { return metres < 999.5 ? length(metres) : long(metres / 1000, "km") }
        return metres < 304.8 ? length(metres) : long(metres / 1609.344, "mi")
    }

    /// With tenths below a hundred, unless they are none: 12.3 km, 10 km, 325 km.
    private func long(_ value: Double, _ unit: String) -> String {
        let tenths = (value * 10).rounded()
        let isWhole = tenths >= 1000 || tenths.truncatingRemainder(dividingBy: 10) == 0
        return quantity(value, isWhole ? 0 : 1, unit)
    }

    /// Of metres: heights and accuracies.
    func length(_ metres: Double) -> String {
        isMetric ? quantity(metres, 0, "m") : quantity(metres / 0.3048, 0, "ft")
    }

    /// Of millimetres of water.
    func precipitation(_ millimetres: Double) -> String {
        isMetric ? quantity(millimetres, 1, "mm") : quantity(millimetres / 25.4, 2, "in")
    }

    /// Of hectopascals; an inch of mercury has 33.8639.
    func pressure(_ hectopascals: Double) -> String {
        isMetric ? quantity(hectopascals, 0, "hPa") : quantity(hectopascals / 33.8639, 2, "inHg")
    }

    func percent(_ value: Double) -> String { decimal(value) + "%" }
}
