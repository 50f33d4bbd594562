import Domain
import Feed
import Foundation
import Glibc
import TestSupport
import Testing

extension WholeProgram {
    /// What is driven and what is imported lasts, and can be asked for.
    @Suite("The history")
    struct HistoryTests {
        private struct Line: Decodable {
            var type: String
            var time: String
        }

        /// The times of the points that `milepost track` tells.
        private func track(_ home: Home, _ arguments: [String] = []) async throws -> [String] {
            let program = try home.milepost(
                ["track", "--config", home.config, "--format", "jsonl"] + arguments)
            let lines = await program.everything()
            return try lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
                .filter { $0.type == "track" }.map(\.time)
        }

        /// An hour in another year: out for 20 minutes at 20 m/s, 20 minutes there, and back.
        private func recording(_ home: Home, year: Int = 2025) throws -> String {
            let start = try #require(Timestamp(rfc3339: "\(year)-05-04T03:00:00Z"))
            let text = try (0...3600).map { second -> String in
                let metres = Double(min(second, 1200, 3600 - second)) * 20
                var fix = Drive().fix(second, metres: metres, speed: second / 1200 == 1 ? 0 : 20)
                fix.time = start.adding(seconds: Double(second))
                return try ReportWriter.line(of: fix)
            }.joined()
            return try home.write(text, to: "\(year).json")
        }

        private func run(_ home: Home, _ arguments: [String]) async throws -> (
            code: Int32?, output: [String], errors: [String]
        ) {
            let program = try home.milepost(arguments + ["--config", home.config])
            let output = await program.everything()
            return (await program.end(), output, program.errors.past)
        }

        @Test(
            "L14 of a ride that ends with kill -9 has every fix, and the next one goes on with it")
        func killed() async throws {
            let ride = try await Ride(["--profile", "every-fix"])
            try await ride.track()
            for second in 1...20 {
                try ride.receiver.send(ride.drive.fix(second, metres: Double(second) * 20))
            }
            let last = ride.drive.fix(20, metres: 400).time?.rfc3339
            _ = try await ride.events.fix { $0.time == last }
            while try await track(ride.home).last != last { try Task.checkCancellation() }
            ride.daemon.send(SIGKILL)
            _ = await ride.daemon.end()
            let times = (0...20).compactMap { ride.drive.fix($0, metres: 0).time?.rfc3339 }
            #expect(try await Set(track(ride.home)).isSuperset(of: times))
            ride.receiver.stop()

            let next = try await Ride(in: ride.home, ["--profile", "every-fix"])
            next.daemon.send(SIGTERM)
            #expect(await next.daemon.end() == 0)
            next.receiver.stop()
            #expect(try await Set(track(ride.home)).isSuperset(of: times))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: ride.home.state).contains(
                    "milepost.db"))
        }

        @Test("takes a recording in beside a daemon that runs, and again without a row more")
        func imported() async throws {
            let ride = try await Ride()
            try await ride.track()
            let file = try recording(ride.home)
            let arguments = ["replay", "--store", "--lookups", "none", file]
            let first = try await run(ride.home, arguments)
            #expect(first.code == 0)
            #expect(first.errors.count == 1)
            #expect(first.errors.first?.hasPrefix("milepost: stored ") == true)
            let times = try await track(ride.home, ["--to", "2025-12-31"])
            #expect(times.count > 4)
            #expect(times == times.sorted())
            let second = try await run(ride.home, arguments)
            #expect(
                second.errors.first?.hasPrefix(
                    "milepost: stored 0 fixes and 0 points of the track; ") == true)
            #expect(try await track(ride.home, ["--to", "2025-12-31"]) == times)
            #expect(try await ride.end().code == 0)
        }

        @Test("a replay without --store leaves no history")
        func notStored() async throws {
            let home = try Home()
            try home.write(noLookups)
            let file = try recording(home)
            #expect(try await run(home, ["replay", "--lookups", "none", file]).code == 0)
            let (code, output, errors) = try await run(home, ["track", "list"])
            #expect(code == 1)
            #expect(output == [])
            #expect(
                errors.first?.hasPrefix("milepost: There is no history at \(home.state)/") == true)
        }

        @Test("lists the trips, exports one, deletes it and gives it back")
        func trips() async throws {
            let home = try Home()
            try home.write(noLookups)
            let file = try recording(home)
            _ = try await run(home, ["replay", "--store", "--lookups", "none", file])
            let list = try await run(home, ["track", "list", "--format", "json"])
            let trips = try list.output.map {
                try JSONDecoder().decode(Schema.Trip.self, from: Data($0.utf8))
            }
            // 1,200 s at 20 m/s each way.
            #expect(trips.count == 2)
            for trip in trips { #expect(abs(trip.distance_m - 24_000) < 300) }
            let name = try #require(trips.last?.trip)
            #expect(name.hasPrefix("2025-05-04T03"))
            let all = try await track(home)
            let one = try await track(home, ["--trip", name])
            #expect(!one.isEmpty && one.count < all.count)
            #expect(try await run(home, ["track", "--trip", "2024"]).code == 1)
            #expect(try await run(home, ["track", "--trip", "2025"]).code == 64)
            #expect(try await run(home, ["track", "delete", "--from", "2025-01-01"]).code == 64)

            #expect(try await run(home, ["track", "delete", "--trip", name]).code == 0)
            #expect(try await track(home) == all.filter { !one.contains($0) })
            let left = try await run(home, ["track", "list", "--format", "json"])
            #expect(left.output == Array(list.output.dropLast()))
            #expect(try await run(home, ["track", "delete", "--trip", name]).code == 1)
            #expect(try await run(home, ["track", "undelete", "--trip", name]).code == 0)
            #expect(try await track(home) == all)
            #expect(try await run(home, ["track", "undelete", "--trip", name]).code == 1)
        }

        @Test("a deleted trip ends with its last point: what is imported of later is shown")
        func deletedAndGoneOn() async throws {
            let home = try Home()
            try home.write(noLookups)
            let store = ["replay", "--store", "--lookups", "none"]
            _ = try await run(home, store + [recording(home, year: 2024)])
            // The way out ended at 03:20, the way back goes on to the end of the recording.
            let deletion = ["track", "delete", "--trip", "2024-05-04T0340"]
            #expect(try await run(home, deletion).code == 0)
            let later = try await run(home, store + [recording(home)])
            #expect(later.errors.allSatisfy { !$0.contains("deleted") })
            #expect(try await !track(home, ["--from", "2025-01-01"]).isEmpty)
            // The deleted one once more, by other rules: new points of it stay away, and that is told.
            let file = try recording(home, year: 2024)
            let again = try await run(home, store + ["--profile", "every-fix", file])
            #expect(again.errors.contains { $0.contains("lie in a time that was deleted") })
        }

        @Test("with a private zone a trip is deleted from its true beginning on, and comes back so")
        func deletedFromHome() async throws {
            let home = try Home()
            try home.write(noLookups)
            let file = try recording(home)
            _ = try await run(home, ["replay", "--store", "--lookups", "none", file])
            let all = try await track(home)
            let place = Drive().fix(0, metres: 0)
            let latitude = try #require(place.latitude)
            let longitude = try #require(place.longitude)
            // 1,000 m are left after 50 s, and reached again 50 s before the end.
            let zone = [
                "--set",
                "privacy.zone=[{lat=\(latitude), lon=\(longitude), radius_m=1000}]",
            ]
            let list = try await run(home, ["track", "list", "--format", "json"] + zone)
            let names = try list.output.map {
                try JSONDecoder().decode(Schema.Trip.self, from: Data($0.utf8)).trip
            }
            #expect(names.count == 2)
            let first = try #require(names.first)
            #expect(try await run(home, ["track", "delete", "--trip", first] + zone).code == 0)
            // None is left of the way out, and the way back is as it was.
            let left = try await track(home)
            #expect(try #require(left.first) >= "2025-05-04T03:20")
            #expect(left == Array(all.suffix(left.count)))
            #expect(try await run(home, ["track", "undelete", "--trip", first] + zone).code == 0)
            #expect(try await track(home) == all)
        }

        @Test(
            "L12 a full disk is said, and an import that has to end tells that it is not complete")
        func fullDisk() async throws {
            let home = try Home()
            try home.write(noLookups)
            let file = try recording(home)
            // Blocks of 512 bytes: room for the empty tables, not for what comes.
            let program = try home.milepost(
                [
                    "replay", "--store", "--lookups", "none", "--profile", "every-fix", "--config",
                    home.config, file,
                ],
                through: ["/bin/sh", "-c", "trap '' XFSZ; ulimit -f 600; exec \"$@\"", "sh"])
            // What is read first is what it says first.
            for await line in program.errors.stream() {
                #expect(line.contains("the newest 10000 rows of the history are kept"))
                break
            }
            program.send(SIGTERM)
            #expect(await program.end() == 73)
            _ = await program.everything()
            #expect(
                program.errors.past.last
                    == "milepost: The history is not complete: make space for it, and store the"
                    + " recording again.")
        }
    }
}
