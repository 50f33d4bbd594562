import Foundation
import Glibc
import TestSupport
import Testing

/// A call that goes wrong, and the code of DESIGN's section 7 for it.
struct WrongCall: Sendable, CustomTestStringConvertible {
    let code: Int32
    let arguments: [String]
    /// What the sentence names.
    let names: String

    init(_ code: Int32, _ call: String, names: String) {
        self.code = code
        arguments = call.split(separator: " ").map(String.init)
        self.names = names
    }

    var testDescription: String { "milepost \(arguments.joined(separator: " ")): \(code)" }
}

extension WholeProgram {
    @Suite("Exit codes of the real program")
    struct ExitCodeTests {
        @Test(
            "wrong input ends with its code and one sentence that names the thing",
            arguments: [
                // 64: the command was not called rightly.
                WrongCall(64, "", names: "command"),
                WrongCall(64, "runn", names: "did you mean run"),
                WrongCall(64, "run --gpsd localhost:99999", names: "--gpsd"),
                WrongCall(64, "run --profile fast", names: "significant"),
                WrongCall(64, "run extra", names: "extra"),
                WrongCall(64, "replay", names: "FILE"),
                WrongCall(64, "replay --speed fast x.json", names: "--speed"),
                WrongCall(64, "replay --lookups some x.json", names: "offline"),
                WrongCall(64, "demo --onlin", names: "--online"),
                WrongCall(64, "now there", names: "there"),
                WrongCall(64, "at", names: "LAT LON"),
                WrongCall(64, "at 127.25 36.5", names: "swapped?"),
                WrongCall(64, "at 90.5,127.25", names: "90.5"),
                WrongCall(64, "at " + String(repeating: "x", count: 201), names: "200 bytes"),
                WrongCall(64, "at --city-id 12 Seoul", names: "--city-id"),
                WrongCall(64, "at --zip ,", names: "postal code"),
                WrongCall(64, "status --watchh", names: "--watchh"),
                WrongCall(64, "refresh --timeout soon", names: "--timeout"),
                WrongCall(64, "override", names: "LAT LON"),
                WrongCall(64, "override --clear 36 127", names: "--clear"),
                WrongCall(64, "override 36,5", names: "36.5 127.25"),
                WrongCall(64, "pause now", names: "now"),
                WrongCall(64, "resume now", names: "now"),
                WrongCall(64, "simulate", names: "ROUTE.gpx"),
                WrongCall(64, "simulate --start yesterday route.gpx", names: "yesterday"),
                WrongCall(64, "simulate --tunnel 12 route.gpx", names: "12"),
                WrongCall(64, "doctor me", names: "me"),
                WrongCall(64, "config", names: "config check"),
                WrongCall(64, "help nothing", names: "nothing"),
                WrongCall(64, "help --as pdf", names: "man-settings"),
                WrongCall(64, "help --as man run", names: "run"),
                WrongCall(64, "run --set gate", names: "KEY=VALUE"),
                WrongCall(64, "simulate --tunnel 12:3 route.gpx", names: "11.1 km"),
                // 65: the input is no recording.
                WrongCall(65, "replay words.txt", names: "words.txt"),
                WrongCall(65, "simulate words.txt", names: "words.txt"),
                WrongCall(65, "simulate point.gpx", names: "point.gpx"),
                // 66: no such file.
                WrongCall(66, "replay missing.json", names: "missing.json"),
                WrongCall(66, "simulate missing.gpx", names: "missing.gpx"),
                // 69: nobody answers.
                WrongCall(69, "status", names: "milepost run"),
                WrongCall(69, "refresh", names: "milepost run"),
                WrongCall(69, "override 36.5 127.25", names: "milepost run"),
                WrongCall(69, "override --clear", names: "milepost run"),
                WrongCall(69, "pause", names: "milepost run"),
                WrongCall(69, "resume", names: "milepost run"),
                // 73: the output cannot be written.
                WrongCall(73, "simulate --output /dev/null/x route.gpx", names: "/dev/null/x"),
                WrongCall(73, "run --set state_dir=/dev/null/x", names: "/dev/null/x"),
                // 78: a setting is wrong.
                WrongCall(78, "run --set gate.min_distanc_m=5", names: "min_distance_m"),
                WrongCall(78, "run --config bad.toml", names: "bad.toml:2"),
                WrongCall(78, "run --config missing.toml", names: "missing.toml"),
                WrongCall(
                    78, "replay --set gate.max_accuracy_m=wide x.json", names: "max_accuracy_m"),
                WrongCall(78, "status --set gpsd.port=99999", names: "gpsd.port"),
                WrongCall(78, "config check --config bad.toml", names: "bad.toml:2"),
                WrongCall(78, "config show --config bad.toml", names: "bad.toml:2"),
                WrongCall(78, "config check --set weather.providers=nobody", names: "providers"),
            ])
        func wrong(call: WrongCall) async throws {
            let home = try Home()
            try home.write("no recording\n", to: "words.txt")
            try home.write("[gate]\nmin_distance_m = \"far\"\n", to: "bad.toml")
            try home.write(gpx([(36, 127)]), to: "point.gpx")
            try home.write(gpx([(36, 127), (36.1, 127)]), to: "route.gpx")
            let arguments = call.arguments.map { word in
                ["words.txt", "bad.toml", "point.gpx", "route.gpx"].contains(word)
                    || word.hasPrefix("missing.") ? home.path + "/" + word : word
            }
            let program = try home.milepost(arguments)
            #expect(await program.end() == call.code)
            let output = await program.everything()
            // A recording that ends early has its summary all the same.
            #expect(output.isEmpty || call.arguments.first == "replay")
            let sentence = program.errors.past.joined(separator: "\n")
            #expect(sentence.contains(call.names), "\(sentence)")
            #expect(program.errors.past.count == 1, "\(sentence)")
            #expect(sentence.hasPrefix("milepost: "))
        }

        @Test("77 for a recording that this user may not read")
        func notPermitted() async throws {
            // root may read everything.
            guard getuid() != 0 else { return }
            let home = try Home()
            chmod(try home.write("{}\n", to: "secret.json"), 0)
            let program = try home.milepost(["replay", home.path + "/secret.json"])
            #expect(await program.end() == 77)
        }

        @Test(
            "1 for a negative answer: nobody gives a fix, doctor finds a fault",
            arguments: [["now", "--timeout", "1"], ["doctor"]])
        func negative(arguments: [String]) async throws {
            let home = try Home()
            let program = try home.milepost(
                arguments + ["--gpsd", "127.0.0.1:\(try freePort())", "--config"]
                    + [try home.write(noLookups)])
            #expect(await program.end() == 1)
        }

        @Test(
            "0 and an answer on standard output where nothing is wrong",
            arguments: [
                ["--version"], ["help"], ["help", "run"], ["config", "defaults"],
                ["config", "show"],
                ["config", "check"],
            ])
        func done(arguments: [String]) async throws {
            let program = try Home().milepost(arguments)
            #expect(await program.end() == 0)
            let output = await program.everything()
            #expect(!output.isEmpty)
            #expect(program.errors.past.isEmpty)
        }

        @Test("0 and a warning for a provider that is not asked, as others may be")
        func unasked() async throws {
            let program = try Home().milepost([
                "config", "check", "--set", #"weather.providers=["met-norway", "kma"]"#,
            ])
            #expect(await program.end() == 0)
            let errors = program.errors.past
            #expect(errors.count == 2)
            #expect(errors.first?.hasPrefix("milepost: warning: kma has no key") == true)
            #expect(errors.last?.hasPrefix("milepost: warning: met-norway has no contact") == true)
        }

        @Test("0 for a simulation whose reader has read what it wanted")
        func readEnough() async throws {
            let home = try Home()
            // Some 40 hours on the road have more lines than a pipe holds.
            let route = try home.write(gpx([(0, 0), (36, 0)]), to: "route.gpx")
            let program = try home.milepost(["simulate", route])
            for await _ in program.output.stream() { break }
            await program.closeOutput()
            #expect(await program.end() == 0)
            #expect(program.errors.past.isEmpty)
        }

        private func gpx(_ points: [(Double, Double)]) -> String {
            let text = points.map { #"<trkpt lat="\#($0.0)" lon="\#($0.1)"/>"# }.joined()
            return #"<gpx version="1.1" creator="test"><trk><trkseg>\#(text)</trkseg></trk></gpx>"#
        }
    }
}
