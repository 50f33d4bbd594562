import Domain

extension Weather {
    /// Reads the `current` section and the day's sun; nil when nothing of the weather is known.
    init?(openMeteo json: JSON) {
        let current = json["current"]
        let clock = OpenMeteoClock(json)
        let units = json["current_units"]
        self.init(provider: "open-meteo")
        temperature = current["temperature_2m"].number
        feelsLike = current["apparent_temperature"].number
        humidity = current["relative_humidity_2m"].number
        pressure = current["pressure_msl"].number
        windSpeed = current["wind_speed_10m"].metresPerSecond(units["wind_speed_10m"])
        windGust = current["wind_gusts_10m"].metresPerSecond(units["wind_gusts_10m"])
        windDirection = current["wind_direction_10m"].number
        clouds = current["cloud_cover"].number
        visibility = current["visibility"].number
        // Sums cover the last `interval` seconds, mostly a quarter of an hour: told at that rate for the hour.
        let perHour = 3600 / (current["interval"].number.map { max(60, $0) } ?? 3600)
        rain1h = sum(current["rain"].number, current["showers"].number)
            .map { ($0 * perHour).hundredths }
        snow1h = current["snowfall"].number.map { ($0.waterOfSnow * perHour).hundredths }
        condition = Condition(
            current["weather_code"], in: openMeteoConditions, isDay: current["is_day"].flag)
        observedAt = clock.time(current["time"])
        sunrise = clock.time(json["daily"]["sunrise"][0])
        sunset = clock.time(json["daily"]["sunset"][0])
        utcOffset = json["utc_offset_seconds"].utcOffset
        guard hasReading else { return nil }
    }
}

/// Nil only when both are.
private func sum(_ a: Double?, _ b: Double?) -> Double? {
    a == nil && b == nil ? nil : (a ?? 0) + (b ?? 0)
}

/// Reads Open-Meteo's times: local without a zone, or UNIX times.
struct OpenMeteoClock {
    private let offset: Int

    init(_ json: JSON) { offset = json["utc_offset_seconds"].utcOffset ?? 0 }

    /// `2026-11-30T08:45` at the place, or a UNIX time.
    func time(_ json: JSON) -> Timestamp? {
        guard case .string(let text) = json else { return json.time }
        // Seconds are not sent, but would do no harm.
        let whole = text.utf8.count == 16 ? text + ":00Z" : text + "Z"
        let time = Timestamp(rfc3339: whole)?.adding(seconds: Double(-offset))
        // Without sunrise it has sent 1970.
        return time.flatMap { $0.seconds > 86400 ? $0 : nil }
    }

    /// `2026-11-30`, or the UNIX time of local midnight.
    func date(_ json: JSON) -> LocalDate? {
        if case .string(let text) = json { return LocalDate(text) }
        return json.time.map { CivilTime($0, offset: offset).date }
    }
}

extension JSON {
    /// `is_day`: 1 or 0.
    var flag: Bool? { integer.map { $0 != 0 } }

    /// A wind speed whatever unit the server says it used: a server may not know the parameter.
    func metresPerSecond(_ unit: JSON) -> Double? {
        let factor =
            switch unit.text {
            case "km/h": 1 / 3.6
            case "mp/h": 0.44704
            case "kn": 1852.0 / 3600
            default: 1.0
            }
        return number.map { factor == 1 ? $0 : ($0 * factor).hundredths }
    }
}

extension Double {
    /// Millimetres of water in centimetres of snow: Open-Meteo reckons 7 cm for 10 mm.
    fileprivate var waterOfSnow: Double { self / 0.7 }
}
