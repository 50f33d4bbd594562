import Domain
import Lookup
import Testing

@Suite("Condition tables", .serialized)
struct ConditionTableTests {
    private static func rows(_ provider: String) throws -> [[String]] {
        try Fixture.rows("condition-map.tsv").filter { $0[0] == provider }
    }

    private func check(_ condition: Condition?, _ row: [String]) {
        #expect(condition?.rawCode == row[1])
        #expect(condition?.kind.rawValue == row[3], "\(row)")
        #expect(condition?.intensity?.rawValue ?? "" == row[4], "\(row)")
        #expect(condition?.thunderPrecipitation?.rawValue ?? "" == row[5], "\(row)")
    }

    @Test("OpenWeatherMap's 55 ids mean what the facts say")
    func openWeatherMap() async throws {
        let rows = try Self.rows("openweathermap")
        #expect(rows.count == 55)
        for row in rows {
            let stub = ServiceStub(#"{"weather":[{"id":\#(row[1])}]}"#)
            let weather = try await OpenWeatherMap(fetch: stub.fetch, now: { testNow })
                .weather(of: .name("x"), language: .en).weather
            check(weather.condition, row)
        }
    }

    @Test("Open-Meteo's 28 codes mean what the facts say")
    func openMeteo() async throws {
        let rows = try Self.rows("open-meteo")
        #expect(rows.count == 28)
        let coordinate = try #require(Coordinate(latitude: 1, longitude: 1))
        for row in rows {
            let stub = ServiceStub(#"{"current":{"weather_code":\#(row[1])}}"#)
            let weather = try await OpenMeteo(fetch: stub.fetch, now: { testNow })
                .weather(Query(coordinate: coordinate, language: .en))
            check(weather.condition, row)
        }
    }

    @Test(
        "MET Norway's 41 bases mean what the facts say, whatever part of the day stands behind them"
    )
    func metNorway() async throws {
        let rows = try Self.rows("met-norway")
        #expect(rows.count == 41)
        for row in rows {
            for (suffix, isDay) in [
                ("", nil), ("_day", true), ("_night", false), ("_polartwilight", nil),
            ]
                as [(String, Bool?)]
            {
                let condition = try await metNorway(row[1] + suffix)
                check(condition, [row[0], row[1] + suffix] + row[2...])
                #expect(condition?.isDay == isDay)
            }
        }
    }

    @Test("MET Norway's two misspelt symbols are known in the right spelling too")
    func misspelt() async throws {
        for row in try Self.rows("met-norway") where row[1].hasPrefix("lightss") {
            let right = "lights" + row[1].dropFirst(7)
            check(try await metNorway(right), [row[0], right] + row[2...])
        }
    }

    @Test(
        "nothing else is cut off a symbol",
        arguments: ["clearsky_dusk", "rain_day_night", "showers", "_day", "clearsky_", "Rain"])
    func oddSymbol(symbol: String) async throws {
        #expect(try await metNorway(symbol) == Condition(.unknown, rawCode: symbol))
    }

    private func metNorway(_ symbol: String) async throws -> Condition? {
        let stub = ServiceStub(
            #"""
            {"properties":{"timeseries":[{"time":"2026-11-30T00:00:00Z","data":
            {"next_1_hours":{"summary":{"symbol_code":"\#(symbol)"}}}}]}}
            """#)
        let coordinate = try #require(Coordinate(latitude: 1, longitude: 1))
        return try await MetNorway(fetch: stub.fetch, now: { testNow })
            .weather(Query(coordinate: coordinate, language: .en)).condition
    }

    @Test("a code that is no whole number is unknown and kept", arguments: ["97.5", #""x9""#])
    func oddCode(code: String) async throws {
        let stub = ServiceStub(#"{"weather":[{"id":\#(code)}]}"#)
        let weather = try await OpenWeatherMap(fetch: stub.fetch, now: { testNow })
            .weather(of: .name("x"), language: .en).weather
        #expect(weather.condition?.kind == .unknown)
        #expect(weather.condition?.rawCode == code.filter { $0 != "\"" })
    }
}
