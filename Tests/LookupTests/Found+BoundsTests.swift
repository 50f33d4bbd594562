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

    @Test("other answers are as they were")
    func others() {
        #expect(weather(1).bounded == weather(1))
        #expect(address("Road 1").bounded == address("Road 1"))
    }
}
