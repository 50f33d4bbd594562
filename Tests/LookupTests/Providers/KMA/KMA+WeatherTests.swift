import Domain
import Lookup
import Testing

/// Expected values are read from the samples by hand.
@Suite("Korea's weather now")
struct KMAWeatherTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let now: String
        /// Without the sky, which the observation does not tell.
        let alone: Weather
        /// With the forecast of July beside it: sky 3, no lightning.
        let joined: Weather
        var testDescription: String { file }

        init(
            _ file: String, at now: String, _ alone: (Condition?, String?),
            _ joined: (Condition?, String?), _ set: (inout Weather) -> Void
        ) {
            self.file = file
            self.now = now
            self.alone = .kma(alone, set)
            self.joined = .kma(joined, set)
        }
    }

    private static let cloudy = (Condition(.cloudy, rawCode: "SKY3 PTY0"), "구름많음")

    static let cases = [
        Case("ultra_srt_ncst.json", at: "2025-12-14 14:20", (nil, nil), cloudy) {
            ($0.temperature, $0.humidity, $0.rain1h) = (-1.4, 58, 0)
            ($0.windSpeed, $0.windDirection) = (4.2, 305)
            $0.observedAt = utc("2025-12-14T05:00:00Z")
        },
        Case(
            "ultra_srt_ncst_flurry.json", at: "2025-12-14 07:20",
            (Condition(.snow, .light, rawCode: "PTY7"), "눈날림"),
            (Condition(.snow, .light, rawCode: "SKY3 PTY7"), "눈날림")
        ) {
            ($0.temperature, $0.humidity, $0.rain1h) = (-6.2, 81, 0)
            ($0.windSpeed, $0.windDirection) = (1.8, 352)
            $0.observedAt = utc("2025-12-13T22:00:00Z")
        },
        Case(
            "ultra_srt_ncst_rain.json", at: "2025-07-16 09:20",
            (Condition(.rain, .moderate, rawCode: "PTY1"), "비"),
            (Condition(.rain, .moderate, rawCode: "SKY3 PTY1"), "비")
        ) {
            ($0.temperature, $0.humidity, $0.rain1h) = (23.6, 97, 12.5)
            ($0.windSpeed, $0.windDirection) = (3.1, 158)
            $0.observedAt = utc("2025-07-16T00:00:00Z")
        },
        Case("ultra_srt_ncst_partly_missing.json", at: "2025-12-14 14:20", (nil, nil), cloudy) {
            ($0.temperature, $0.windSpeed, $0.windDirection) = (-9.7, 7.6, 288)
            $0.observedAt = utc("2025-12-14T05:00:00Z")
        },
    ]

    @Test("reads each sample field by field, with the sky of the next hours", arguments: cases)
    func reads(_ sample: Case) async throws {
        let service = try KMAService(
            at: sample.now, [.observation: sample.file, .nextHours: "ultra_srt_fcst.json"])
        #expect(try await service.provider.weather(.kma()) == sample.joined)
    }

    @Test("the observation stands alone when the forecast fails", arguments: cases)
    func alone(_ sample: Case) async throws {
        let service = try KMAService(at: sample.now, [.observation: sample.file])
        #expect(try await service.provider.weather(.kma()) == sample.alone)
    }

    @Test("the forecast's first hour stands in when the observation fails")
    func forecastAlone() async throws {
        let service = try KMAService(
            at: "2025-07-16 14:50", [.nextHours: "ultra_srt_fcst.json"])
        #expect(
            try await service.provider.weather(.kma())
                == .kma(Self.cloudy) {
                    ($0.temperature, $0.humidity) = (27, 75)
                    ($0.windSpeed, $0.windDirection) = (3, 170)
                    $0.observedAt = utc("2025-07-16T06:00:00Z")
                })
    }

    @Test("a cell of the sea where all is missing says nothing, though it says that no rain falls")
    func missing() async throws {
        let service = try KMAService(
            at: "2025-12-14 14:20", file: "ultra_srt_ncst_missing.json")
        let failure = try await failure { _ = try await service.provider.weather(.kma()) }
        #expect(failure?.code == .notFound)
        // Unless the other half might have told more, had it come.
        let half = try KMAService(
            at: "2025-12-14 14:20", [.observation: "ultra_srt_ncst_missing.json"])
        #expect(
            try await LookupTests.failure { _ = try await half.provider.weather(.kma()) }?.code
                == .network)
    }

    /// Weather of the observation of `values`, beside a forecast of `next`.
    private func weather(
        _ values: [(String, String)], next: [KMABody.Row] = [], _ language: Language = .en
    ) async throws -> Weather {
        let service = KMAService(at: "2025-12-14 14:50") { operation, _ in
            operation == .observation
                ? KMABody.observation(base: "1214 1400", values)
                : next.isEmpty ? nil : KMABody.forecast(base: "1214 1430", next)
        }
        return try await service.provider.weather(.kma(36.62, 127.33, language))
    }

    @Test(
        "each kind of precipitation has its condition and its words",
        arguments: [
            ("1", Condition.Kind.rain, Condition.Intensity.moderate, "rain", "비"),
            ("2", .sleet, .moderate, "rain and snow", "비/눈"), ("3", .snow, nil, "snow", "눈"),
            ("4", .rainShowers, .moderate, "showers", "소나기"),
            ("5", .drizzle, .light, "raindrops", "빗방울"),
            ("6", .sleet, .light, "raindrops and snow flurries", "빗방울눈날림"),
            ("7", .snow, .light, "snow flurries", "눈날림"), ("8", .unknown, nil, nil, nil),
        ] as [(String, Condition.Kind, Condition.Intensity?, String?, String?)])
    func precipitation(
        code: String, kind: Condition.Kind, intensity: Condition.Intensity?, english: String?,
        korean: String?
    ) async throws {
        let values = [("PTY", "\"\(code)\""), ("RN1", "\"3\"")]
        let weather = try await weather(values)
        #expect(weather.condition == Condition(kind, intensity, rawCode: "PTY\(code)"))
        #expect(weather.description == english)
        #expect(try await self.weather(values, .ko).description == korean)
    }

    @Test(
        "without any, the sky of the first hour is the condition",
        arguments: [
            ("1", Condition.Kind.clear, "clear", "맑음"), ("3", .cloudy, "mostly cloudy", "구름많음"),
            ("4", .overcast, "overcast", "흐림"), ("2", .unknown, nil, nil),
        ] as [(String, Condition.Kind, String?, String?)])
    func sky(code: String, kind: Condition.Kind, english: String?, korean: String?) async throws {
        let next: [KMABody.Row] = [("SKY", "1214 1600", "9"), ("SKY", "1214 1500", code)]
        let values = [("PTY", "0")]
        let weather = try await weather(values, next: next)
        #expect(weather.condition == Condition(kind, rawCode: "SKY\(code) PTY0"))
        #expect(weather.description == english)
        #expect(try await self.weather(values, next: next, .ko).description == korean)
    }

    @Test(
        "lightning of any strength is a thunderstorm, with what falls in it",
        arguments: [
            ("0", nil), ("1", .rain), ("2", .sleet), ("3", .snow),
            ("4", .rain), ("5", .drizzle), ("6", .sleet), ("7", .snow),
        ] as [(String, Condition.ThunderPrecipitation?)])
    func thunder(code: String, falling: Condition.ThunderPrecipitation?) async throws {
        let next: [KMABody.Row] = [("LGT", "1214 1500", "0.2"), ("SKY", "1214 1500", "4")]
        let weather = try await weather([("PTY", code)], next: next)
        #expect(weather.condition?.kind == .thunderstorm)
        #expect(weather.condition?.thunderPrecipitation == falling)
        #expect(weather.condition?.rawCode == "SKY4 PTY\(code) LGT")
        #expect(weather.description == "thunderstorm")
        #expect(try await self.weather([("PTY", code)], next: next, .ko).description == "뇌우")
    }

    // The service's own limits: weak below 3 mm in the hour, heavy from 15 on.
    @Test(
        "rain is as hard as the hour's amount says",
        arguments: [
            ("0", Condition.Intensity.light), ("2.9", .light), ("3", .moderate),
            ("14.9", .moderate), ("15", .heavy),
        ])
    func intensity(amount: String, intensity: Condition.Intensity) async throws {
        let weather = try await weather([("PTY", "1"), ("RN1", amount)])
        #expect(weather.condition == Condition(.rain, intensity, rawCode: "PTY1"))
    }

    // 2.2 m/s to the east and 2.9 to the south come from 323°: atan2(−2.2, 2.9) = −37.2°; the square root of 13.25.
    @Test("wind is reckoned from its components where it is missing itself")
    func components() async throws {
        let values = [("UUU", "2.2"), ("VVV", "-2.9")]
        let weather = try await weather(values + [("VEC", "-998"), ("WSD", "\"-998.9\"")])
        #expect(weather.windSpeed == 3.6)
        #expect(weather.windDirection == 323)
        let told = try await self.weather(values + [("VEC", "324"), ("WSD", "3.7")])
        #expect(told.windSpeed == 3.7)
        #expect(told.windDirection == 324)
        let calm = try await self.weather([("UUU", "0"), ("VVV", "0")])
        #expect(calm.windSpeed == 0)
        #expect(calm.windDirection == nil)
    }

    @Test("W06 numbers as numbers or as text, and a wrong type loses that field alone")
    func types() async throws {
        let weather = try await weather([
            ("T1H", "-1.4"), ("REH", "\"58.0\""), ("RN1", "{}"), ("WSD", "[4]"), ("VEC", "\"x\""),
            ("PTY", "\"01\""),
        ])
        #expect(
            weather
                == .kma((Condition(.rain, rawCode: "PTY1"), "rain")) {
                    ($0.temperature, $0.humidity) = (-1.4, 58)
                    $0.observedAt = utc("2025-12-14T05:00:00Z")
                })
    }

    @Test(
        "W07 any value that is missing leaves the others",
        arguments: ["PTY", "REH", "RN1", "T1H", "UUU", "VEC", "VVV", "WSD"])
    func missing(category: String) async throws {
        let values = [
            ("PTY", "1"), ("REH", "97"), ("RN1", "4"), ("T1H", "23.6"), ("UUU", "1"),
            ("VEC", "158"), ("VVV", "0"), ("WSD", "3.1"),
        ]
        let weather = try await weather(values.filter { $0.0 != category })
        #expect(weather.temperature == (category == "T1H" ? nil : 23.6))
        #expect(weather.humidity == (category == "REH" ? nil : 97))
        #expect(weather.rain1h == (category == "RN1" ? nil : 4))
        #expect(weather.windSpeed == (category == "WSD" ? 1 : 3.1))
        #expect(weather.windDirection == (category == "VEC" ? 270 : 158))
        #expect((weather.condition == nil) == (category == "PTY"))
        #expect(weather.windGust == nil)
    }

    @Test("900 and more, either side of zero, is missing")
    func limits() async throws {
        let weather = try await weather([("T1H", "900"), ("REH", "-900"), ("WSD", "899.9")])
        #expect([weather.temperature, weather.humidity, weather.windSpeed] == [nil, nil, 899.9])
    }
}

extension Weather {
    fileprivate static func kma(
        _ sky: (Condition?, String?), _ set: (inout Weather) -> Void
    ) -> Weather {
        .made("kma") {
            ($0.condition, $0.description) = sky
            $0.utcOffset = 32400
            set(&$0)
        }
    }
}
