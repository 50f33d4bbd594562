import Domain
import Feed
import Foundation
import TestSupport
import Testing

extension WholeProgram {
    @Suite("Only what changed is printed")
    struct ChangeOnlyTests {
        @Test("a parked hour gives the fixes of heartbeats and not one line of weather more")
        func parked() async throws {
            let weather = try WeatherService()
            defer { weather.stop() }
            let home = try Home()
            try home.write(weather.settings)
            let drive = Drive()
            let hour = try (0...3610).map {
                try ReportWriter.line(of: drive.fix($0, metres: 0, speed: 0))
            }
            let recording = try home.write(hour.joined(), to: "parked.json")
            let program = try home.milepost(
                [
                    "replay", "--lookups", "all", "--format", "json", "--config", home.config,
                    recording,
                ])
            #expect(await program.end() == 0)
            let said = try await program.everything().map { try Said(line: $0) }
            // The first fix has a witness 5 s older; then one each 1800 s.
            let times = [5, 1805, 3605].map { drive.start.adding(seconds: $0).rfc3339 }
            #expect(said.compactMap(\.fix?.time) == times)
            #expect(
                said.compactMap(\.fix?.reasons) == [["first"], ["heartbeat"], ["heartbeat"]])
            #expect(said.compactMap(\.milepost?.seq) == [1])
            #expect(said.compactMap(\.milepost?.changed) == [["address", "weather", "forecast"]])
            #expect(said.count == 5)
        }
    }
}
