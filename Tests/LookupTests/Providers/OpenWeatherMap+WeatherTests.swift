import Domain
import Lookup
import Testing

/// Expected values are read from the samples by hand.
@Suite("OpenWeatherMap's weather", .serialized)
struct OpenWeatherMapWeatherTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let weather: Weather
        var testDescription: String { file }

        init(_ file: String, _ set: (inout Weather) -> Void) {
            self.file = file
            weather = .made("openweathermap", set)
        }
    }

    static let cases = [
        Case("current-seoul-clear.json") {
            $0.condition = Condition(.clear, isDay: true, rawCode: "800")
            $0.description = "맑음"
            $0.icon = "01d"
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (-1.24, -5.1, 38, 1029)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.visibility) = (3.09, 310, 0, 10000)
            $0.sun(1_795_991_216, 1_796_026_505, at: 1_795_996_200, 32400)
            $0.station = "Seoul"
        },
        Case("current-busan-rain.json") {
            $0.condition = Condition(.rain, .moderate, isDay: true, rawCode: "501")
            $0.description = "보통 비"
            $0.icon = "10d"
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (22.4, 23, 94, 1004)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.visibility) = (6.2, 120, 100, 3000)
            ($0.windGust, $0.rain1h) = (9.8, 2.74)
            $0.sun(1_783_973_952, 1_784_025_569, at: 1_784_009_400, 32400)
            $0.station = "Busan"
        },
        Case("current-gangneung-snow.json") {
            $0.condition = Condition(.snow, .light, isDay: false, rawCode: "600")
            $0.description = "가벼운 눈"
            $0.icon = "13n"
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (-2, -6.73, 93, 1018)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.visibility) = (4.1, 340, 100, 900)
            ($0.windGust, $0.snow1h) = (7.7, 0.83)
            $0.sun(1_768_171_155, 1_768_206_276, at: 1_768_168_800, 32400)
            $0.station = "Gangneung"
        },
        Case("current-rain-and-snow.json") {
            $0.condition = Condition(.sleet, .moderate, isDay: true, rawCode: "616")
            $0.description = "rain and snow"
            $0.icon = "13d"
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (1.12, -2.45, 91, 1009)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.visibility) = (3.6, 45, 100, 2400)
            ($0.windGust, $0.rain1h, $0.snow1h) = (6.4, 0.41, 0.36)
            $0.sun(1_770_071_535, 1_770_108_772, at: 1_770_093_000, 32400)
            $0.station = "Chuncheon"
        },
        Case("current-precip-without-rain-group.json") {
            $0.condition = Condition(.cloudy, isDay: true, rawCode: "803")
            $0.description = "튼구름"
            $0.icon = "04d"
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (24.87, 25.3, 74, 1008)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.visibility) = (5, 200, 75, 10000)
            $0.rain1h = 0.1
            $0.sun(1_781_900_622, 1_781_952_375, at: 1_781_942_700, 32400)
            $0.station = "Jeju City"
        },
        Case("current-missing-optional.json") {
            $0.condition = Condition(.overcast, isDay: false, rawCode: "804")
            $0.description = "온흐림"
            $0.icon = "04n"
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (5.94, 3.2, 61, 1024)
            ($0.windSpeed, $0.windDirection, $0.clouds) = (2.1, 0, 92)
            $0.sun(1_795_990_353, 1_796_026_246, at: 1_795_976_400, 32400)
            $0.station = "Ulsan"
        },
        // Asked for without units: the numbers pass as they came, which is why every request says metric.
        Case("current-london-kelvin.json") {
            $0.condition = Condition(.rain, .light, isDay: true, rawCode: "500")
            $0.description = "light rain"
            $0.icon = "10d"
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (287.59, 287.14, 80, 1012)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.visibility) = (5.66, 240, 75, 10000)
            ($0.windGust, $0.rain1h) = (10.29, 0.25)
            $0.sun(1_778_214_063, 1_778_268_751, at: 1_778_244_000, 3600)
            $0.station = "London"
        },
        Case("current-newyork-thunder-imperial.json") {
            $0.condition = Condition(.thunderstorm, .moderate, isDay: true, rawCode: "211")
            $0.description = "thunderstorm"
            $0.icon = "11d"
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (77.14, 78.49, 88, 1009)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.visibility) = (14.97, 190, 100, 4828)
            ($0.windGust, $0.rain1h) = (28.77, 9.1)
            $0.sun(1_785_664_368, 1_785_715_928, at: 1_785_701_700, -14400)
            $0.station = "New York"
        },
        // No country and an empty name at sea.
        Case("current-open-ocean.json") {
            $0.condition = Condition(.partlyCloudy, isDay: true, rawCode: "802")
            $0.description = "scattered clouds"
            $0.icon = "03d"
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (27.4, 30.9, 79, 1010)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.visibility) = (6.8, 72, 41, 10000)
            $0.windGust = 7.9
            $0.sun(1_790_956_086, 1_790_999_417, at: 1_790_996_400, -36000)
        },
        // W09: sunrise and sunset are 0.
        Case("current-polar-night.json") {
            $0.condition = Condition(.snow, .light, isDay: false, rawCode: "600")
            $0.description = "light snow"
            $0.icon = "13n"
            ($0.temperature, $0.feelsLike, $0.humidity, $0.pressure) = (-11.06, -18.06, 83, 1001)
            ($0.windSpeed, $0.windDirection, $0.clouds, $0.visibility) = (7.2, 130, 75, 4000)
            $0.snow1h = 0.12
            $0.sun(nil, nil, at: 1_797_850_800, 3600)
            $0.station = "Longyearbyen"
        },
    ]

    private func weather(_ stub: ServiceStub) async throws(LookupFailure) -> Weather {
        try await OpenWeatherMap(fetch: stub.fetch, now: { testNow })
            .weather(of: .name("x"), language: .en).weather
    }

    @Test("reads each sample field by field", arguments: cases)
    func reads(_ sample: Case) async throws {
        let stub = ServiceStub(try Fixture.answer("openweathermap", sample.file))
        #expect(try await weather(stub) == sample.weather)
    }

    @Test("W06 numbers as text, whole numbers with a fraction and exponents are read")
    func changingTypes() async throws {
        let first = try await weather(
            ServiceStub(
                #"{"cod":200,"main":{"temp":14,"humidity":81.0},"visibility":9500.5,"clouds":{"all":"75"}}"#
            ))
        #expect(
            first
                == .made("openweathermap") {
                    ($0.temperature, $0.humidity, $0.visibility, $0.clouds) = (14, 81, 9500.5, 75)
                })
        let second = try await weather(
            ServiceStub(
                #"{"cod":"200","main":{"temp":"14.2","humidity":81},"dt":1.7778E9,"name":7}"#))
        #expect(
            second
                == .made("openweathermap") {
                    ($0.temperature, $0.humidity, $0.station) = (14.2, 81, "7")
                    $0.observedAt = Timestamp(seconds: 1_777_800_000)
                })
    }

    @Test("W06 a wrong type loses that field alone, and absurd numbers do no harm")
    func wrongTypes() async throws {
        let weather = try await weather(
            ServiceStub(
                #"""
                {"cod":200,"main":{"temp":14.2,"humidity":{},"pressure":1e999},"wind":7,"clouds":[],
                "weather":{"id":800},"dt":1e300,"timezone":1e18,"visibility":true,"name":[],
                "sys":{"sunrise":"soon","sunset":-86400},"rain":{"1h":"lots"}}
                """#))
        #expect(weather == .made("openweathermap") { $0.temperature = 14.2 })
    }

    @Test(
        "W07 missing wind, gust, rain, direction or an empty weather list costs nothing else",
        arguments: [
            (#"{"cod":200,"main":{"temp":14.2},"weather":[]}"#, nil),
            (#"{"cod":200,"main":{"temp":14.2},"wind":null,"weather":[{"main":"Clear"}]}"#, nil),
            (#"{"cod":200,"main":{"temp":14.2},"wind":{"speed":0.4}}"#, 0.4),
        ])
    func missing(body: String, wind: Double?) async throws {
        let weather = try await weather(ServiceStub(body))
        #expect(
            weather == .made("openweathermap") { ($0.temperature, $0.windSpeed) = (14.2, wind) })
    }

    @Test("W09 a sunrise of 0 and a negative sunset are none")
    func polarSummer() async throws {
        let weather = try await weather(
            ServiceStub(
                #"{"cod":200,"main":{"temp":3.1},"sys":{"sunrise":0,"sunset":-86400}}"#))
        #expect(weather == .made("openweathermap") { $0.temperature = 3.1 })
    }

    @Test(
        "without an icon the sun tells day from night, and an id not in the table is unknown",
        arguments: [(99, false), (100, true), (199, true), (200, false)])
    func dayBySun(time: Int, isDay: Bool) async throws {
        let weather = try await weather(
            ServiceStub(
                #"{"weather":[{"id":962}],"dt":\#(time),"sys":{"sunrise":100,"sunset":200}}"#))
        #expect(weather.condition == Condition(.unknown, isDay: isDay, rawCode: "962"))
    }

    @Test("an answer without any reading is a bad answer", arguments: ["{}", "[]", #"{"dt":1}"#])
    func nothing(body: String) async throws {
        let failure = try #require(
            try await failure { _ = try await weather(ServiceStub(body)) })
        #expect(failure.code == .badAnswer)
        #expect(
            failure.message
                == "openweathermap sent an answer without weather; check its base_url in the settings"
        )
    }
}

extension Weather {
    fileprivate mutating func sun(_ rise: Double?, _ set: Double?, at time: Double, _ offset: Int) {
        sunrise = rise.map(Timestamp.init(seconds:))
        sunset = set.map(Timestamp.init(seconds:))
        observedAt = Timestamp(seconds: time)
        utcOffset = offset
    }
}
