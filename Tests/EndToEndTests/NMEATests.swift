import Domain
import Feed
import Foundation
import Glibc
import TestSupport
import Testing

extension WholeProgram {
    /// `milepost replay` of NMEA, which a real gpsd decodes.
    @Suite("Replayed NMEA")
    struct NMEATests {
        private static let start = Timestamp(milliseconds: 1_777_863_600_000)

        /// 20 m a second to the north.
        private static func fixes(_ seconds: Range<Int>) -> [Fix] {
            seconds.map { second in
                Fix(
                    source: .gpsd, mode: .threeD, time: start.adding(seconds: Double(second)),
                    latitude: 36 + Double(second) * 20 / 111_195, longitude: 127, altitude: 40,
                    accuracy: 4.5, speed: 20, course: 0)
            }
        }

        private func replay(
            _ paths: [String], in home: Home, environment: [String: String] = [:],
            input: String = "/dev/null"
        ) async throws -> Program {
            try home.write("[gate]\nprofile = \"every-fix\"\n")
            return try home.milepost(
                ["replay", "--lookups", "none", "--format", "json", "--config", home.config]
                    + paths,
                environment: environment, input: input)
        }

        private func gzip(_ path: String) throws -> String {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/gzip")
            process.arguments = ["--keep", path]
            try process.run()
            process.waitUntilExit()
            return path + ".gz"
        }

        /// The acquisition takes ten seconds; from then on every second is accepted.
        private static func times(to end: Int) -> [String] {
            (10..<end).map { (second: Int) -> String in
                start.adding(seconds: Double(second)).rfc3339
            }
        }

        @Test(
            "gives every epoch, plain, as gzip and from standard input, and leaves nothing behind")
        func everyEpoch() async throws {
            let home = try Home()
            let path = try home.write(nmea(Self.fixes(0..<600)), to: "drive.nmea")
            let zipped = try gzip(path)
            var all: [[Schema.Fix]] = []
            for (paths, input) in [([path], "/dev/null"), ([zipped], "/dev/null"), (["-"], zipped)]
            {
                let program = try await replay(paths, in: home, input: input)
                #expect(await program.end() == 0, "\(program.errors.past)")
                let said = try await program.everything().map { try Said(line: $0) }
                let fixes = said.compactMap(\.fix)
                #expect(fixes.map(\.time) == Self.times(to: 600))
                #expect(fixes.allSatisfy { $0.source == "recording" && $0.device == nil })
                let north: Double = 36 + 599.0 * 20 / 111_195
                let last: Double = try #require(fixes.last).lat
                #expect(abs(last - north) < 1e-6)
                all.append(fixes)
            }
            #expect(all[0] == all[1])
            #expect(all[0] == all[2])
            #expect(try temporary(home) == [])
        }

        private func temporary(_ home: Home) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: home.path).filter { name in
                name.hasPrefix("milepost-") || name.hasPrefix("gpsfake")
            }
        }

        @Test("goes before a later recording of another kind")
        func mixed() async throws {
            let home = try Home()
            let later = try home.write(
                try Self.fixes(60..<120).map(ReportWriter.line).joined(), to: "a.json")
            let earlier = try home.write(nmea(Self.fixes(0..<60)), to: "b.nmea")
            let program = try await replay([later, earlier], in: home)
            #expect(await program.end() == 0, "\(program.errors.past)")
            let fixes = try await program.everything().compactMap { try Said(line: $0).fix }
            #expect(fixes.map(\.time) == Self.times(to: 120))
        }

        @Test(
            "ends at once when it is told to, and its gpsd with it", arguments: [SIGINT, SIGTERM])
        func interrupted(signal: Int32) async throws {
            let home = try Home()
            let path = try home.write(nmea(Self.fixes(0..<40_000)), to: "drive.nmea")
            let program = try await replay([path], in: home)
            for await _ in program.output.stream() { break }
            // Named by the folder of the home, where nothing else has a gpsd.
            #expect(!processes(naming: home.path + "/milepost-").isEmpty)
            program.send(signal)
            #expect(await program.end() == 0)
            #expect(processes(naming: home.path + "/milepost-").isEmpty)
            #expect(try temporary(home) == [])
        }

        /// The command lines of this machine that contain `text`.
        private func processes(naming text: String) -> [String] {
            let pids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return pids.compactMap { pid in
                guard Int(pid) != nil,
                    let data = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline")
                else { return nil }
                let line = String(decoding: data.map { $0 == 0 ? 32 : $0 }, as: UTF8.self)
                return line.contains(text) ? line : nil
            }
        }

        @Test("says what to install where gpsd or gpsfake is missing", arguments: [true, false])
        func missing(hasGpsfake: Bool) async throws {
            let home = try Home()
            let path = try home.write(nmea(Self.fixes(0..<60)), to: "drive.nmea")
            if hasGpsfake {
                // As gpsfake does without a gpsd.
                let fake = try home.write("#!/bin/sh\nexit 1\n", to: "gpsfake")
                chmod(fake, 0o755)
            }
            let program = try await replay([path], in: home, environment: ["PATH": home.path])
            #expect(await program.end() == 69)
            let said = program.errors.past.joined()
            #expect(said.contains("\(path): is NMEA, which gpsd decodes"))
            #expect(said.contains(hasGpsfake ? "exit status 1" : "install gpsd and gpsd-clients"))
        }
    }
}
