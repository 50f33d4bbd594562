import Domain
import Foundation
import Record
import Testing

/// One fix with everything found there: 30 November 2026, a Monday, 14:03:07 in Seoul.
enum Samples {
    static let time = Timestamp(milliseconds: 1_796_014_987_000)

    static func renderer(
        _ language: Language, _ units: Units = .metric, colour: Bool = false,
        zone: String = "Asia/Seoul", width: Int = 80
    ) throws -> TextRenderer {
        TextRenderer(
            language: language, units: units, colour: colour, zone: try Zone(zone), width: width)
    }

    static func fix(
        seq: Int = 12, time: Timestamp = time, reasons: [AcceptedFix.Reason] = [.distance],
        distance: Double? = 1234
    ) throws -> AcceptedFix {
        AcceptedFix(
            seq: seq, time: time,
            coordinate: try #require(Coordinate(latitude: 37.5547, longitude: 126.9706)),
            fix: Fix(
                source: .gpsd, device: "/dev/ttyACM0", mode: .threeD, time: time,
                latitude: 37.5547, longitude: 126.9706, altitude: 38.4, accuracy: 4.2, speed: 24.1,
                course: 44, satellites: 9),
            accuracy: 4.2, reasons: reasons, distance: distance)
    }

    static var weather: Weather {
        var weather = Weather(provider: "openweathermap")
        weather.condition = Condition(.rain, .light, rawCode: "500")
        weather.description = "light rain"
        weather.temperature = 8.44
        weather.feelsLike = 6.1
        weather.humidity = 81
        weather.pressure = 1013
        weather.windSpeed = 3.3
        weather.windGust = 6.9
        weather.windDirection = 315
        weather.clouds = 90
        weather.visibility = 10_000
        weather.rain1h = 0.4
        weather.sunrise = Timestamp(rfc3339: "2026-11-29T22:26:00Z")
        weather.sunset = Timestamp(rfc3339: "2026-11-30T08:14:00Z")
        weather.observedAt = Timestamp(rfc3339: "2026-11-30T05:00:00Z")
        weather.station = "Seoul"
        return weather
    }

    static func forecast() throws -> Forecast {
        var forecast = Forecast(provider: "openweathermap")
        let rows: [(String, Double, Double, Condition.Kind, Double, Double)] = [
            ("2026-11-30", 2.8, 9.4, .rain, 80, 4.2),
            ("2026-12-01", 0.8, 8.4, .partlyCloudy, 25, 0),
            ("2026-12-02", -1.2, 7.4, .clear, 0, 0),
            ("2026-12-03", -3.2, 6.4, .snow, 75, 3.9),
            ("2026-12-04", -11.2, -0.4, .sleetShowers, 100, 15.2),
        ]
        for (date, low, high, kind, probability, amount) in rows {
            var day = Forecast.Day(date: try #require(LocalDate(date)))
            day.min = low
            day.max = high
            day.condition = Condition(kind, rawCode: "")
            day.precipitationProbability = probability
            day.precipitation = amount
            forecast.days.append(day)
        }
        // Three hours apart from 15:00 in Seoul on, a degree warmer each: the last at 12:00 of the next day.
        let start = try #require(Timestamp(rfc3339: "2026-11-30T06:00:00Z"))
        for step in 0..<8 {
            var hour = Forecast.Hour(time: start.adding(seconds: Double(step) * 10_800))
            hour.temperature = Double(step) - 2
            forecast.hours.append(hour)
        }
        return forecast
    }

    /// A milepost of which only the address is known.
    static func milepost(seq: Int, label: String) throws -> Milepost {
        var milepost = Milepost(fix: try fix(seq: seq))
        milepost.address = Address(label: label, provider: "nominatim")
        milepost.changed = [.address]
        return milepost
    }

    /// A point of the track so many seconds and hundred metres on from the fix.
    static func point(
        _ step: Int, altitude: Double? = 38.4, startsSegment: Bool = false
    ) throws -> TrackPoint {
        TrackPoint(
            time: time.adding(seconds: Double(step)),
            coordinate: try #require(
                Coordinate(latitude: 37.5547 + Double(step) / 1000, longitude: 126.9706)),
            altitude: altitude, speed: 24.1, course: 44, startsSegment: startsSegment)
    }

    static func milepost(language: Language) throws -> Milepost {
        var milepost = Milepost(fix: try fix())
        let label =
            language == .en ? "31 Sejong-daero, Jung-gu, Seoul" : "서울특별시 중구 세종대로 31"
        milepost.address = Address(label: label, provider: "nominatim")
        milepost.weather = weather
        milepost.forecast = try forecast()
        milepost.changed = Part.allCases
        return milepost
    }

    static var summary: Summary {
        var summary = Summary()
        summary.fixes = 1234
        summary.accepted = 56
        summary.rejected = [.near: 1100, .jump: 39, .inaccurate: 39]
        summary.trackPoints = 2345
        summary.distance = 402_312
        summary.requests = 42
        summary.cacheHits = 12
        summary.cancelled = 3
        summary.wallSeconds = 1.23
        return summary
    }
}
