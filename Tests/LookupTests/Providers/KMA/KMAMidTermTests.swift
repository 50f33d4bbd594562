import Domain
import Lookup
import Testing

/// Expected values are read from the samples by hand.
@Suite("Korea's mid-term forecast")
struct KMAMidTermTests {
    /// Days 5 to 10 of the samples, which differ in where they begin.
    private func rest(from date: String) -> [Forecast.Day] {
        let rows: [(Double, Double, Condition.Kind, String, Double)] = [
            (-5, 4, .snow, "흐리고 눈", 60), (-3, 6, .sleet, "흐리고 비/눈", 70),
            (-2, 7, .cloudy, "구름많음", 20), (-1, 8, .cloudy, "구름많음", 20),
            (-4, 5, .rain, "흐리고 비", 60), (-7, 2, .rainShowers, "구름많고 소나기", 30),
        ]
        let first = Int(date.suffix(2)) ?? 0
        return rows.enumerated().map { index, row in
            .row(
                "2025-12-\(first + index)", row.0, row.1, Condition(row.2, rawCode: row.3), row.4,
                nil)
        }
    }

    private func days(
        at now: String, _ short: String, _ files: [KMAOperation: String]
    ) async throws -> [Forecast.Day] {
        let files = files.merging([.shortTerm: short]) { $1 }
        return try await KMAService(at: now, files).provider.forecast(.kma()).days
    }

    @Test("of the evening before goes on where the morning's short term ends")
    func evening() async throws {
        let days = try await days(
            at: "2025-12-14 05:20", "vilage_fcst_0500.json",
            [.midTermTemperatures: "mid_ta_1800.json", .midTermSky: "mid_land_fcst_1800.json"])
        #expect(days.prefix(3).map(\.date.day) == [14, 15, 17])
        #expect(Array(days.dropFirst(3)) == rest(from: "2025-12-18"))
    }

    @Test("of the morning gives way to the evening's short term on the day both have")
    func morning() async throws {
        let days = try await days(
            at: "2025-12-14 17:20", "vilage_fcst_1700_three_amount_forms.json",
            [.midTermTemperatures: "mid_ta_0600.json", .midTermSky: "mid_land_fcst_0600.json"])
        #expect(days.map(\.date.day) == [14, 17, 18, 19, 20, 21, 22, 23, 24])
        #expect(days[2].precipitationProbability == 80)
        #expect(Array(days.dropFirst(3)) == rest(from: "2025-12-19"))
    }

    @Test("its fourth day is there when the short term ends on the third")
    func fourthDay() async throws {
        let rows: [KMABody.Row] = [("TMP", "1217 1500", "2"), ("TMP", "1218 0000", "1")]
        let files: [KMAOperation: String] = [
            .midTermTemperatures: "mid_ta_0600.json", .midTermSky: "mid_land_fcst_0600.json",
        ]
        let answers = try files.mapValues { try Fixture.answer("kma", $0) }
        let service = KMAService(at: "2025-12-14 08:20") { operation, _ in
            operation == .shortTerm
                ? KMABody.forecast(base: "1214 0800", rows) : answers[operation]
        }
        let days = try await service.provider.forecast(.kma()).days
        #expect(
            Array(days.prefix(2)) == [
                .row("2025-12-17", 2, 2, nil, nil, nil),
                .row("2025-12-18", -6, 3, Condition(.cloudy, rawCode: "구름많음"), 20, nil),
            ])
        #expect(Array(days.dropFirst(2)) == rest(from: "2025-12-19"))
    }

    @Test("the third day of before November 2024 is read")
    func thirdDay() async throws {
        let rows: [KMABody.Row] = [("TMP", "1214 0900", "2")]
        let older = try Fixture.answer("kma", "mid_ta_before_20241128_day3.json")
        let service = KMAService(at: "2025-12-14 08:20") { operation, _ in
            switch operation {
            case .shortTerm: KMABody.forecast(base: "1214 0800", rows)
            case .midTermTemperatures: older
            default: nil
            }
        }
        let days = try await service.provider.forecast(.kma()).days
        #expect(days.map(\.date.day) == [14, 17, 18, 19, 20, 21, 22, 23, 24])
        #expect(days[1] == .row("2025-12-17", -4, 5, nil, nil, nil))
        #expect(days[2] == .row("2025-12-18", -6, 3, nil, nil, nil))
    }

    @Test("a single row that is no list is read")
    func singleRow() async throws {
        let days = try await days(
            at: "2025-12-14 05:20", "vilage_fcst_0500.json",
            [.midTermTemperatures: "single_item_object.json"])
        #expect(days.map(\.date.day) == [14, 15, 17, 18])
        #expect(days.last == .row("2025-12-18", -5, 4, nil, nil, nil))
    }

    @Test(
        "either half may fail",
        arguments: [
            (KMAOperation.midTermTemperatures, "mid_ta_1800.json"),
            (.midTermSky, "mid_land_fcst_1800.json"),
        ])
    func half(operation: KMAOperation, file: String) async throws {
        let days = try await days(
            at: "2025-12-14 05:20", "vilage_fcst_0500.json", [operation: file])
        let isWarm = operation == .midTermTemperatures
        let expected = rest(from: "2025-12-18").map { day in
            Forecast.Day.row(
                day.date.iso, isWarm ? day.min : nil, isWarm ? day.max : nil,
                isWarm ? nil : day.condition, isWarm ? nil : day.precipitationProbability, nil)
        }
        #expect(Array(days.dropFirst(3)) == expected)
    }

    @Test("each half counts from the day of its own issue, also when it is an older one")
    func olderHalf() async throws {
        let sky = try Fixture.answer("kma", "mid_land_fcst_1800.json")
        let warmth = try Fixture.answer("kma", "mid_ta_0600.json")
        let nothing = try Fixture.answer("kma", "error_03_nodata.json")
        let rows: [KMABody.Row] = [("TMP", "1217 1500", "2")]
        let service = KMAService(at: "2025-12-14 08:20") { operation, url in
            switch operation {
            case .shortTerm: KMABody.forecast(base: "1214 0800", rows)
            case .midTermTemperatures: warmth
            case .midTermSky: url.hasSuffix("tmFc=202512140600") ? nothing : sky
            default: nil
            }
        }
        let days = try await service.provider.forecast(.kma()).days
        // The sky's fifth day from the 13th is the warmth's fourth from the 14th.
        #expect(days[1].date.day == 18)
        #expect([days[1].min, days[1].max] == [-6, 3])
        #expect(days[1].condition == Condition(.snow, rawCode: "흐리고 눈"))
        #expect(days.last?.date.day == 24)
        #expect(days.last?.condition == nil)
    }

    @Test(
        "the sky's words are one or two, others are kept as unknown",
        arguments: [
            ("맑음", Condition.Kind.clear), ("구름많음", .cloudy), ("흐림", .overcast),
            ("구름많고 비", .rain), ("구름많고 눈", .snow), ("구름많고 비/눈", .sleet),
            ("구름많고 소나기", .rainShowers), ("흐리고 비", .rain), ("흐리고 눈", .snow),
            ("흐리고 비/눈", .sleet), ("흐리고 소나기", .rainShowers), ("흐리고 우박", .unknown),
            ("맑고 비", .unknown), ("비", .unknown), ("황사", .unknown), ("흐리고 비 눈", .unknown),
        ])
    func words(text: String, kind: Condition.Kind) async throws {
        let row = #"{"rnSt8":"40","wf8":"\#(text)","wf9":"","wf10":null,"taMin9":"-998.9"}"#
        let rows: [KMABody.Row] = [("TMP", "1214 0600", "-7")]
        let service = KMAService(at: "2025-12-14 05:20") { operation, _ in
            operation == .shortTerm
                ? KMABody.forecast(base: "1214 0500", rows) : KMABody.answer([row], total: 1)
        }
        let days = try await service.provider.forecast(.kma()).days
        #expect(
            Array(days.dropFirst()) == [
                .row("2025-12-21", nil, nil, Condition(kind, rawCode: text), 40, nil)
            ])
    }
}
