import Domain
import Lookup
import Testing

@Suite("Bounds of an answer")
struct FoundBoundsTests {
    private func forecast(days: Int, hours: Int) -> Found {
        var forecast = Forecast(provider: "w")
        forecast.days = (0..<days).map {
            .init(date: LocalDate(year: 2000 + $0 / 28, month: 1, day: 1 + $0 % 28))
        }
        forecast.hours = (0..<hours).map { .init(time: noon.adding(seconds: Double($0) * 3600)) }
        return .forecast(forecast)
    }

    @Test("the first 16 days and 400 hours of a forecast are kept, however many a service sends")
    func bounds() {
        #expect(forecast(days: 10_000, hours: 20_000).bounded == forecast(days: 16, hours: 400))
        #expect(forecast(days: 16, hours: 400).bounded == forecast(days: 16, hours: 400))
        #expect(forecast(days: 0, hours: 1).bounded == forecast(days: 0, hours: 1))
    }

    @Test("a value that the air cannot have loses its field, and nothing else")
    func weatherRanges() {
        let fields: [(WritableKeyPath<Weather, Double?>, least: Double, most: Double)] = [
            (\.temperature, -120, 70), (\.feelsLike, -120, 70), (\.humidity, 0, 100),
            (\.clouds, 0, 100), (\.pressure, 300, 1100), (\.windSpeed, 0, 150),
            (\.windGust, 0, 150), (\.windDirection, 0, 360), (\.visibility, 0, 1_000_000),
            (\.rain1h, 0, 500), (\.snow1h, 0, 500),
        ]
        for (field, least, most) in fields {
            for (value, isKept) in [
                (least, true), (most, true), (least - 0.1, false), (most + 0.1, false),
            ] {
                var sent = Weather(provider: "w")
                sent.description = "mist"
                var kept = sent
                sent[keyPath: field] = value
                if isKept { kept[keyPath: field] = value }
                #expect(Found.weather(sent).bounded == .weather(kept), "\(value)")
            }
        }
    }

    @Test("nor does one of a forecast")
    func forecastRanges() {
        var day = Forecast.Day(date: LocalDate(year: 2026, month: 5, day: 5))
        (day.min, day.max) = (-273.15, 5)
        (day.precipitationProbability, day.precipitation) = (101, -1)
        var hour = Forecast.Hour(time: noon)
        (hour.temperature, hour.windSpeed) = (71, 151)
        (hour.precipitationProbability, hour.precipitation) = (50, 1)
        var sent = Forecast(provider: "w")
        (sent.days, sent.hours) = ([day], [hour])
        var kept = sent
        (kept.days[0].min, kept.days[0].precipitationProbability) = (nil, nil)
        kept.days[0].precipitation = nil
        (kept.hours[0].temperature, kept.hours[0].windSpeed) = (nil, nil)
        #expect(Found.forecast(sent).bounded == .forecast(kept))
    }

    @Test("other answers are as they were")
    func others() {
        #expect(weather(1).bounded == weather(1))
        #expect(address("Road 1").bounded == address("Road 1"))
    }
}
