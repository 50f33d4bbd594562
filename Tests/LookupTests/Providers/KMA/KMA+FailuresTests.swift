import Domain
import FoundationEssentials
import Lookup
import Testing

@Suite("Failures of Korea's weather service", .serialized)
struct KMAFailuresTests {
    /// What both parts throw when everything is answered so, at 06:30 in Korea.
    private func failures(_ answer: ProviderAnswer) async throws -> [LookupFailure] {
        let service = KMAService(at: "2025-12-14 06:30") { _, _ in answer }
        let failures = [
            try await failure { _ = try await service.provider.weather(.kma()) },
            try await failure { _ = try await service.provider.forecast(.kma()) },
        ]
        return failures.compactMap { $0 }
    }

    private func check(
        _ answer: ProviderAnswer, _ code: LookupFailure.Code, retryAt: String? = nil,
        words: String? = nil
    ) async throws {
        let failures = try await failures(answer)
        #expect(failures.map(\.code) == [code, code])
        #expect(failures.map(\.part) == [.weather, .forecast])
        for failure in failures {
            #expect(failure.provider == "kma")
            #expect(failure.retryAt == retryAt.map(kst))
            if let words { #expect(failure.message.contains(words), "\(failure.message)") }
        }
    }

    @Test(
        "each sample of an error has its code, the time to ask again and words that help",
        arguments: [
            ("error_01_application.json", LookupFailure.Code.server, nil, "APPLICATION_ERROR"),
            ("error_03_nodata.json", .notFound, nil, "knows nothing"),
            ("error_10_older_than_1_day.json", .badRequest, nil, "최근 1일 간의 자료만 제공합니다."),
            ("error_10_older_than_3_days.json", .badRequest, nil, "최근 3일 간의 자료만 제공합니다."),
            (
                "error_11_missing_parameter.json", .badRequest, nil,
                "NO_MANDATORY_REQUEST_PARAMETERS"
            ),
            ("error_22_quota_http200.xml", .quota, "2025-12-15 00:00", "quota"),
            (
                "error_30_key_http200.xml", .refused, nil,
                "check on data.go.kr that its key is valid"
            ),
            ("error_30_key_http403.json", .refused, nil, "status 403"),
            ("error_30_key_http403.xml", .refused, nil, "status 403"),
            ("error_31_expired_http200.xml", .refused, nil, "check on data.go.kr"),
            (
                "error_gateway_10_no_wrapper.json", .badRequest, nil,
                "INVALID_REQUEST_PARAMETER_ERROR"
            ),
            ("error_quota_http429.txt", .quota, "2025-12-15 00:00", "quota"),
            ("error_unauthorized_http401.txt", .refused, nil, "status 401"),
            ("empty_items_string.json", .notFound, nil, "knows nothing"),
        ] as [(String, LookupFailure.Code, String?, String)])
    func samples(
        file: String, code: LookupFailure.Code, retryAt: String?, words: String
    ) async throws {
        try await check(
            Fixture.answer("kma", file), code, retryAt: retryAt, words: words)
    }

    // The rate limit waits 600 s: 06:40.
    @Test(
        "each code of the guide, whatever shape it comes in and whatever the status says",
        arguments: [
            ("01", LookupFailure.Code.server, nil), ("02", .server, nil), ("03", .notFound, nil),
            ("04", .server, nil), ("05", .server, nil), ("10", .badRequest, nil),
            ("11", .badRequest, nil), ("12", .badRequest, nil), ("20", .refused, nil),
            ("21", .rateLimited, "2025-12-14 06:40"), ("22", .quota, "2025-12-15 00:00"),
            ("30", .refused, nil), ("31", .refused, nil), ("32", .refused, nil),
            ("33", .refused, nil), ("99", .server, nil), ("ERROR-1", .server, nil),
        ] as [(String, LookupFailure.Code, String?)])
    func codes(number: String, code: LookupFailure.Code, retryAt: String?) async throws {
        let bodies = [
            #"{"response":{"header":{"resultCode":"\#(number)","resultMsg":"X"}}}"#,
            #"{"OpenAPI_ServiceResponse":{"cmmMsgHeader":{"returnReasonCode":"\#(number)"}}}"#,
            #"{"resultCode":"\#(number)"}"#,
            "<?xml version=\"1.0\"?>\n<OpenAPI_ServiceResponse><cmmMsgHeader><returnReasonCode>\n"
                + " \(number) </returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>",
            "<response><header><resultCode>\(number)</resultCode></header></response>",
        ]
        for body in bodies {
            try await check(KMABody.json(body), code, retryAt: retryAt)
            try await check(KMABody.json(body, status: 404), code, retryAt: retryAt)
        }
    }

    @Test("W06 a code as a number is read like one as text")
    func codeAsNumber() async throws {
        try await check(
            KMABody.json(
                #"{"OpenAPI_ServiceResponse":{"cmmMsgHeader":{"returnReasonCode":30}}}"#), .refused)
        let observation = KMABody.json(
            #"""
            {"response":{"header":{"resultCode":0},"body":{"items":{"item":
            [{"category":"T1H","obsrValue":"1"}]},"totalCount":"1"}}}
            """#)
        let service = KMAService(at: "2025-12-14 06:30") { _, _ in observation }
        #expect(try await service.provider.weather(.kma()).temperature == 1)
    }

    @Test(
        "the gateway's plain texts have their meaning whatever the status",
        arguments: [
            ("Unauthorized", LookupFailure.Code.refused, nil), ("Forbidden", .refused, nil),
            ("API not found", .badRequest, nil),
            ("API token quota exceeded", .quota, "2025-12-15 00:00"),
            ("API rate limit exceeded\n", .rateLimited, "2025-12-14 06:40"),
            ("Error forwarding request to backend server", .server, nil),
            ("Error receiving response from backend server", .server, nil),
            ("Unexpected errors", .server, nil),
        ] as [(String, LookupFailure.Code, String?)])
    func texts(text: String, code: LookupFailure.Code, retryAt: String?) async throws {
        for status in [200, 404, 429, 500] {
            try await check(
                ProviderAnswer(
                    status: status, contentType: "text/plain", body: Data(text.utf8)),
                code, retryAt: retryAt)
        }
    }

    @Test(
        "W04 what is neither of its shapes is told with its beginning",
        arguments: [
            (200, "<html><body>점검 중</body></html>", LookupFailure.Code.badAnswer, "점검 중"),
            (200, "", .badAnswer, "empty body"), (502, "<html>Bad Gateway", .server, "status 502"),
            (200, "{}", .badAnswer, "without rows"), (200, "[1]", .badAnswer, "without rows"),
            (200, #"{"response":{"header":{"resultCode":"00"}}}"#, .badAnswer, "without rows"),
            (200, "<returnReasonCode>", .badAnswer, "status 200"),
        ])
    func unreadable(
        status: Int, body: String, code: LookupFailure.Code, words: String
    ) async throws {
        try await check(KMABody.json(body, status: status), code, words: words)
    }

    @Test(
        "a quota comes back at the next midnight in Korea, not before a second is over",
        arguments: [
            ("2025-12-14T14:59:59.500Z", "2025-12-14T15:00:00.500Z"),
            ("2025-12-14T15:00:00Z", "2025-12-15T15:00:00Z"),
            ("1969-12-31T14:59:58Z", "1969-12-31T15:00:00Z"),
        ])
    func midnight(now: String, retryAt: String) async throws {
        let time = try #require(utc(now))
        let stub = ServiceStub(#"{"resultCode":"22"}"#)
        let provider = KMA(fetch: stub.fetch, now: { time })
        let failure = try await failure { _ = try await provider.weather(.kma()) }
        #expect(failure?.code == .quota)
        #expect(failure?.retryAt == utc(retryAt))
    }

    @Test("a limit says how long it lasts itself where it can")
    func retryAfter() async throws {
        var answer = try Fixture.answer("kma", "error_quota_http429.txt")
        answer.retryAfter = 60
        try await check(answer, .quota, retryAt: "2025-12-14 06:31")
    }

    @Test("of two failures the one that lasts is told, not that nothing is there")
    func gravest() async throws {
        let nothing = try Fixture.answer("kma", "error_03_nodata.json")
        let refused = try Fixture.answer("kma", "error_30_key_http200.xml")
        for operation in [KMAOperation.observation, .nextHours] {
            let service = KMAService(at: "2025-12-14 06:30") { asked, _ in
                asked == operation ? refused : nothing
            }
            let failure = try await failure { _ = try await service.provider.weather(.kma()) }
            #expect(failure?.code == .refused)
        }
    }

    @Test("W21 a key that an error repeats is not passed on")
    func keyRepeated() async throws {
        let key = "Zk3x9Q7pLw2vT8mB4nR6+/aa=="
        let body = #"{"resultCode":"10","resultMsg":"bad serviceKey=\#(key)"}"#
        for failure in try await failures(KMABody.json(body)) {
            #expect(!failure.message.contains("Zk3x"), "\(failure.message)")
        }
    }
}
