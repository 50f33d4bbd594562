import Domain

extension Weather {
    /// Reads `/data/2.5/weather` asked for in metric units; nil when nothing of the weather is in it.
    init?(openWeatherMap json: JSON) {
        let main = json["main"]
        let wind = json["wind"]
        self.init(provider: "openweathermap")
        // The first of several is the primary one.
        let primary = json["weather"][0]
        description = primary["description"].text
        icon = primary["icon"].text
        temperature = main["temp"].number
        feelsLike = main["feels_like"].number
        humidity = main["humidity"].number
        pressure = main["pressure"].number
        windSpeed = wind["speed"].number
        windGust = wind["gust"].number
        windDirection = wind["deg"].number
        clouds = json["clouds"]["all"].number
        visibility = json["visibility"].number
        rain1h = json["rain"]["1h"].number
        snow1h = json["snow"]["1h"].number
        observedAt = json["dt"].time
        // 0 and negative times mean that there is none: polar day and night.
        sunrise = json["sys"]["sunrise"].time
        sunset = json["sys"]["sunset"].time
        station = json["name"].text
        utcOffset = json["timezone"].utcOffset
        condition = Condition(openWeatherMap: primary, at: observedAt, sun: (sunrise, sunset))
        guard hasReading else { return nil }
    }

    /// False when nothing was measured, whatever else is known.
    var hasReading: Bool {
        let values = [
            temperature, feelsLike, humidity, pressure, windSpeed, windGust, clouds, visibility,
            rain1h, snow1h,
        ]
        return condition != nil || values.contains { $0 != nil }
    }
}

extension Condition {
    /// Reads one element of `weather`; day and night by the icon, else by the sun at that time.
    init?(
        openWeatherMap json: JSON, at time: Timestamp? = nil,
        sun: (rise: Timestamp?, set: Timestamp?) = (nil, nil)
    ) {
        let isDay: Bool?
        switch json["icon"].text?.last {
        case "d": isDay = true
        case "n": isDay = false
        default:
            if let time, let rise = sun.rise, let set = sun.set, rise < set {
                isDay = rise <= time && time < set
            } else {
                isDay = nil
            }
        }
        self.init(json["id"], in: openWeatherMapConditions, isDay: isDay)
    }
}
