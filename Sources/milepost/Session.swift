import Domain
import Feed
import FoundationEssentials
import Gazetteer
import Glibc
import Lookup
import Record
import Wiring

/// One call of the program with its settings: what every command starts from.
struct Session: Sendable {
    let invocation: Invocation
    let environment: [String: String]
    let loaded: LoadedSettings
    let log: Log

    var settings: Settings { loaded.settings }

    init(_ invocation: Invocation, environment: [String: String]) throws(SettingsError) {
        self.invocation = invocation
        self.environment = environment
        loaded = try Self.load(invocation, environment)
        let threshold: Log.Level =
            invocation.has(.quiet) ? .error : invocation.has(.verbose) ? .debug : .info
        let form = DiagnosticForm.ofStandardError(environment)
        log = Log(
            threshold: threshold, now: { monotonic().seconds },
            write: { level, line in say(form.line(level, line)) })
    }

    private static func load(
        _ invocation: Invocation, _ environment: [String: String], _ more: [SettingOverride] = []
    ) throws(SettingsError) -> LoadedSettings {
        try SettingsLoader(environment: environment).load(
            config: invocation.text(.config), overrides: invocation.settings + more)
    }

    /// The settings as they would be with `more` in force.
    func settings(with more: [SettingOverride]) throws(SettingsError) -> Settings {
        try Self.load(invocation, environment, more).settings
    }

    /// The settings and keys as they are on disk now; what the arguments said still beats them.
    func reload() throws(SettingsError) -> (Settings, KeyStore) {
        let fresh = try Self.load(invocation, environment)
        return (fresh.settings, try keys(of: fresh.settings))
    }

    /// The file of the history; nil where the settings want none.
    var historyPath: String? {
        StateDirectory(settings.stateDirectory).history(settings.store)
    }

    func keys(of settings: Settings) throws(SettingsError) -> KeyStore {
        try KeyStore(settings: settings, environment: environment, files: .machine)
    }

    /// With what earlier runs left in the state directory, where that can be used.
    func assembly(_ settings: Settings) throws(SettingsError) -> Assembly {
        let state = StateDirectory(settings.stateDirectory)
        let cache = LookupCache(path: cache(in: state), now: TimeSource.live.wall, log: log)
        return Assembly(
            settings: settings, keys: try keys(of: settings), environment: environment, log: log,
            cache: cache, gazetteer: Gazetteer(directory: state.path, log: log))
    }

    /// Nil to keep answers in memory: a command can do without the state directory.
    private func cache(in state: StateDirectory) -> String? {
        do throws(StateDirectory.Failure) {
            try state.create()
            return state.cache
        } catch {
            log(.debug, "\(error) Until then answers are kept in memory only.")
            return nil
        }
    }

    /// What `--format` asks for; nil when it was not given.
    var format: Format? { invocation.text(.format).map { $0 == "json" ? .jsonl : .text } }

    /// Text as this user reads it: language, units, local times, colour on a terminal only.
    var renderer: TextRenderer { renderer(in: nil) }

    /// With times in `zone`; nil for that of this machine.
    private func renderer(in zone: Zone?) -> TextRenderer {
        TextRenderer(
            language: settings.language, units: settings.units, colour: isColourful,
            zone: zone ?? (try? Zone("local")) ?? .utc)
    }

    private var isColourful: Bool {
        isatty(STDOUT_FILENO) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
            && environment["TERM"] != "dumb"
    }

    /// Standard output for events.
    func standardOutput(ended: @escaping @Sendable () -> Void = {}) -> StdoutSink {
        StdoutSink(
            encoder: RecordEncoder(
                format: format ?? .text, renderer: renderer, explain: invocation.has(.explain)),
            log: log, ended: ended)
    }

    /// Throws when events were lost that `sink` should have written.
    func check(_ sink: StdoutSink) async throws(CommandFailure) {
        guard await sink.isIncomplete else { return }
        throw CommandFailure(
            .cannotWrite,
            "Standard output is not complete: make space where it leads to, and begin anew.")
    }

    /// Prints the answer of a command: its events as JSON lines, or as text.
    func show(_ answer: Schema.Answer) throws {
        guard format == .jsonl else {
            // The clocks there, where they are known, as the place may be anywhere.
            let zone = answer.fix.time_zone.flatMap { try? Zone($0) }
            return try show(renderer(in: zone).render(answer))
        }
        try show(json: answer.fix)
        if let milepost = answer.milepost { try show(json: milepost) }
    }

    /// Shows the answer that a command was called for; that nothing at all could be looked up is a negative one.
    func close(with answer: Schema.Answer) throws -> ExitCode {
        try show(answer)
        guard let milepost = answer.milepost, milepost.failures != nil else { return .done }
        let hasFound =
            milepost.address != nil || milepost.weather != nil || milepost.forecast != nil
        return hasFound ? .done : .negative
    }

    func show(json value: some Encodable) throws {
        try show(String(decoding: try Schema.json(value), as: UTF8.self) + "\n")
    }

    /// Text on standard output; that nobody can take it is an error.
    func show(_ text: String) throws(CommandFailure) { try Milepost.show(text) }
}
