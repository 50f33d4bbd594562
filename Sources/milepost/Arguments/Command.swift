/// What the program can be asked to do; the raw value is what is typed.
enum Command: String, Sendable, CaseIterable {
    case run, replay, demo, now, at, search, status, refresh, override, pause, resume, track
    case trackList = "track list"
    case trackDelete = "track delete"
    case trackUndelete = "track undelete"
    case simulate, tune, doctor, privacy
    case configCheck = "config check"
    case configDefaults = "config defaults"
    case configShow = "config show"
    case help
}

/// The options of all commands; the raw value is what follows the two dashes.
enum Option: String, Sendable, CaseIterable {
    case config, format, lang, units, quiet, verbose, set, help, version
    case gpsd, profile, explain, speed, lookups, store, online
    case cityID = "city-id"
    case zip, once, clear, timeout
    case from, to, trip
    case output, `as`, seed, start, interval, noise, tunnel, poor, timeless, outliers, stops
    case `try`, svg, watch

    /// As it is typed: `--city-id`.
    var dashed: String { "--\(rawValue)" }
}

/// One option as the table describes it: how it is read and how help shows it.
struct OptionSpec: Sendable {
    /// What follows an option.
    enum Value: Sendable, Hashable {
        /// Nothing: the option is on or off.
        case none
        /// Any text; help shows the placeholder.
        case text(String)
        /// The path of a file.
        case file(String)
        /// Settings with their values, `key=value`.
        case settings(String)
        case choice([String])
        /// A number within the bounds, or one of the words.
        case number(String, ClosedRange<Double>, words: [String] = [])
        case integer(String, ClosedRange<Int>)
    }

    let option: Option
    var short: Character?
    let value: Value
    let summary: String
    /// May be given several times, each counting.
    var repeats = false
    /// Stands in place of the command's operands.
    var replacesOperands = false
    /// The setting it stands for: `--lang ko` is `--set language=ko`.
    var setting: String?
}

/// One command as the table describes it; parser, help, manual and completions are made of this.
struct CommandSpec: Sendable {
    /// How many operands there are; help shows the placeholder.
    struct Operands: Sendable {
        let placeholder: String
        let count: ClosedRange<Int>
        /// They are the paths of files.
        var areFiles = false

        static let none = Operands(placeholder: "", count: 0...0)
    }

    let command: Command
    /// One line for the list of commands.
    let summary: String
    /// What follows the command's name in a call, one for each way of calling it.
    var usages = ["[OPTION]..."]
    /// Paragraphs for the command's own help.
    var details: [String] = []
    var operands = Operands.none
    var options: [OptionSpec] = []
    var exits: [ExitCode] = []
    /// A call without the program's name, and what it does.
    var examples: [(call: String, purpose: String)] = []
}
