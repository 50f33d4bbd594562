import Domain
import Foundation
import Lookup
import Synchronization
import Testing

@Suite("Reading an answer", .serialized)
struct AnswerReaderTests {
    private func failure(_ answer: ProviderAnswer) async throws -> LookupFailure {
        let stub = ServiceStub(answer)
        let provider = OpenWeatherMap(fetch: stub.fetch, now: { testNow })
        return try #require(
            try await LookupTests.failure {
                _ = try await provider.weather(of: .name("x"), language: .en)
            })
    }

    @Test(
        "W04 what is not JSON is told in one line with status, type and the beginning",
        arguments: [
            (
                502, "text/html", "<html><body>Bad Gateway</body></html>",
                LookupFailure.Code.server,
                #"openweathermap failed (status 502, text/html: "<html><body>Bad Gateway</body></html>"); it is asked again later"#
            ),
            (
                200, "application/json", "Unknown location; try again", .badAnswer,
                #"openweathermap sent an unreadable answer (status 200, application/json: "Unknown location; try again"); it is asked again later"#
            ),
            (
                200, nil, "", .badAnswer,
                "openweathermap sent an unreadable answer (status 200: empty body); it is asked again later"
            ),
            (
                204, nil, "", .badAnswer,
                "openweathermap sent an unreadable answer (status 204: empty body); it is asked again later"
            ),
            (
                200, "application/json", #"{"main":{"temp":1"#, .badAnswer,
                #"openweathermap sent an unreadable answer (status 200, application/json: "{\"main\":{\"temp\":1"); it is asked again later"#
            ),
            (
                200, "application/json", String(repeating: "[", count: 500), .badAnswer,
                "openweathermap sent an unreadable answer (status 200, application/json: \""
                    + String(repeating: "[", count: 80) + "\"); it is asked again later"
            ),
            (
                404, "text/html", "<p>no such page", .badAnswer,
                #"openweathermap sent an unreadable answer (status 404, text/html: "<p>no such page"); it is asked again later"#
            ),
        ] as [(Int, String?, String, LookupFailure.Code, String)])
    func notJSON(
        status: Int, type: String?, body: String, code: LookupFailure.Code, message: String
    ) async throws {
        let failure = try await failure(
            ProviderAnswer(status: status, contentType: type, body: Data(body.utf8)))
        #expect(failure.code == code)
        #expect(failure.message == message)
    }

    @Test("the beginning is at most 80 characters, control characters escaped")
    func excerpt() async throws {
        let body = Data("a\r\n\u{1B}[2J".utf8) + Data([0xFF]) + Data(repeating: 0x62, count: 5000)
        let message = try await failure(
            ProviderAnswer(status: 500, contentType: "x/y\u{1B}", body: body)
        ).message
        let words = #"a\r\n\u{1B}[2J"# + "\u{FFFD}"
        let shown = words + String(repeating: "b", count: 80 - words.count)
        #expect(
            message
                == #"openweathermap failed (status 500, x/y\u{1B}: "\#(shown)"); it is asked again later"#
        )
    }

    @Test(
        "W21 a text that tells the key is not quoted, be it a page or JSON that has it in escapes")
    func keyTold() async throws {
        let notQuoted =
            "open-meteo failed (status 500, x/y: its words repeat the key and are not quoted);"
            + " it is asked again later"
        for (type, body, message) in [
            ("x/y", "no abc", notQuoted),
            ("x/y", #"{"error":true,"reason":"no \u0061bc"}"#, notQuoted),
            ("x/abc", "no", #"open-meteo failed (status 500: "no"); it is asked again later"#),
        ] {
            var answer = ProviderAnswer(status: 500, contentType: type, body: Data(body.utf8))
            answer.mayQuote = { !$0.contains("abc") }
            let provider = OpenMeteo(fetch: ServiceStub(answer).fetch)
            let failure = try await LookupTests.failure {
                _ = try await provider.weather(Query(coordinate: place(1, 2), language: .en))
            }
            #expect(failure?.message == message)
        }
    }

    @Test("W04 of a large page only the beginning is searched for the key")
    func largePage() async throws {
        let asked = Mutex<[Int]>([])
        var answer = ProviderAnswer(
            status: 502, contentType: nil, body: Data(repeating: 0x62, count: 1_800_000))
        answer.mayQuote = { text in
            asked.withLock { $0.append(text.utf8.count) }
            return true
        }
        _ = try await failure(answer)
        #expect(asked.withLock { $0 } == [2000])
    }

    @Test(
        "Retry-After counts from one second to a day, else the provider's own wait",
        arguments: [
            (429, nil, 600.0), (429, 30.0, 30), (429, 0, 1), (429, -5, 1), (429, 1e9, 86400),
            (429, .nan, 600), (503, 120, 120), (503, nil, nil), (401, 30, nil),
        ] as [(Int, Double?, Double?)])
    func retryAfter(status: Int, header: Double?, wait: Double?) async throws {
        let failure = try await failure(
            ProviderAnswer(
                status: status, contentType: nil, retryAfter: header, body: Data("{}".utf8)))
        #expect(failure.retryAt == wait.map { testNow.adding(seconds: $0) })
    }

    @Test("what kept an answer from coming passes through")
    func passesThrough() async throws {
        let cause = LookupFailure(
            part: .weather, provider: "openweathermap", code: .timeout, message: "too slow")
        let provider = OpenWeatherMap(fetch: { _ throws(LookupFailure) in throw cause })
        let thrown = try await LookupTests.failure {
            _ = try await provider.weather(of: .name("x"), language: .en)
        }
        #expect(thrown == cause)
    }

    @Test(
        "every sample is read or refused, by every provider",
        arguments: ["openweathermap", "open-meteo", "nominatim"])
    func allSamples(folder: String) async throws {
        let query = Query(
            coordinate: try #require(Coordinate(latitude: 1, longitude: 2)), language: .ko)
        for sample in try Fixture.samples(folder) {
            let stub = ServiceStub(try Fixture.answer(folder, sample.file))
            let weather: [any WeatherProvider] = [
                OpenWeatherMap(fetch: stub.fetch), OpenMeteo(fetch: stub.fetch),
            ]
            let addresses: [any AddressProvider] = [
                OpenWeatherMap(fetch: stub.fetch), Nominatim(fetch: stub.fetch),
            ]
            var succeeded = 0
            for provider in weather {
                if (try? await provider.weather(query)) != nil { succeeded += 1 }
                if (try? await provider.forecast(query)) != nil { succeeded += 1 }
            }
            for provider in addresses where (try? await provider.address(query)) != nil {
                succeeded += 1
            }
            if sample.status >= 400 { #expect(succeeded == 0, "\(sample.file)") }
        }
    }
}
