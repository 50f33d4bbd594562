package import Domain
package import FoundationEssentials
import Glibc

/// The demo's weather: answers in OpenWeatherMap's shape, invented here, and each says so.
package struct DemoWeather: Sendable {
    /// The demo's clock: weather is told for the time of the trip, not for today.
    private let now: @Sendable () -> Timestamp

    package init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// The body for a path and its query, or nil where OpenWeatherMap has nothing.
    package func answer(path: String, query: [String: String]) throws -> Data? {
        guard let latitude = query["lat"].flatMap(Double.init),
            let longitude = query["lon"].flatMap(Double.init),
            let place = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        let korean = query["lang"] == "kr"
        switch path {
        case "/data/2.5/weather": return try Schema.json(weather(at: place, korean: korean))
        case "/data/2.5/forecast": return try Schema.json(forecast(at: place, korean: korean))
        case "/geo/1.0/reverse": return try Schema.json([town(at: place)])
        default: return nil
        }
    }

    /// Every answer carries this, so that nobody takes it for the weather.
    static let notice = "simulated"
    /// Korea, all year.
    private static let utcOffset = 9 * 3600

    private struct Sky: Encodable {
        var id: Int
        var main: String
        var description: String
        var icon: String
    }

    private struct Measured: Encodable {
        var temp: Double
        var feels_like: Double
        var pressure: Int
        var humidity: Int
    }

    private struct Wind: Encodable {
        var speed: Double
        var deg: Int
    }

    private struct Weather: Encodable {
        var cod = 200
        var base = DemoWeather.notice
        var name: String
        var dt: Int64
        var timezone = DemoWeather.utcOffset
        var weather: [Sky]
        var main: Measured
        var wind: Wind
        var clouds: [String: Int]
        var visibility = 10_000
    }

    private struct Step: Encodable {
        var dt: Int64
        var main: Measured
        var weather: [Sky]
        var wind: Wind
        var pop: Double
        var rain: [String: Double]?
    }

    private struct City: Encodable {
        var name: String
        var timezone = DemoWeather.utcOffset
    }

    private struct Forecast: Encodable {
        var cod = "200"
        var city: City
        var list: [Step]
    }

    private struct Town: Encodable {
        var name: String
        var local_names: [String: String]
        var lat: Double
        var lon: Double
        var country = "KR"
        var state = DemoWeather.notice
    }

    private func town(at place: Coordinate) -> Town {
        let nearest = DemoTrip.towns.min {
            $0.coordinate.distance(to: place) < $1.coordinate.distance(to: place)
        }
        return Town(
            name: nearest?.name ?? "", local_names: ["ko": nearest?.korean ?? ""],
            lat: place.latitude, lon: place.longitude)
    }

    private func weather(at place: Coordinate, korean: Bool) -> Weather {
        let time = now()
        let sky = sky(at: place, time, korean: korean)
        return Weather(
            name: "\(town(at: place).name) (\(Self.notice))", dt: time.milliseconds / 1000,
            weather: [sky], main: measured(at: place, time), wind: wind(at: place),
            clouds: ["all": sky.id == 800 ? 0 : 80])
    }

    private func forecast(at place: Coordinate, korean: Bool) -> Forecast {
        // OpenWeatherMap's steps lie on the three-hour grid of UTC.
        let first = Int(now().milliseconds / 1000 / 10_800 + 1) * 10_800
        let steps = (0..<40).map { number -> Step in
            let time = Timestamp(seconds: Double(first + number * 10_800))
            let sky = sky(at: place, time, korean: korean)
            let isRain = sky.id == 500
            return Step(
                dt: time.milliseconds / 1000, main: measured(at: place, time), weather: [sky],
                wind: wind(at: place), pop: isRain ? 0.8 : 0.1,
                rain: isRain ? ["3h": 1.2] : nil)
        }
        return Forecast(city: City(name: "\(town(at: place).name) (\(Self.notice))"), list: steps)
    }

    /// Warmer in the south and in the afternoon.
    private func measured(at place: Coordinate, _ time: Timestamp) -> Measured {
        let hour = Double(CivilTime(time, offset: Self.utcOffset).hour)
        let daily = 5 * cos((hour - 15) / 12 * .pi)
        let temperature = ((15 + (37.5 - place.latitude) * 2 + daily) * 10).rounded() / 10
        return Measured(
            temp: temperature, feels_like: temperature - 1, pressure: 1015,
            humidity: 55 + Int(place.longitude * 10) % 20)
    }

    private func wind(at place: Coordinate) -> Wind {
        Wind(speed: 2.5, deg: Int(place.latitude * 100) % 360)
    }

    private func sky(at place: Coordinate, _ time: Timestamp, korean: Bool) -> Sky {
        let civil = CivilTime(time, offset: Self.utcOffset)
        let light = (6..<19).contains(civil.hour) ? "d" : "n"
        let kinds: [(id: Int, main: String, en: String, ko: String, icon: String)] = [
            (800, "Clear", "clear sky", "맑음", "01"),
            (803, "Clouds", "broken clouds", "구름 많음", "04"),
            (500, "Rain", "light rain", "약한 비", "10"),
        ]
        // Changes along the line and from day to day.
        let kind = kinds[(Int(place.latitude * 4) + civil.day) % kinds.count]
        return Sky(
            id: kind.id, main: kind.main,
            description: korean ? "\(kind.ko) (모의)" : "\(kind.en) (\(Self.notice))",
            icon: kind.icon + light)
    }
}
