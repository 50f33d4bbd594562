import Gate
import Record
import Wiring

/// The options, each described once.
enum CommandOptions {
    /// Understood by every command.
    static let global: [OptionSpec] = [
        OptionSpec(
            option: .config, value: .file("FILE"),
            summary: "Read these settings after the usual files"),
        OptionSpec(
            option: .set, value: .settings("KEY=VALUE"),
            summary: "Set a setting, as often as needed",
            repeats: true),
        OptionSpec(
            option: .format, value: .choice(["text", "json"]),
            summary: "For a person, or one JSON object a line"),
        OptionSpec(
            option: .lang, value: .choice(["en", "ko"]), summary: "The language of text",
            setting: "language"),
        OptionSpec(
            option: .units, value: .choice(["metric", "imperial"]), summary: "The units of text",
            setting: "units"),
        OptionSpec(
            option: .quiet, short: "q", value: .none, summary: "Diagnostics: only errors"),
        OptionSpec(
            option: .verbose, short: "v", value: .none, summary: "Diagnostics: everything"),
        OptionSpec(option: .help, short: "h", value: .none, summary: "Tell how this is called"),
        OptionSpec(
            option: .version, value: .none,
            summary: "Print the version; with --verbose also whose data is shown"),
    ]

    static let gpsd = OptionSpec(
        option: .gpsd, value: .text("HOST[:PORT[:DEVICE]]"),
        summary: "The gpsd to follow, and the receiver")
    static let profile = OptionSpec(
        option: .profile, value: .choice(Profile.allCases.map(\.rawValue)),
        summary: "How dense the log is", setting: "gate.profile")
    static let explain = OptionSpec(
        option: .explain, value: .none,
        summary: "Tell also which fixes do not matter and which lookups were given up")
    static let speed = OptionSpec(
        option: .speed, value: .number("N", 0.001...1_000_000, words: ["max"]),
        summary: "N times as fast as recorded, or max (the default)")
    static let lookups = OptionSpec(
        option: .lookups, value: .choice(["offline", "all", "none"]),
        summary:
            "Addresses from this machine's places (offline, the default), all that there is today, or none"
    )
    static let store = OptionSpec(
        option: .store, value: .none, summary: "Add it to the history; again adds nothing")
    static let online = OptionSpec(
        option: .online, value: .none, summary: "Ask the real providers of the settings")
    static let cityID = OptionSpec(
        option: .cityID, value: .integer("N", 1...999_999_999),
        summary: "By OpenWeatherMap's number of a city", replacesOperands: true)
    static let zip = OptionSpec(
        option: .zip, value: .text("CODE[,CC]"),
        summary: "By postal code and country (without one: US)", replacesOperands: true)
    static let refreshTimeout = OptionSpec(
        option: .timeout, value: .number("SECONDS", 1...600),
        summary: "Wait so long for a fix", setting: "refresh.acquire_timeout_s")
    static let once = OptionSpec(
        option: .once, value: .none, summary: "Show the place once; tracking goes on")
    static let clear = OptionSpec(
        option: .clear, value: .none, summary: "Follow the receiver again", replacesOperands: true)

    static let watch = OptionSpec(
        option: .watch, value: .none, summary: "Show it anew each second until interrupted")
    static let attempt = OptionSpec(
        option: .try, value: .settings("KEY=VALUE[,KEY=VALUE]..."),
        summary: "Settings to compare with those in force, as often as needed", repeats: true)
    static let svg = OptionSpec(
        option: .svg, value: .file("FILE"),
        summary: "Draw the track with its mileposts; - is standard output, in place of the table")
    static let from = OptionSpec(
        option: .from, value: .text("TIME"), summary: "Not before this")
    static let to = OptionSpec(
        option: .to, value: .text("TIME"), summary: "Not after this; a day to its end")
    static let trip = OptionSpec(
        option: .trip, value: .text("TRIP"),
        summary: "One trip by the name that `track list` shows; its beginning is enough")
    static let exportFormat = OptionSpec(
        option: .format, value: .choice(TrackFormat.allCases.map(\.rawValue)),
        summary: "How it is written (what the name of the file ends in, or gpx)")
    static let exportOutput = OptionSpec(
        option: .output, value: .file("FILE"),
        summary: "Where it goes; - (the default) is standard output")

    static let document = OptionSpec(
        option: .as, value: .choice(Document.allCases.map(\.rawValue)),
        summary: "Print the manual of the program or of its settings, or a shell's completions",
        replacesOperands: true)

    static let simulation: [OptionSpec] = [
        OptionSpec(
            option: .output, value: .file("FILE"),
            summary: "Where the recording goes; - (the default) is standard output"),
        OptionSpec(
            option: .as, value: .choice(["json", "nmea"]),
            summary: "gpsd's JSON (the default) or NMEA 0183"),
        OptionSpec(
            option: .speed, value: .number("KMH", 1...1200), summary: "The cruising speed (100)"),
        OptionSpec(
            option: .interval, value: .number("SECONDS", 0.1...3600),
            summary: "Time between two reports (1)"),
        OptionSpec(
            option: .start, value: .text("TIME"),
            summary: "Time of the first report, like 2026-05-04T03:00:00Z"),
        OptionSpec(
            option: .stops, value: .number("SECONDS", 0...86400),
            summary: "How long it stands at each waypoint of the route (0)"),
        OptionSpec(
            option: .noise, value: .number("METRES", 0...1000),
            summary: "Scatter of the positions, one standard deviation (3)"),
        OptionSpec(
            option: .tunnel, value: .text("KM:LENGTH"),
            summary: "No fix from kilometre KM on for LENGTH kilometres, as often as needed",
            repeats: true),
        OptionSpec(
            option: .poor, value: .text("KM:LENGTH"),
            summary: "Positions ten times worse there", repeats: true),
        OptionSpec(
            option: .timeless, value: .text("KM:LENGTH"),
            summary: "Reports without a time there", repeats: true),
        OptionSpec(
            option: .outliers, value: .integer("N", 0...100_000),
            summary: "How many reports are far away (0)"),
        OptionSpec(
            option: .seed, value: .integer("N", 0...Int.max),
            summary: "What chance begins with (1)"),
    ]
}
