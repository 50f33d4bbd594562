import Domain

extension Forecast {
    /// Reads the `list` and `city` of `/data/2.5/forecast`: steps of three hours, from which days are made here.
    init(openWeatherMap list: [JSON], city: JSON) {
        self.init(provider: "openweathermap")
        utcOffset = city["timezone"].utcOffset
        let steps = list.compactMap(OpenWeatherMapStep.init)
        hours = steps.map(\.hour)
        days = OpenWeatherMapStep.days(steps, utcOffset: utcOffset ?? 0)
    }
}

/// One step of the forecast, with what only its day needs.
private struct OpenWeatherMapStep {
    var hour: Forecast.Hour
    /// All conditions at once: snow with freezing rain is graver than its first word.
    var conditions: [Condition]

    /// Nil without a time.
    init?(_ json: JSON) {
        guard let time = json["dt"].time else { return nil }
        conditions = json["weather"].items.compactMap { Condition(openWeatherMap: $0) }
        hour = Forecast.Hour(time: time)
        hour.temperature = json["main"]["temp"].number
        hour.condition = conditions.first
        hour.precipitationProbability = json["pop"].number.map { ($0 * 100).hundredths }
        // Absent means that none is expected.
        hour.precipitation =
            ((json["rain"]["3h"].number ?? 0) + (json["snow"]["3h"].number ?? 0)).hundredths
        hour.windSpeed = json["wind"]["speed"].number
    }

    /// At most five days by the local date of each step.
    ///
    /// Forty steps mostly touch a sixth date, whose few steps of its night would pass for a whole day.
    static func days(_ steps: [OpenWeatherMapStep], utcOffset: Int) -> [Forecast.Day] {
        let byDate = Dictionary(grouping: steps) {
            CivilTime($0.hour.time, offset: utcOffset).date
        }
        return byDate.keys.sorted().prefix(5).map { date in
            day(date, byDate[date] ?? [])
        }
    }

    private static func day(_ date: LocalDate, _ steps: [OpenWeatherMapStep]) -> Forecast.Day {
        var day = Forecast.Day(date: date)
        // Not `temp_min` and `temp_max`: those are the spread within the city.
        day.min = steps.compactMap(\.hour.temperature).min()
        day.max = steps.compactMap(\.hour.temperature).max()
        day.condition = steps.flatMap(\.conditions).worst
        day.precipitationProbability = steps.compactMap(\.hour.precipitationProbability).max()
        day.precipitation = steps.compactMap(\.hour.precipitation).reduce(0, +).hundredths
        return day
    }
}
