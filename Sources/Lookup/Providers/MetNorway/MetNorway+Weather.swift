import Domain

extension Weather {
    /// Reads one step as the present; nil when nothing of the weather is in it.
    init?(metNorway step: MetNorwayStep, zone: Zone?) {
        let values = step.instant
        self.init(provider: "met-norway")
        temperature = values["air_temperature"].number
        humidity = values["relative_humidity"].number
        pressure = values["air_pressure_at_sea_level"].number
        windSpeed = values["wind_speed"].number
        windDirection = values["wind_from_direction"].number
        clouds = values["cloud_area_fraction"].number
        condition = step.nextHour.condition ?? step.nextSixHours.condition
        icon = step.nextHour.symbol.text ?? step.nextSixHours.symbol.text
        // The hour that has begun stands for the last one; a sum of six hours tells nothing of one.
        if condition?.isSnow == true {
            snow1h = step.nextHour.precipitation
        } else {
            rain1h = step.nextHour.precipitation
        }
        observedAt = step.time
        utcOffset = zone?.offset(at: step.time)
        guard hasReading else { return nil }
    }
}

extension Condition {
    /// Of snow alone: sleet is counted as rain.
    fileprivate var isSnow: Bool {
        kind == .snow || kind == .snowShowers || thunderPrecipitation == .snow
    }
}
