import Domain
import Lookup
import TestSupport
import Testing

@Suite("Korea's weather service", .serialized)
struct KMATests {
    private static let cell = "nx=66&ny=106"

    @Test("asks for the newest issues by cell and region, all rows at once, without the key")
    func requests() async throws {
        let service = try KMAService(at: "2025-12-14 06:30", [:])
        _ = try? await service.provider.weather(.kma())
        _ = try? await service.provider.forecast(.kma())
        let short = "https://kma.test/1360000/VilageFcstInfoService_2.0"
        let mid = "https://kma.test/1360000/MidFcstInfoService"
        let hours =
            "\(short)/getUltraSrtFcst?pageNo=1&numOfRows=100&dataType=JSON&\(Self.cell)"
            + "&base_date=20251214&base_time=0530"
        let expected = [
            "\(short)/getUltraSrtNcst?pageNo=1&numOfRows=10&dataType=JSON&\(Self.cell)"
                + "&base_date=20251214&base_time=0600",
            hours, hours,
            "\(short)/getVilageFcst?pageNo=1&numOfRows=1100&dataType=JSON&\(Self.cell)"
                + "&base_date=20251214&base_time=0500",
            "\(mid)/getMidTa?pageNo=1&numOfRows=10&dataType=JSON&regId=11C10301&tmFc=202512140600",
            "\(mid)/getMidLandFcst?pageNo=1&numOfRows=10&dataType=JSON&regId=11C10000"
                + "&tmFc=202512140600",
        ]
        #expect(service.requests.map(\.url).sorted() == expected.sorted())
        #expect(service.requests.allSatisfy { $0.key == .query("serviceKey") })
        #expect(service.requests.allSatisfy { $0.headers.isEmpty })
    }

    @Test("both parts word what both need alike, so that it is sent once while in flight")
    func alike() async throws {
        let service = try KMAService(at: "2025-12-14 06:30", [:])
        let weather = try await failure { _ = try await service.provider.weather(.kma()) }
        let forecast = try await failure { _ = try await service.provider.forecast(.kma()) }
        let shared = service.requests.filter { $0.url.contains("getUltraSrtFcst") }
        #expect(shared.count == 2)
        #expect(Set(shared).count == 1)
        // Yet a failure is of the part that was asked for.
        #expect(weather?.part == .weather)
        #expect(forecast?.part == .forecast)
    }

    @Test("has the gateway of data.go.kr for its address, and names the source")
    func names() {
        #expect(KMA.defaultBaseURL == "https://apis.data.go.kr")
        #expect(KMA.attribution.contains("기상청"))
        #expect(KMA(fetch: ServiceStub("{}").fetch).name == "kma")
    }

    @Test(
        "outside South Korea nothing is asked",
        arguments: [
            (35.68, 139.77), (39.02, 125.75), (33.59, 130.4), (34.2, 129.29), (36.0, 123.9),
            (31.9, 126.0), (35.5, 124.3), (-36.62, 127.33),
        ])
    func abroad(latitude: Double, longitude: Double) async throws {
        let service = try KMAService(at: "2025-12-14 06:30", [:])
        let query = Query.kma(latitude, longitude)
        let failures = [
            try await failure { _ = try await service.provider.weather(query) },
            try await failure { _ = try await service.provider.forecast(query) },
        ]
        #expect(failures.map { $0?.code } == [.notCovered, .notCovered])
        #expect(failures.map { $0?.part } == [.weather, .forecast])
        #expect(failures[0]?.message == "kma covers South Korea only")
        #expect(service.requests.isEmpty)
    }

    @Test("on an islet without a mid term there is weather, but no forecast is asked for")
    func islet() async throws {
        let service = try KMAService(
            at: "2025-12-14 14:20", [.observation: "ultra_srt_ncst.json"])
        let dokdo = Query.kma(37.2395, 131.8698)
        #expect(try await service.provider.weather(dokdo).temperature == -1.4)
        let asked = service.requests.count
        let failure = try await failure { _ = try await service.provider.forecast(dokdo) }
        #expect(failure?.code == .notCovered)
        #expect(service.requests.count == asked)
    }

    @Test("a lookup that is cancelled gives no half answer, and leaves nothing waiting")
    func cancelled() async throws {
        let desk = Desk<ProviderRequest, ProviderAnswer>()
        let now = kst("2025-12-14 14:20")
        let provider = KMA(
            fetch: { request throws(LookupFailure) in
                if let answer = await desk.ask(request) { return answer }
                throw LookupFailure(
                    part: request.part, provider: "kma", code: .network, message: "cancelled")
            }, now: { now })
        let observation = try Fixture.answer("kma", "ultra_srt_ncst.json")
        let failed = await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await provider.weather(.kma())) == nil }
            await desk.questions(reach: 2)
            let first = desk.questions.first?.url.contains("getUltraSrtNcst") == true ? 1 : 2
            desk.reply(first, observation)
            group.cancelAll()
            return await group.next()
        }
        #expect(failed == true)
        #expect(!desk.cancelled.isEmpty)
    }
}
