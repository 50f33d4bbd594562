import Domain

extension Forecast {
    /// Reads the `daily` and `hourly` sections: arrays side by side, which may hold nulls or be too short.
    init(openMeteo json: JSON) {
        self.init(provider: "open-meteo")
        let clock = OpenMeteoClock(json)
        utcOffset = json["utc_offset_seconds"].utcOffset
        let daily = json["daily"]
        days = daily["time"].items.indices.compactMap { index in
            clock.date(daily["time"][index]).map { Day($0, openMeteo: daily, index) }
        }
        let hourly = json["hourly"]
        let windUnit = json["hourly_units"]["wind_speed_10m"]
        hours = hourly["time"].items.indices.prefix(48).compactMap { index in
            clock.time(hourly["time"][index]).map { time in
                var hour = Hour(time, openMeteo: hourly, index)
                hour.windSpeed = hourly["wind_speed_10m"][index].metresPerSecond(windUnit)
                return hour
            }
        }
    }

    /// False when every value of every row is missing.
    var saysSomething: Bool {
        days.contains { $0 != Day(date: $0.date) } || hours.contains { $0 != Hour(time: $0.time) }
    }
}

extension Forecast.Day {
    fileprivate init(_ date: LocalDate, openMeteo daily: JSON, _ index: Int) {
        self.init(date: date)
        min = daily["temperature_2m_min"][index].number
        max = daily["temperature_2m_max"][index].number
        // Already the gravest of the day.
        condition = Condition(daily["weather_code"][index], in: openMeteoConditions)
        precipitationProbability = daily["precipitation_probability_max"][index].number
        precipitation = daily["precipitation_sum"][index].number
    }
}

extension Forecast.Hour {
    fileprivate init(_ time: Timestamp, openMeteo hourly: JSON, _ index: Int) {
        self.init(time: time)
        temperature = hourly["temperature_2m"][index].number
        condition = Condition(
            hourly["weather_code"][index], in: openMeteoConditions,
            isDay: hourly["is_day"][index].flag)
        precipitationProbability = hourly["precipitation_probability"][index].number
        precipitation = hourly["precipitation"][index].number
    }
}
