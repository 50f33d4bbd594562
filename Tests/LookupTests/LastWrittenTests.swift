import Domain
import Lookup
import Testing

@Suite("What was written last")
struct LastWrittenTests {
    private func milepost(
        _ weather: Weather? = nil, address: Address? = nil, forecast: Forecast? = nil,
        at coordinate: Coordinate = place(37.56, 127)
    ) -> Milepost {
        var milepost = Milepost(fix: accepted(1, at: coordinate))
        milepost.weather = weather
        milepost.address = address
        milepost.forecast = forecast
        return milepost
    }

    private func observed(
        _ temperature: Double, at minutes: Double = 0, station: String? = nil,
        provider: String = "w"
    ) -> Weather {
        var weather = Weather(provider: provider)
        weather.temperature = temperature
        weather.observedAt = noon.adding(seconds: minutes * 60)
        weather.station = station
        return weather
    }

    private func isNews(_ new: Milepost, after old: Milepost) -> [Part] {
        var last = LastWritten()
        last.write(Part.allCases, of: old)
        return last.changes(in: new)
    }

    @Test("takes everything for news at first, and what is missing for none")
    func first() {
        let all = milepost(
            observed(1), address: Address(label: "x", provider: "a"),
            forecast: Forecast(provider: "w"))
        #expect(LastWritten().changes(in: all) == [.address, .weather, .forecast])
        #expect(LastWritten().changes(in: milepost()) == [])
    }

    @Test("another distance from one place is no news, another place is")
    func distance() {
        func address(_ label: String, id: String?, street: String? = nil) -> Milepost {
            var address = Address(label: label, provider: "gazetteer")
            address.placeID = id
            address.street = street
            return milepost(address: address)
        }
        let old = address("5.1 km from Busan", id: "k1")
        #expect(isNews(address("6 km from Busan", id: "k1"), after: old) == [])
        #expect(isNews(address("5.1 km from Busan", id: "k2"), after: old) == [])
        #expect(isNews(address("6 km from Busan", id: "k2"), after: old) == [.address])
        #expect(
            isNews(address("5.1 km from Busan", id: "k1", street: "x"), after: old) == [.address])
        // Without an id only the label tells.
        #expect(isNews(address("b", id: nil), after: address("a", id: nil)) == [.address])
    }

    @Test("compares with what was written, not with what was seen")
    func onlyWritten() {
        var last = LastWritten()
        last.write([], of: milepost(observed(1)))
        #expect(last.changes(in: milepost(observed(1))) == [.weather])
    }

    @Test("an observation is news by provider, place and time, then by content")
    func weather() {
        let old = milepost(observed(1, station: "Seoul"))
        let table: [(Milepost, Bool)] = [
            (milepost(observed(1, station: "Seoul")), false),
            // The same observation told again, whatever is different about it.
            (milepost(observed(2, station: "Seoul")), false),
            (milepost(observed(1, at: 10, station: "Seoul")), false),
            (milepost(observed(2, at: 10, station: "Seoul")), true),
            (milepost(observed(1, station: "Busan")), true),
            (milepost(observed(1, station: "Seoul", provider: "v")), true),
        ]
        #expect(table.map { isNews($0.0, after: old) == [.weather] } == table.map(\.1))
    }

    @Test("without a station the cell is the place")
    func cellAsPlace() {
        let old = milepost(observed(1))
        #expect(isNews(milepost(observed(2)), after: old) == [])
        #expect(isNews(milepost(observed(2), at: farPlace(1)), after: old) == [.weather])
    }

    @Test("the distance to an address and its id in a data base are no news")
    func address() {
        var old = Address(label: "1 Road", provider: "a")
        old.distance = 5
        var new = old
        new.distance = 9
        new.placeID = "77"
        #expect(isNews(milepost(address: new), after: milepost(address: old)) == [])
        new.houseNumber = "1"
        #expect(isNews(milepost(address: new), after: milepost(address: old)) == [.address])
    }

    @Test("a forecast issued anew with the same content is no news")
    func forecast() {
        var old = Forecast(provider: "w")
        old.issuedAt = noon
        var new = old
        new.issuedAt = noon.adding(seconds: 3600)
        #expect(isNews(milepost(forecast: new), after: milepost(forecast: old)) == [])
        new.hours = [Forecast.Hour(time: noon)]
        #expect(isNews(milepost(forecast: new), after: milepost(forecast: old)) == [.forecast])
    }
}
