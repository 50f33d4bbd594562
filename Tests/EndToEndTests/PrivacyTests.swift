import Domain
import Foundation
import TestSupport
import Testing

extension WholeProgram {
    @Suite("Privacy, as the wire has it")
    struct PrivacyTests {
        @Test(
            "what is told of each host is what it was sent: how precisely, and how often, also over a restart"
        )
        func wire() async throws {
            let home = try Home()
            let weather = try WeatherService()
            defer { weather.stop() }
            try home.write(
                weather.settings + "[address]\nproviders = [\"openweathermap\"]\n")
            let visit = try home.milepost([
                "at", "36.123456", "127.654321", "--config", home.config,
            ])
            #expect(await visit.end() == 0)
            let sent = weather.server.requests.map(\.parameters)
            // To the middle of squares of 0.001°, 0.02° and 0.1°.
            #expect(Set(sent.compactMap { $0["lat"] }) == ["36.123", "36.12", "36.1"])
            #expect(Set(sent.compactMap { $0["lon"] }) == ["127.654", "127.66", "127.7"])

            let program = try home.milepost([
                "privacy", "--format", "json", "--config", home.config,
            ])
            #expect(await program.end() == 0)
            let told = try await program.everything().map {
                try JSONDecoder().decode(Schema.Disclosure.self, from: Data($0.utf8))
            }
            let host = try #require(told.first)
            #expect(told.count == 1)
            #expect("http://" + host.host == weather.server.url)
            #expect(host.requests_24h == 3)
            #expect(host.key)
            #expect(host.places.map(\.precision_deg).sorted() == [0.001, 0.02, 0.1])
        }
    }
}
