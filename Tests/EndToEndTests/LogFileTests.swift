import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// What is in the log files and in the history after the daemon was killed, as others read it.
    @Suite("Log files")
    struct LogFileTests {
        /// Python's own readers of each format; a file that is not whole ends it with an error.
        private static let judge = """
            import csv, json, sqlite3, sys, xml.etree.ElementTree as tree
            from datetime import datetime, timezone
            folder = sys.argv[1]
            def tell(kind, times):
                for time in times: print(kind, time)
            lines = open(folder + "/ride.jsonl").read().split("\\n")
            assert lines.pop() == ""
            events = [json.loads(line) for line in lines]
            tell("jsonl", [e["time"] for e in events if e["type"] == "fix"])
            with open(folder + "/ride.csv", newline="") as file:
                rows = list(csv.DictReader(file, strict=True))
            assert all(None not in row and None not in row.values() for row in rows)
            tell("csv", [row["time"] for row in rows if row["type"] == "fix"])
            marks = tree.parse(folder + "/ride.gpx").iter("{urn:milepost:gpx:1}accepted")
            tell("gpx", [mark.get("time") for mark in marks])
            features = json.load(open(folder + "/ride.geojson"))["features"]
            told = [feature["properties"] for feature in features]
            tell("geojson", [one["time"] for one in told if one["type"] == "fix"])
            history = sqlite3.connect(folder + "/state/milepost.db")
            assert history.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            for (time,) in history.execute("SELECT time FROM fix"):
                at = datetime.fromtimestamp(time // 1000, timezone.utc)
                print("history", at.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (time % 1000))
            """

        /// The times of fixes in each of the formats.
        private func judged(_ home: Home) async throws -> [String: [String]] {
            let python = try Program("/usr/bin/python3", ["-c", Self.judge, home.path])
            let lines = await python.everything()
            let code = await python.end()
            try #require(code == 0, "\(python.errors.past)")
            let words = lines.map { $0.split(separator: " ").map(String.init) }
            return Dictionary(grouping: words, by: { $0[0] }).mapValues { $0.map { $0[1] } }
        }

        private func settings(_ home: Home) -> String {
            let logs = ["jsonl", "csv", "gpx", "geojson"].map {
                "[[log]]\npath = \"\(home.path)/ride.\($0)\"\nformat = \"\($0)\"\n"
            }
            return noLookups + logs.joined()
        }

        @Test(
            "L01 L14 killed in the midst of writing, each has all that was read before, and the next start goes on with it"
        )
        func killed() async throws {
            let home = try Home()
            var known: Set<String> = []
            var awaited: Set<String> = []
            for round in 0..<8 {
                let ride = try await Ride(
                    in: home, settings: settings(home), ["--profile", "every-fix"])
                try await ride.track()
                for number in 1...(20 + round * 7) {
                    try ride.receiver.send(ride.drive.fix(number, metres: Double(number) * 20))
                }
                // The first of these in every file, as what follows it is there; the others wherever they are by then.
                let first = try #require(ride.drive.fix(1, metres: 0).time?.rfc3339)
                awaited.insert(first)
                let second = try #require(ride.drive.fix(2, metres: 0).time?.rfc3339)
                for format in ["jsonl", "csv", "gpx", "geojson"] {
                    while try !home.read("ride.\(format)").contains(second) {
                        try Task.checkCancellation()
                    }
                }
                ride.daemon.send(SIGKILL)
                _ = await ride.daemon.end()
                ride.receiver.stop()
                // Linux ends a write between two pages when its process is killed; what is torn then is mended now.
                let next = try await Ride(in: home, settings: settings(home))
                #expect(try await next.end().code == 0)
                let found = try await judged(home)
                for (format, times) in found where format != "history" {
                    #expect(known.isSubset(of: times), "\(format), round \(round)")
                    #expect(times.contains(first), "\(format), round \(round)")
                }
                #expect(Set(found.keys).isSuperset(of: ["jsonl", "csv", "gpx", "geojson"]))
                known = Set(found["jsonl"] ?? []).intersection(found["csv"] ?? [])
                    .intersection(found["gpx"] ?? []).intersection(found["geojson"] ?? [])
            }
            // Nothing was lost between two rides.
            #expect(known.isSuperset(of: awaited))
        }
    }
}
