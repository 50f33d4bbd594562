import Domain
import FoundationEssentials
import Record
import Testing

@Suite("What leaves this machine, as text")
struct TextRendererPrivacyTests {
    private static let disclosures = [
        Disclosure(
            host: "api.example.org", provider: "open-meteo",
            places: [.init(.weather, cell: 0.02), .init(.forecast, cell: 0.1)], names: true,
            hasKey: true, language: .ko, contact: "me@example.org", requests: 1234),
        Disclosure(host: "old.example.org", provider: "nominatim", requests: 1),
        Disclosure(host: "pi.local", provider: "mqtt", fixes: true, requests: 2),
    ].map(Schema.Disclosure.init)

    @Test("tells each host, what it is told, how precisely and how often")
    func english() throws {
        #expect(
            try Samples.renderer(.en).render(Self.disclosures) == """
                api.example.org (open-meteo)
                Is told    the place to 2.2 km (weather) · the place to 11.1 km (forecast)
                           the names you search for · your key · your language · me@example.org
                Requests   1,234 requests in the last 24 h
                old.example.org (nominatim)
                Is told    nothing any more
                Requests   1 request in the last 24 h
                pi.local (mqtt)
                Is told    each fix that matters, exactly, and what was found there
                Requests   2 requests in the last 24 h

                """)
    }

    @Test("in Korean")
    func korean() throws {
        #expect(
            try Samples.renderer(.ko).render(Self.disclosures) == """
                api.example.org (open-meteo)
                전송    날씨: 2.2km 단위의 위치 · 예보: 11.1km 단위의 위치 · 검색한 이름
                        인증키 · 언어 · me@example.org
                요청    최근 24시간 요청 1,234회
                old.example.org (nominatim)
                전송    더는 없음
                요청    최근 24시간 요청 1회
                pi.local (mqtt)
                전송    기록된 정확한 위치와 그곳에서 찾은 정보
                요청    최근 24시간 요청 2회

                """)
    }

    @Test("tells why nothing goes to a provider that lacks something")
    func lacks() throws {
        let lacking = [Disclosure.Lack.key, .contact].map { lack in
            Schema.Disclosure(
                Disclosure(
                    host: "api.example.org", provider: "kma",
                    places: [.init(.weather, cell: 0.02)], language: .en, contact: "me",
                    lacks: lack))
        }
        let text = try Samples.renderer(.en).render(lacking)
        #expect(text.contains("Is told    nothing, as it is not asked without a key\n"))
        #expect(text.contains("Is told    nothing, as it is not asked without a contact\n"))
        #expect(!text.contains("2.2 km"))
    }

    @Test("says so when it is nothing")
    func nothing() throws {
        #expect(
            try Samples.renderer(.en).render([Schema.Disclosure]())
                == "Nobody is told anything: what is looked up is looked up on this machine.\n")
    }
}
