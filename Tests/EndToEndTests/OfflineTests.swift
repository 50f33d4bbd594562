import Domain
import Feed
import Foundation
import TestSupport
import Testing
import Wiring

extension WholeProgram {
    /// The demo's ride from Seoul to Busan, through tunnels and without a network, with the real list of places.
    @Suite("A ride without a network")
    struct OfflineTests {
        private func ride(_ language: String, in home: Home) async throws -> [Said] {
            let start = try #require(Timestamp(rfc3339: "2026-05-04T00:00:00Z"))
            let lines = try DemoTrip.fixes(from: start).map { try ReportWriter.line(of: $0) }
            let recording = try home.write(lines.joined(), to: "ride.json")
            let program = try home.milepost(
                [
                    "replay", "--lookups", "all", "--profile", "train", "--format", "json",
                    "--lang", language, "--config", home.config, recording,
                ], environment: ["XDG_DATA_HOME": home.path + "/none"])
            #expect(await program.end() == 0)
            return try await program.everything().map { try Said(line: $0) }
        }

        @Test(
            "has an address at every milepost in both languages, and says why there is no weather")
        func addresses() async throws {
            let home = try Home()
            // Nobody listens on the port that a server has just left.
            let gone = try WeatherService()
            gone.stop()
            try home.write(gone.settings)
            let cities = [
                "en": ["Seoul", "Daejeon", "Daegu", "Busan"],
                "ko": ["서울특별시", "대전광역시", "대구광역시", "부산광역시"],
            ]
            for (language, expected) in cities.sorted(by: { $0.key < $1.key }) {
                let said = try await ride(language, in: home)
                let mileposts = said.compactMap(\.milepost)
                let fixes = said.compactMap(\.fix)
                #expect(mileposts.map(\.seq) == fixes.map(\.seq))
                #expect(mileposts.count > 100)
                #expect(mileposts.first?.address != nil)
                let failures = mileposts.flatMap { $0.failures ?? [] }
                #expect(Set(failures.map(\.part)) == ["weather", "forecast"])
                #expect(Set(failures.map(\.code)) == ["network"])
                #expect(failures.allSatisfy { $0.message.contains("openweathermap") })
                let addresses = mileposts.compactMap(\.address)
                #expect(
                    addresses.allSatisfy { $0.provider == "gazetteer" && $0.country_code == "KR" })
                // Each city once, in the order of the ride.
                let passed = addresses.compactMap { address in
                    expected.first { address.state == $0 }
                }
                #expect(passed.reduce(into: []) { if $0.last != $1 { $0.append($1) } } == expected)
                #expect(fixes.allSatisfy { $0.time_zone == "Asia/Seoul" })
                #expect(fixes.first?.local_time?.hasPrefix("2026-05-04T09:0") == true)
            }
        }
    }
}
