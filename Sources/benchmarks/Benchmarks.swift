import Domain
import FoundationEssentials
import Glibc
import Wiring

/// Measures the budgets of the design, each beside a peer or a limit in the same run.
@main
struct Benchmarks {
    /// What can be measured, by the names given on the command line.
    private static let all: [(name: String, what: String, run: @Sendable (Bench) throws -> [Row])] =
        [
            ("replay", "a million reports beside a bare loop of gps_unpack", measureReplay),
            ("latency", "a report sent by gpsd until its event is readable", measureLatency),
            ("follow", "the cost of following a receiver at 10 Hz", measureFollowing),
            ("wait", "the cost of waiting for a gpsd that is not there", measureWaiting),
            ("start", "the start until ready, and until the first event", measureStart),
            (
                "supersede", "a newer fix until the older transfer's socket is closed",
                measureSuperseding
            ),
            ("history", "a million fixes into the history and out again", measureHistory),
            ("cache", "addresses of 100,000 places in a cache with a limit", measureCaching),
            ("thin", "the track thinner beside Douglas–Peucker and gpsbabel", measureThinning),
            ("day", "what a day on the road leaves behind", measureDay),
            ("nearest", "the nearest place offline, and the import of all places", measureNearest),
        ]

    static func main() {
        signal(SIGPIPE, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            if words.count == 2, words[0] == importWord { return try importPlaces(into: words[1]) }
            let arguments = try Arguments(words, all.map(\.name))
            guard !arguments.wantsHelp else { return print(help) }
            if !measure(arguments) { exit(1) }
        } catch {
            say("benchmarks: \(error)")
            exit(64)
        }
    }

    /// False when something could not be measured; the rest is shown all the same.
    private static func measure(_ arguments: Arguments) -> Bool {
        var rows: [Row] = []
        var isWhole = true
        for (name, what, run) in all where arguments.names.contains(name) {
            say("measuring \(name): \(what)")
            do {
                // A folder for each: one benchmark's cache is no other's.
                let folder = try TemporaryFolder(in: FileManager.default.temporaryDirectory.path)
                defer { folder.remove() }
                rows += try run(
                    Bench(
                        folder: folder.path, rounds: arguments.rounds,
                        recordings: arguments.recordings))
            } catch {
                say("benchmarks: \(name): \(error)")
                isWhole = false
            }
        }
        if arguments.json {
            let lines = rows.compactMap { try? Schema.json($0) }
            for line in lines { print(String(decoding: line, as: UTF8.self)) }
        } else {
            print(Table.text(of: rows), terminator: "")
        }
        return isWhole
    }

    private static var help: String {
        let names = all.map { "  \($0.name.padded(to: 12))\($0.what)" }.joined(separator: "\n")
        return """
            Usage: benchmarks [--json] [--rounds N] [--recording FILE]... [NAME]...

            Measures milepost against its budgets. Everything runs on this machine and on loopback.

            \(names)

              --json      one JSON object a line
              --rounds N  measure so many times; 3 when not given
              --recording FILE  thin this one too (gpsd JSON or GPX), as often as needed
            """
    }
}

/// What every benchmark is given.
struct Bench {
    /// An empty folder of its own, removed afterwards.
    let folder: String
    let rounds: Int
    let recordings: [String]
}

/// A sentence that ends the run.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// What the system says of an error number.
func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Progress goes to standard error, results to standard output.
func say(_ line: String) {
    let line = line + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
}
