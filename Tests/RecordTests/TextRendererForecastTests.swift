import Domain
import Record
import Testing

@Suite("Text of forecasts")
struct TextRendererForecastTests {
    private func lines(_ forecast: Forecast, width: Int = 80) throws -> [String] {
        var milepost = Milepost(fix: try Samples.fix())
        milepost.forecast = forecast
        milepost.changed = [.forecast]
        return try Samples.renderer(.en, width: width).render(.milepost(milepost))
            .split(separator: "\n").map { String($0.dropFirst(17)) }
    }

    private func hours(_ temperatures: [Double?]) -> Forecast {
        var forecast = Forecast(provider: "p")
        for (index, temperature) in temperatures.enumerated() {
            var hour = Forecast.Hour(time: Samples.time.adding(seconds: Double(index) * 3600))
            hour.temperature = temperature
            forecast.hours.append(hour)
        }
        return forecast
    }

    @Test("columns that no day fills are left out, single gaps are not")
    func gaps() throws {
        var forecast = Forecast(provider: "p")
        for date in ["2026-12-01", "2026-12-02"] {
            forecast.days.append(Forecast.Day(date: try #require(LocalDate(date))))
        }
        forecast.days[0].max = 12.5
        forecast.days[0].precipitationProbability = 5
        forecast.days[1].min = 3
        forecast.days[1].condition = Condition(.fog, rawCode: "45")
        #expect(
            try lines(forecast) == [
                "Tue 1 Dec       – … 13 °C  5%", "Wed 2 Dec  Fog  3 …  – °C", "p",
            ])
    }

    @Test("the line of temperatures: lowest, highest, and a space for what is missing")
    func curve() throws {
        #expect(try lines(hours([0, nil, 7, 3.5]))[0] == "▁ █▅")
    }

    @Test("equal temperatures are a level line, one or none no line at all")
    func level() throws {
        #expect(try lines(hours([4, 4, 4]))[0] == "▅▅▅")
        #expect(try lines(hours([4])) == ["4 … 4 °C until Mon 30 Nov 14:03 · p"])
        #expect(try lines(hours([nil, .nan])) == ["p"])
    }

    // 100 hours on 63 columns: groups of two, 50 of them; the mean of 2 and 4 lies in the middle of 0…6.
    @Test("more hours than columns are averaged in equal groups")
    func groups() throws {
        let temperatures = [0.0, 0, 2, 4, 6, 6] + [Double](repeating: 0, count: 94)
        let line = try lines(hours(temperatures))[0]
        #expect(line == "▁▅█" + String(repeating: "▁", count: 47))
    }
}
