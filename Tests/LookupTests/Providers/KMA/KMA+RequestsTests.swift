import Domain
import Lookup
import Testing

@Suite("Asking Korea's weather service")
struct KMARequestsTests {
    private func base(_ url: String) -> String? {
        url.split(separator: "&").first { $0.hasPrefix("base_time=") || $0.hasPrefix("tmFc=") }
            .map { String($0.drop { $0 != "=" }.dropFirst()) }
    }

    /// Knows nothing of the bases that are named, and answers with the file for others.
    private func service(
        at now: String, without bases: [String], _ file: String
    ) throws -> KMAService {
        let answer = try Fixture.answer("kma", file)
        let nothing = try Fixture.answer("kma", "error_03_nodata.json")
        return KMAService(at: now) { _, url in
            bases.contains { url.hasSuffix($0) } ? nothing : answer
        }
    }

    @Test("W19 what is not out yet is asked for one issue back, over midnight too")
    func stepBack() async throws {
        let service = try service(
            at: "2025-12-14 00:10", without: ["20251214&base_time=0000"], "ultra_srt_ncst.json")
        #expect(try await service.provider.weather(.kma()).temperature == -1.4)
        let asked = service.asked(.observation)
        #expect(asked.compactMap(base) == ["0000", "2300"])
        #expect(asked.last?.contains("base_date=20251213") == true)
    }

    @Test("W19 an issue is asked for from its own minute on, whatever the machine's time zone")
    func published() async throws {
        for (now, expected) in [("2025-12-14 09:09", "0800"), ("2025-12-14 09:10", "0900")] {
            let service = try KMAService(at: now, [.observation: "ultra_srt_ncst.json"])
            _ = try await service.provider.weather(.kma())
            #expect(service.asked(.observation).compactMap(base) == [expected])
        }
    }

    @Test(
        "W19 never two issues back", arguments: ["error_03_nodata.json", "empty_items_string.json"])
    func nothing(file: String) async throws {
        let service = try KMAService(at: "2025-12-14 06:30", file: file)
        let weather = try await failure { _ = try await service.provider.weather(.kma()) }
        #expect(weather?.code == .notFound)
        #expect(service.asked(.observation).compactMap(base) == ["0600", "0500"])
        let forecast = try await failure { _ = try await service.provider.forecast(.kma()) }
        #expect(forecast?.code == .notFound)
        #expect(service.asked(.shortTerm).compactMap(base) == ["0500", "0200"])
        #expect(service.asked(.midTermSky).compactMap(base) == ["202512140600", "202512131800"])
    }

    @Test("W19 for two minutes it is not asked again for what was not out")
    func absence() async throws {
        let service = try service(
            at: "2025-12-14 06:30", without: ["base_time=0600"], "ultra_srt_ncst.json")
        let provider = service.provider
        for seconds in [0.0, 60, 59.999, 0.001] {
            service.wait(seconds)
            _ = try await provider.weather(.kma())
        }
        #expect(
            service.asked(.observation).compactMap(base)
                == ["0600", "0500", "0500", "0500", "0600", "0500"])
    }

    @Test("a clock that is set back does not make an absence longer")
    func clockSetBack() async throws {
        let service = try service(
            at: "2025-12-14 06:30", without: ["base_time=0600"], "ultra_srt_ncst.json")
        let provider = service.provider
        _ = try await provider.weather(.kma())
        service.wait(-1)
        _ = try await provider.weather(.kma())
        #expect(service.asked(.observation).compactMap(base) == ["0600", "0500", "0600", "0500"])
    }

    @Test("a failure of another kind is no reason to ask for an older issue")
    func otherFailure() async throws {
        let service = try KMAService(at: "2025-12-14 06:30", file: "error_01_application.json")
        _ = try await failure { _ = try await service.provider.weather(.kma()) }
        #expect(service.asked(.observation).count == 1)
    }

    @Test("pages are asked for until all rows are there, however few the server gives at once")
    func pages() async throws {
        let pages = try (1...3).map { try Fixture.answer("kma", "vilage_fcst_page\($0).json") }
        let service = KMAService(at: "2025-12-14 08:10") { operation, url in
            guard operation == .shortTerm else { return nil }
            return (1...3).first { url.contains("pageNo=\($0)&") }.map { pages[$0 - 1] }
        }
        let forecast = try await service.provider.forecast(.kma())
        #expect(service.asked(.shortTerm).count == 3)
        #expect(
            forecast.hours.map(\.time) == [
                kst("2025-12-14 09:00"), kst("2025-12-14 10:00"),
            ])
        #expect(forecast.hours.map(\.temperature) == [-5, -3])
        #expect(forecast.hours.map(\.windSpeed) == [2.2, 2.8])
        #expect(forecast.hours.map(\.precipitation) == [0, 0])
        #expect(
            forecast.days == [
                .row("2025-12-14", -5, -3, Condition(.clear, rawCode: "SKY1 PTY0"), 0, 0)
            ])
    }

    @Test("a page that fails is the failure of the whole, which would look complete without it")
    func pageMissing() async throws {
        let first = try Fixture.answer("kma", "vilage_fcst_page1.json")
        let service = KMAService(at: "2025-12-14 08:10") { operation, url in
            operation == .shortTerm && url.contains("pageNo=1&") ? first : nil
        }
        let failure = try await failure { _ = try await service.provider.forecast(.kma()) }
        #expect(failure?.code == .network)
    }

    @Test("a page that is shorter than asked for is the last, whatever the server counts")
    func shortPage() async throws {
        let rows: [KMABody.Row] = [("TMP", "1214 0600", "-7")]
        let service = KMAService(at: "2025-12-14 05:20") { operation, _ in
            operation == .shortTerm
                ? KMABody.forecast(base: "1214 0500", rows, total: 1_000_000) : nil
        }
        let forecast = try await service.provider.forecast(.kma())
        #expect(forecast.hours.map(\.temperature) == [-7])
        #expect(service.asked(.shortTerm).count == 1)
    }

    @Test("never more than three pages are asked for")
    func endless() async throws {
        let row = #"{"category":"TMP","fcstDate":"20251214","fcstTime":"0600","fcstValue":"-7"}"#
        let body =
            #"{"response":{"header":{"resultCode":"00"},"body":{"numOfRows":1,"#
            + #""totalCount":1000000,"items":{"item":[\#(row)]}}}}"#
        let service = KMAService(at: "2025-12-14 05:20") { operation, _ in
            operation == .shortTerm ? KMABody.json(body) : nil
        }
        #expect(try await service.provider.forecast(.kma()).hours.map(\.temperature) == [-7])
        #expect(service.asked(.shortTerm).count == 3)
    }

    @Test(
        "rows of another issue or another place are no answer",
        arguments: [
            ("20251214", #""0600""#, 66, 106, true), ("20251214", "600", 66, 106, true),
            ("20251213", #""0600""#, 66, 106, false), ("20251214", #""0500""#, 66, 106, false),
            ("20251214", #""0600""#, 60, 106, false), ("20251214", #""0600""#, 66, 127, false),
        ])
    func another(date: String, clock: String, x: Int, y: Int, isRight: Bool) async throws {
        let row =
            #"{"baseDate":"\#(date)","baseTime":\#(clock),"category":"T1H","#
            + #""nx":\#(x),"ny":\#(y),"obsrValue":"-1.4"}"#
        let service = KMAService(at: "2025-12-14 06:30", repeatsQuestion: false) { operation, _ in
            operation == .observation ? KMABody.answer([row], total: 1) : nil
        }
        let failure = try await failure { _ = try await service.provider.weather(.kma()) }
        #expect(failure?.code == (isRight ? nil : .badAnswer))
        #expect(
            failure?.message == (isRight ? nil : "kma answered for another time or place"))
    }

    @Test("W01 an operation that is refused is not asked again, while the other one is")
    func refusedHalf() async throws {
        let refused = try Fixture.answer("kma", "error_30_key_http200.xml")
        let short = try Fixture.answer("kma", "vilage_fcst_0500.json")
        let service = KMAService(at: "2025-12-14 05:20") { operation, _ in
            operation == .shortTerm ? short : refused
        }
        let provider = service.provider
        for _ in 0..<3 {
            #expect(try await provider.forecast(.kma()).days.count == 3)
            service.wait(3600)
        }
        #expect(service.asked(.midTermSky).count == 1)
        #expect(service.asked(.midTermTemperatures).count == 1)
        #expect(service.asked(.shortTerm).count == 3)
    }

    // 05:20 to the next midnight of Korea are 18 h 40 min, 67200 s.
    @Test("W02 an operation whose quota is used up is asked again after Korea's midnight")
    func quotaHalf() async throws {
        let quota = try Fixture.answer("kma", "error_22_quota_http200.xml")
        let observation = try Fixture.answer("kma", "ultra_srt_ncst.json")
        let service = KMAService(at: "2025-12-14 05:20") { operation, _ in
            operation == .observation ? observation : quota
        }
        let provider = service.provider
        for seconds in [0, 67199.0, 1] {
            service.wait(seconds)
            _ = try await provider.weather(.kma())
        }
        #expect(service.asked(.nextHours).count == 2)
        #expect(service.asked(.observation).count == 3)
    }
}
