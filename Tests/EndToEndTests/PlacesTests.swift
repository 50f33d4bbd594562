import Domain
import Feed
import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// The commands that find places, with a list of a few and no network.
    @Suite("Places on the command line")
    struct PlacesTests {
        /// Two towns of one name and size, one of another, and a village called like that.
        private static let places = FewPlaces([
            "k1\tplace\tTestdong\t시험동\tTestsi\t시험시\tTestdo\t시험도\tKR\t36.0\t127.0\t0\tAsia/Seoul",
            "g2\tplace\tTwinton\t\t\t\tNorth\t\tFR\t36.2\t127.2\t5000\tAsia/Seoul",
            "g3\tplace\tTwinton\t\t\t\tSouth\t\tFR\t35.0\t128.0\t6000\tAsia/Seoul",
            "g4\tplace\tBigtown\t큰도시\t\t\tNorth\t\tFR\t37.5\t127.5\t900000\tAsia/Seoul",
            "g5\tplace\tBigtown\t\t\t\tSouth\t\tFR\t34.5\t127.5\t800\tAsia/Seoul",
        ])

        private func run(
            _ arguments: [String], in home: Home
        ) async throws -> (code: Int32?, output: [String], errors: [String]) {
            try home.write("[weather]\nproviders = []\n")
            let program = try home.milepost(arguments + ["--config", home.config])
            let code = await program.end()
            return (code, await program.everything(), program.errors.past)
        }

        @Test("search lists them, the likeliest first, as text and as JSON")
        func search() async throws {
            let home = try Home(places: Self.places)
            let text = try await run(["search", "bigtown"], in: home)
            #expect(text.code == 0)
            #expect(text.output.map { $0.contains("Bigtown, North") } == [true, false])
            let json = try await run(["search", "big", "--format", "json"], in: home)
            let found = try json.output.map {
                try JSONDecoder().decode(Schema.Place.self, from: Data($0.utf8))
            }
            #expect(found.map(\.lat) == [37.5, 34.5])
            #expect(found.map(\.population) == [900_000, 800])
            #expect(Set(found.map(\.provider)) == ["gazetteer"])
        }

        @Test("a name that nobody bears is a negative answer")
        func nothing() async throws {
            let home = try Home(places: Self.places)
            for command in ["search", "at"] {
                let ended = try await run([command, "Nowhereville"], in: home)
                #expect(ended.code == 1)
                #expect(ended.output.isEmpty)
                #expect(ended.errors.count == 1)
                #expect(ended.errors.first?.contains("Nowhereville") == true)
            }
        }

        @Test("at takes the place that is clearly meant, and lists the candidates where none is")
        func at() async throws {
            let home = try Home(places: Self.places)
            let clear = try await run(
                ["at", "Bigtown", "--format", "json", "--lang", "ko"], in: home)
            #expect(clear.code == 0)
            let said = try clear.output.map { try Said(line: $0) }
            #expect(said.first?.fix?.lat == 37.5)
            #expect(said.first?.fix?.time_zone == "Asia/Seoul")
            #expect(said.last?.milepost?.address?.city == "큰도시")
            let unclear = try await run(["at", "Twinton"], in: home)
            #expect(unclear.code == 1)
            #expect(unclear.output.isEmpty)
            let error = unclear.errors.joined()
            #expect(error.contains("North") && error.contains("South"))
            #expect(error.contains("(35.0, 128.0)"))
            let named = try await run(["at", "Twinton,", "South", "--format", "json"], in: home)
            #expect(try named.output.first.map { try Said(line: $0) }?.fix?.lat == 35)
        }

        @Test("replay gives addresses and local times, or with --lookups none neither")
        func replay() async throws {
            let home = try Home(places: Self.places)
            let drive = Drive()
            let recording = try home.write(
                try (0..<20).map { try ReportWriter.line(of: drive.fix($0, metres: 0)) }.joined(),
                to: "stand.json")
            let offline = try await run(["replay", "--format", "json", recording], in: home)
            let said = try offline.output.map { try Said(line: $0) }
            #expect(
                said.compactMap(\.milepost?.address?.label) == [
                    "Testdong, Testsi, Testdo, South Korea"
                ]
            )
            #expect(said.compactMap(\.fix?.time_zone) == ["Asia/Seoul"])
            let none = try await run(
                ["replay", "--lookups", "none", "--format", "json", recording], in: home)
            let rest = try none.output.map { try Said(line: $0) }
            #expect(rest.compactMap(\.milepost).isEmpty)
            #expect(rest.compactMap(\.fix?.seq) == [1])
            #expect(rest.compactMap(\.fix?.local_time).isEmpty)
        }

        @Test(
            "the daemon finds names near where it is first, and sets them in place of the receiver")
        func daemon() async throws {
            let ride = try await Ride(in: Home(places: Self.places))
            try await ride.track()
            let found: [Schema.Place]? = try await ride.home.control.ask(
                .get, "/api/v1/search?q=Twinton")
            // From 36.0 N, 127.0 E the smaller one is 29 km away, the other 143 km.
            #expect(found?.map(\.lat) == [36.2, 35])
            let error = await controlError {
                let _: Schema.Answer? = try await ride.home.control.ask(
                    .put, "/api/v1/override", body: ["place": "Twinton"])
            }
            #expect(error?.code == .conflict)
            let answer: Schema.Answer? = try await ride.home.control.ask(
                .put, "/api/v1/override", body: ["place": "Bigtown"])
            #expect(answer?.fix.lat == 37.5)
            #expect(answer?.milepost?.address?.city == "Bigtown")
            #expect(try await ride.end().code == 0)
        }
    }
}
