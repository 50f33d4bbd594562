import Domain
import Foundation
import Glibc
import TestSupport
import Testing

extension WholeProgram {
    /// What outlives a run, and what a running daemon keeps.
    @Suite("State over restarts and reloads")
    struct StateTests {
        @Test("R06 an override stands against the receiver and over a restart, until it is cleared")
        func override() async throws {
            let quick = noLookups + "[refresh]\nacquire_timeout_s = 1\n"
            let home = try Home()
            let first = try await Ride(in: home, settings: quick)
            try await first.track()
            let answer = try await first.override(35, 129)
            #expect(answer.fix.source == "manual")
            #expect(answer.fix.reasons == ["override"])
            let drive = first.drive
            try first.receiver.send((1...30).map { drive.fix($0, metres: Double($0 * 30)) })
            try await first.counts(fixes: 31)
            #expect(try await first.status().fix?.fix.lat == 35)
            #expect(try await first.end().said.compactMap(\.fix).count == 2)

            let second = try await Ride(in: home, settings: quick)
            let restored = try await second.events.fix()
            #expect([restored.lat, restored.lon] == [35, 129])
            #expect(restored.reasons == ["override"])
            try second.receiver.send((31...60).map { drive.fix($0, metres: Double($0 * 30)) })
            try await second.counts(fixes: 30)
            #expect(try await second.status().mode == "overridden")

            _ = try await home.control.tell(.delete, "/api/v1/override")
            try await second.events.state(mode: "acquiring")
            try second.receiver.send(drive.fix(61, metres: 1830))
            // 110 km from where the override was: no jump.
            let next = try await second.events.fix()
            #expect(next.source == "gpsd")
            #expect(next.reasons == ["first"])
            _ = try await second.end()

            let third = try await Ride(in: home, settings: quick)
            #expect(try await third.status().mode == "acquiring")
            #expect(try await third.end().said.allSatisfy { $0.fix == nil })
        }

        @Test("where a power cut left the vehicle is accepted at the next start")
        func lost() async throws {
            let home = try Home()
            let first = try await Ride(in: home)
            try await first.track()
            let arrival = first.drive.fix(30, metres: 400)
            try first.receiver.send(arrival)
            while try await first.status().counters.fixes < 2 { try Task.checkCancellation() }
            while (try? home.read("state/state.json").contains("unkept")) != true {
                try Task.checkCancellation()
                await Task.yield()
            }
            #expect(try await first.end(SIGKILL).code == 128 + SIGKILL)

            let second = try await Ride(in: home)
            let fix = try await second.events.fix()
            #expect(fix.reasons == ["lost"])
            #expect(fix.time == arrival.time?.rfc3339)
            #expect(fix.lat == arrival.latitude.map { ($0 * 1e9).rounded() / 1e9 })
            _ = try await second.end()
            // Once is enough.
            let third = try await Ride(in: home)
            #expect(try await third.end().said.allSatisfy { $0.fix == nil })
        }

        @Test(
            "R08 a state file that cannot be right is kept aside and said",
            arguments: ["", #"{"lat":0,"lon":0}"#, #"{"lat": 36.5,"lo"#, "\0\0\0\0\0\0\0\0"])
        func badState(text: String) async throws {
            let home = try Home()
            mkdir(home.state, 0o700)
            try home.write(text, to: "state/state.json")
            let ride = try await Ride(in: home)
            try await ride.hears("state.json.unreadable")
            #expect(try await ride.status().mode == "acquiring")
            let (code, said) = try await ride.end()
            #expect(code == 0)
            #expect(said.allSatisfy { $0.fix == nil })
            #expect(try home.read("state/state.json.unreadable") == text)
        }

        @Test(
            "a second daemon in the same state directory is refused in a sentence, the first goes on"
        )
        func second() async throws {
            let ride = try await Ride()
            let other = try ride.home.run(gpsd: ride.receiver.port)
            #expect(await other.end() == 69)
            #expect(await other.everything() == [])
            let sentence = try #require(other.errors.past.first)
            #expect(other.errors.past.count == 1)
            #expect(sentence.contains(ride.home.socket))
            #expect(try await ride.status().mode == "acquiring")
            #expect(try await ride.end().code == 0)
        }

        @Test("a socket left by kill -9 is no daemon")
        func leftSocket() async throws {
            let home = try Home()
            let first = try await Ride(in: home)
            _ = try await first.end(SIGKILL)
            #expect(access(home.socket, F_OK) == 0)
            let second = try await Ride(in: home)
            #expect(try await second.status().mode == "acquiring")
            #expect(try await second.end().code == 0)
        }

        @Test("SIGHUP with broken settings keeps the old ones and says why; right ones it takes")
        func reload() async throws {
            let ride = try await Ride(settings: noLookups + "[gate]\nmin_interval_s = 0\n")
            try await ride.track()
            try ride.home.write(noLookups + "[gate]\nmin_distance_m = -5\n")
            ride.daemon.send(SIGHUP)
            try await ride.hears("The settings are not changed")
            try await ride.hears("min_distance_m")
            // 550 m are far enough by the old settings, whose interval is none.
            try ride.receiver.send(ride.drive.fix(30, metres: 550))
            #expect(try await ride.events.fix().reasons == ["distance"])

            try ride.home.write(noLookups + "[gate]\nmin_interval_s = 0\nmin_distance_m = 50\n")
            ride.daemon.send(SIGHUP)
            try await ride.hears("The settings are read again.")
            try ride.receiver.send(ride.drive.fix(34, metres: 650))
            #expect(try await ride.events.fix().reasons == ["distance"])
            #expect(try await ride.end().code == 0)
        }

        @Test("SIGHUP opens a file that was moved away anew")
        func rotation() async throws {
            let home = try Home()
            let settings = """
                [[log]]
                path = "\(home.path)/log.jsonl"
                format = "jsonl"

                """
            let ride = try await Ride(in: home, settings: settings + noLookups)
            _ = try await ride.home.control.tell(.post, "/api/v1/pause")
            try await ride.events.state(mode: "paused")
            // Standard output does not wait for the file.
            while access(home.path + "/log.jsonl", F_OK) != 0 { try Task.checkCancellation() }
            rename(home.path + "/log.jsonl", home.path + "/old.jsonl")
            ride.daemon.send(SIGHUP)
            try await ride.hears("The settings are read again.")
            _ = try await ride.home.control.tell(.post, "/api/v1/resume")
            try await ride.events.state(mode: "acquiring")
            let (_, said) = try await ride.end()
            let lines = try (home.read("old.jsonl") + home.read("log.jsonl")).split(separator: "\n")
            #expect(try lines.map { try Said(line: String($0)) } == said)
            #expect(try home.read("log.jsonl").contains("acquiring"))
        }
    }
}
