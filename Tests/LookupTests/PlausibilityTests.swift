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

    // Noon of UTC on the 4th is the 5th in Kiritimati and still the 4th on Baker Island.
    @Test(
        "a forecast is over when its last day or its last hour is",
        arguments: [
            (["05-03", "05-04"], [], 0, false), (["05-02", "05-03"], [], 0, true),
            (["05-03"], [], nil, true), (["05-04"], [], nil, false),
            (["05-04"], [], 14 * 3600, true), (["05-05"], [], 14 * 3600, false),
            ([], ["10:00", "12:00"], 0, false), ([], ["10:00", "11:59"], 0, true),
            (["05-05"], ["11:00"], 0, true), ([], [], 0, false),
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
