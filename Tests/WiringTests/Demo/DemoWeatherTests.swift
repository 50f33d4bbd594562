import Domain
import FoundationEssentials
import Testing

import Wiring

@Suite("The demo's weather")
struct DemoWeatherTests {
    private let weather = DemoWeather(now: { Timestamp(milliseconds: 1_780_000_000_000) })
    private let seoul = ["lat": "37.56", "lon": "126.98", "units": "metric"]

    private func text(_ path: String, _ query: [String: String]) throws -> String? {
        try weather.answer(path: path, query: query).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "says in every answer that it is simulated",
        arguments: ["/data/2.5/weather", "/data/2.5/forecast", "/geo/1.0/reverse"])
    func notice(path: String) throws {
        #expect(try #require(try text(path, seoul)).contains("simulated"))
    }

    @Test("answers in OpenWeatherMap's shape: cod is a number here and a string there")
    func shape() throws {
        #expect(try #require(try text("/data/2.5/weather", seoul)).contains(#""cod":200"#))
        let forecast = try #require(try text("/data/2.5/forecast", seoul))
        #expect(forecast.contains(#""cod":"200""#))
        #expect(forecast.split(separator: #""dt":"#).count == 41)
    }

    @Test("speaks Korean when asked as OpenWeatherMap is asked")
    func korean() throws {
        let korean = try text("/data/2.5/weather", seoul.merging(["lang": "kr"]) { $1 })
        #expect(try #require(korean).contains("모의"))
    }

    @Test("knows nothing of other paths or without a place")
    func unknown() throws {
        #expect(try text("/data/3.0/onecall", seoul) == nil)
        #expect(try text("/data/2.5/weather", ["q": "Seoul"]) == nil)
        #expect(try text("/data/2.5/weather", ["lat": "91", "lon": "0"]) == nil)
    }
}
