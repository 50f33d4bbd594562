import Domain
import Lookup
import Testing

@Suite("Kakao's failures", .serialized)
struct KakaoFailuresTests {
    private func failure(
        _ body: String, status: Int = 400, now: Timestamp = testNow
    ) async throws -> LookupFailure {
        let stub = ServiceStub(body, status: status)
        let query = Query(coordinate: place(37.5665, 126.978), language: .ko)
        return try #require(
            try await LookupTests.failure {
                _ = try await Kakao(fetch: stub.fetch, now: { now }).address(query)
            })
    }

    @Test(
        "refuses each sample of an error with its code and the time to ask again",
        arguments: [
            ("error-401-wrong-key.json", LookupFailure.Code.refused, nil, "check its REST API key"),
            ("error-401-no-header.json", .refused, nil, "check its REST API key"),
            ("error-401-code.json", .refused, nil, "check its REST API key"),
            ("error-403-not-enabled.json", .refused, nil, "switch on maps"),
            ("error-400-parameter.json", .badRequest, nil, "x must be a number"),
            // Midnight in Seoul.
            ("error-400-quota.json", .quota, "2026-11-30T15:00:00Z", "quota is used up"),
            ("error-400-internal.json", .server, nil, "internal error"),
            ("error-503-maintenance.json", .server, nil, "service is under maintenance"),
        ] as [(String, LookupFailure.Code, String?, String)])
    func samples(
        file: String, code: LookupFailure.Code, retryAt: String?, words: String
    ) async throws {
        let stub = try KakaoStub.samples(file)
        let failure = try #require(
            try await LookupTests.failure { _ = try await stub.ask() })
        #expect(failure.part == .address)
        #expect(failure.provider == "kakao")
        #expect(failure.code == code)
        #expect(failure.retryAt == retryAt.flatMap(utc))
        #expect(failure.message.contains(words), "\(failure.message)")
        #expect(stub.region.requests == [])
    }

    @Test(
        "the code in the body decides, whatever the status and its type",
        arguments: [
            (#"{"code":-1,"msg":"x"}"#, 400, LookupFailure.Code.server),
            (#"{"code":-7,"msg":"x"}"#, 400, .server),
            (#"{"code":-603,"msg":"x"}"#, 400, .server),
            (#"{"code":-9798,"msg":"x"}"#, 200, .server),
            (#"{"code":-5,"msg":"x"}"#, 400, .refused),
            (#"{"code":-401,"msg":"x"}"#, 400, .refused),
            (#"{"code":-8,"msg":"x"}"#, 400, .badRequest),
            (#"{"code":"-10","msg":"x"}"#, 400, .quota),
            (#"{"code":-10.0}"#, 200, .quota),
            (#"{"code":-999,"msg":"x"}"#, 400, .badRequest),
            (#"{"code":-999,"msg":"x"}"#, 200, .badAnswer),
            (#"{"code":-999,"msg":"x"}"#, 500, .server),
            (#"{"errorType":"AccessDeniedError","message":"x"}"#, 400, .refused),
            (#"{"errorType":"RequestThrottled","message":"x"}"#, 429, .rateLimited),
            (#"{"errorType":"BadRequest","message":"x"}"#, 400, .badRequest),
        ])
    func codes(body: String, status: Int, code: LookupFailure.Code) async throws {
        #expect(try await failure(body, status: status).code == code)
    }

    @Test(
        "a quota comes back at the next midnight in Korea",
        arguments: [
            ("2026-11-30T14:59:58Z", "2026-11-30T15:00:00Z"),
            ("2026-11-30T15:00:00Z", "2026-12-01T15:00:00Z"),
            ("2026-12-31T20:30:00Z", "2027-01-01T15:00:00Z"),
            ("1969-12-31T14:00:00Z", "1969-12-31T15:00:00Z"),
        ])
    func midnight(now: String, retryAt: String) async throws {
        let now = try #require(utc(now))
        #expect(try await failure(#"{"code":-10}"#, now: now).retryAt == utc(retryAt))
    }

    @Test("the quota is told in a sentence, with neither remedy nor place")
    func sentence() async throws {
        #expect(
            try await failure(#"{"code":-10,"msg":"API limit has been exceeded."}"#).message
                == "kakao's quota is used up (status 400); it is asked again later")
    }

    @Test(
        "W21 a message that repeats the key is not passed on",
        arguments: [
            #"{"errorType":"AccessDeniedError","message":"wrong appKey(ab+cd/ef==) format"}"#,
            #"{"errorType":"Odd","message":"wrong appKey(ab+cd/ef==) format"}"#,
            #"{"code":-401,"msg":"ab+cd/ef=="}"#,
            #"{"code":-2,"msg":"bad appKey=ab+cd/ef=="}"#,
            "<p>Authorization: KakaoAK key=ab+cd/ef==</p>",
        ])
    func keyInMessage(body: String) async throws {
        for status in [400, 401, 500] {
            let message = try await failure(body, status: status).message
            #expect(!message.contains("ab+cd"), "\(message)")
        }
    }
}
