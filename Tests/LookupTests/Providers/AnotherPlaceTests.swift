import Domain
import Lookup
import TestSupport
import Testing

/// Answers as they are but for the place, which is some hundredths of a degree of latitude from the one asked for.
@Suite("Weather for another place", .serialized)
struct AnotherPlaceTests {
    private static let asked = place(37.56, 126.98)

    /// Whole answers of each service, as short as they may be.
    private static func answer(_ provider: String, _ part: Part, _ latitude: Double) -> String {
        switch (provider, part) {
        case ("open-meteo", .weather):
            #"{"latitude":\#(latitude),"longitude":127,"current":{"temperature_2m":5}}"#
        case ("open-meteo", _):
            #"{"latitude":\#(latitude),"longitude":127,"daily":{"time":["2026-05-04"],"#
                + #""temperature_2m_min":[1]}}"#
        case ("openweathermap", .weather):
            #"{"coord":{"lat":\#(latitude),"lon":127},"main":{"temp":5}}"#
        case ("openweathermap", _):
            #"{"city":{"coord":{"lat":\#(latitude),"lon":127}},"#
                + #""list":[{"dt":1777896000,"main":{"temp":5}}]}"#
        default:
            #"{"geometry":{"coordinates":[127,\#(latitude),40]},"properties":{"timeseries":["#
                + #"{"time":"2026-05-04T12:00:00Z","data":{"instant":{"details":"#
                + #"{"air_temperature":5}}}}]}}"#
        }
    }

    private static func provider(_ name: String, _ stub: ServiceStub) -> any WeatherProvider {
        switch name {
        case "open-meteo": OpenMeteo(fetch: stub.fetch, now: { noon })
        case "openweathermap": OpenWeatherMap(fetch: stub.fetch, now: { noon })
        default: MetNorway(fetch: stub.fetch, now: { noon })
        }
    }

    // A degree of latitude has 111.2 km, so that 0.8 of it are 89 km and 1 is too much.
    @Test(
        "is refused from 100 km on, as a square of a model may be tens of kilometres wide",
        arguments: ["open-meteo", "openweathermap", "met-norway"], [Part.weather, .forecast])
    func far(name: String, part: Part) async throws {
        for (latitude, isRefused) in [(38.36, false), (38.56, true), (-33.9, true)] {
            let stub = ServiceStub(Self.answer(name, part, latitude))
            let provider = Self.provider(name, stub)
            let query = Query(coordinate: Self.asked, language: .en)
            let failure = try await LookupTests.failure {
                switch part {
                case .weather: _ = try await provider.weather(query)
                default: _ = try await provider.forecast(query)
                }
            }
            #expect(failure?.code == (isRefused ? .badAnswer : nil), "\(latitude)")
            if isRefused { #expect(failure?.message == "\(name) answered for another place") }
        }
    }

    @Test("is what was asked for where a city or a postal code was")
    func byCode() async throws {
        let stub = ServiceStub(Self.answer("openweathermap", .weather, -33.9))
        let found = try await OpenWeatherMap(fetch: stub.fetch).weather(
            of: .cityID(1), language: .en)
        #expect(found.coordinate == place(-33.9, 127))
    }
}
