import Domain

extension Found {
    /// With no more of a forecast than any service tells, so that what is written of it stays readable, and without
    /// values that cannot be: only the field is lost, not the report.
    package var bounded: Found {
        switch self {
        case .address: return self
        case .weather(var weather):
            weather.bound()
            return .weather(weather)
        case .forecast(var forecast):
            forecast.days = forecast.days.prefix(16).map(\.bounded)
            forecast.hours = forecast.hours.prefix(400).map(\.bounded)
            return .forecast(forecast)
        }
    }
}

/// What the air of the Earth can be, with room around every record.
private enum Range {
    static let temperature = -120.0...70
    static let percent = 0.0...100
    static let direction = 0.0...360
    /// Also of a station high up that tells its own.
    static let pressure = 300.0...1100
    static let wind = 0.0...150
    static let visibility = 0.0...1_000_000
    /// Millimetres in an hour, and in a day or a step of a forecast.
    static let hourlyWater = 0.0...500
    static let water = 0.0...2000
}

extension Double? {
    /// Nil outside of `range`.
    fileprivate mutating func bound(to range: ClosedRange<Double>) {
        if let value = self, !range.contains(value) { self = nil }
    }
}

extension Weather {
    fileprivate mutating func bound() {
        temperature.bound(to: Range.temperature)
        feelsLike.bound(to: Range.temperature)
        humidity.bound(to: Range.percent)
        pressure.bound(to: Range.pressure)
        windSpeed.bound(to: Range.wind)
        windGust.bound(to: Range.wind)
        windDirection.bound(to: Range.direction)
        clouds.bound(to: Range.percent)
        visibility.bound(to: Range.visibility)
        rain1h.bound(to: Range.hourlyWater)
        snow1h.bound(to: Range.hourlyWater)
    }
}

extension Forecast.Day {
    fileprivate var bounded: Self {
        var day = self
        day.min.bound(to: Range.temperature)
        day.max.bound(to: Range.temperature)
        day.precipitationProbability.bound(to: Range.percent)
        day.precipitation.bound(to: Range.water)
        return day
    }
}

extension Forecast.Hour {
    fileprivate var bounded: Self {
        var hour = self
        hour.temperature.bound(to: Range.temperature)
        hour.precipitationProbability.bound(to: Range.percent)
        hour.precipitation.bound(to: Range.water)
        hour.windSpeed.bound(to: Range.wind)
        return hour
    }
}
