import Domain
import Lookup
import Testing

@Suite("Plausibility of an answer")
struct PlausibilityTests {
    @Test(
        "weather is of now from six hours ago on; what is ahead may be the clock's fault",
        arguments: [
            (nil, nil), ("2026-05-04T12:00:00Z", nil), ("2026-05-04T06:00:00Z", nil),
            ("2026-05-04T05:59:59Z", "time (observed 2026-05-04T05:59:59.000Z)"),
            ("2026-05-05T13:00:00Z", nil),
        ] as [(String?, String?)])
    func weather(observed: String?, doubt: String?) {
        var weather = Weather(provider: "w")
        weather.observedAt = observed.flatMap(utc)
        #expect(Found.weather(weather).doubt(at: noon) == doubt)
    }

    @Test(
        "what is more than two days ahead of the clock and of the receiver's time is of another",
        arguments: [
            ("2026-05-06T12:00:00Z", 0, true), ("2026-05-06T12:00:01Z", 0, false),
            // A clock that is behind, or a receiver that is.
            ("2026-05-06T12:00:01Z", 86_400, true), ("2026-05-06T12:00:01Z", -86_400, false),
            ("2046-05-06T12:00:01Z", nil, true),
        ] as [(String, Double?, Bool)])
    func ahead(time: String, measured: Double?, isBelieved: Bool) {
        let measuredAt = measured.map { noon.adding(seconds: $0) }
        var weather = Weather(provider: "w")
        weather.observedAt = utc(time)
        let told = Found.weather(weather).doubt(at: noon, measuredAt: measuredAt)
        #expect((told == nil) == isBelieved)
        var forecast = Forecast(provider: "w")
        forecast.hours = [utc(time), utc("2056-01-01T00:00:00Z")].compactMap { $0 }.map {
            .init(time: $0)
        }
        let doubt = Found.forecast(forecast).doubt(at: noon, measuredAt: measuredAt)
        #expect(doubt == (isBelieved ? nil : "time (its forecast is to come)"))
    }

    @Test(
        "of a forecast the present step and later ones are kept, and today and later days",
        arguments: [
            // Steps of an hour and of three; the last is as long as the one before it, but no longer than 6 hours.
            (["10:00", "11:00", "12:00", "13:00"], ["12:00", "13:00"]),
            (["08:00", "11:00", "14:00"], ["11:00", "14:00"]),
            (["08:00", "11:00"], ["11:00"]), (["10:00", "11:00"], []), (["11:59"], ["11:59"]),
            (["00:00", "06:00"], []), (["13:00", "11:30"], ["13:00", "11:30"]), ([], []),
        ] as [([String], [String])])
    func present(sent: [String], kept: [String]) {
        let hours = { (texts: [String]) in
            texts.compactMap { utc("2026-05-04T\($0):00Z") }.map { Forecast.Hour(time: $0) }
        }
        var forecast = Forecast(provider: "w")
        forecast.hours = hours(sent)
        var left = Forecast(provider: "w")
        left.hours = hours(kept)
        #expect(Found.forecast(forecast).ahead(of: noon) == .forecast(left))
    }

    // Noon of UTC on the 4th is the 5th in Kiritimati and still the 4th on Baker Island.
    @Test(
        "a forecast is over when all its days or all its hours are",
        arguments: [
            (["05-03", "05-04"], [], 0, false), (["05-02", "05-03"], [], 0, true),
            (["05-03"], [], nil, true), (["05-04"], [], nil, false),
            (["05-04"], [], 14 * 3600, true), (["05-05"], [], 14 * 3600, false),
            ([], ["10:00", "12:00"], 0, false), ([], ["10:00", "11:00"], 0, true),
            (["05-05"], ["10:00", "11:00"], 0, true), ([], [], 0, false),
        ] as [([String], [String], Int?, Bool)])
    func forecast(days: [String], hours: [String], offset: Int?, isOver: Bool) {
        var forecast = Forecast(provider: "w")
        forecast.utcOffset = offset
        forecast.days = days.map { .row("2026-" + $0, 1, 2, nil, nil, nil) }
        forecast.hours = hours.compactMap { utc("2026-05-04T\($0):00Z") }.map { .init(time: $0) }
        let doubt = Found.forecast(forecast).doubt(at: noon)
        #expect(doubt == (isOver ? "time (its forecast is over)" : nil))
    }

    @Test(
        "an address is within 100 km of the place",
        arguments: [(nil, nil), (0, nil), (100_000, nil), (100_001, "place")]
            as [(Double?, String?)])
    func address(distance: Double?, doubt: String?) {
        var address = Address(label: "Road 1", provider: "a")
        address.distance = distance
        #expect(Found.address(address).doubt(at: noon) == doubt)
    }
}
