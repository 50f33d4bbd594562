import Concurrency
import Domain
import Publish
import Record
import Store
import Wiring

extension Session {
    /// `milepost run`: the daemon.
    func run() async throws -> ExitCode {
        // Standard input can be read once, and the settings are read again at SIGHUP.
        guard invocation.text(.config) != "-" else {
            throw CommandFailure(
                .usage, "`milepost run` reads its settings again at SIGHUP: name a file, not -.")
        }
        let stop = Stop()
        let daemon = try Daemon(
            try assembly(settings), sinks: try sinks(stop) + history,
            explains: invocation.has(.explain), stop: stop, publisher: try makePublisher(),
            reload: reload)
        try await daemon.run()
        return .done
    }

    /// Every `[[log]]`; `--format` decides how standard output is written, and adds it when no log has it.
    private func sinks(_ stop: Stop) throws -> [any EventSink] {
        var logs = settings.logs
        if let format {
            if !logs.contains(where: { $0.path == "-" }) { logs.append(LogSettings()) }
            for index in logs.indices where logs[index].path == "-" {
                logs[index].format = format
            }
        }
        // Without a reader there is nothing left to run for, unless files are written too.
        let isAlone = logs.count == 1
        return try logs.map { try sink($0) { if isAlone { stop.tell() } } }
    }

    /// The history is one more, and no reason to run on alone.
    private var history: [any EventSink] {
        guard let path = historyPath else { return [] }
        return [HistoryWriter(path: path, keepDays: settings.store.keepDays, log: log)]
    }

    /// What tells a broker; nil where the settings name none.
    private func makePublisher() throws(SettingsError) -> Publisher? {
        guard let broker = settings.mqtt.broker else { return nil }
        return Publisher(
            settings.mqtt, at: broker,
            password: try keys(of: settings)[KeyStore.broker]?.revealed,
            as: Speaker(settings, on: Machine(files: .machine)),
            path: StateDirectory(settings.stateDirectory).mqttQueue,
            zones: settings.zones.compactMap(\.zone),
            isClockSet: { systemClock().synchronised }, log: log)
    }

    private func sink(
        _ settings: LogSettings, ended: @escaping @Sendable () -> Void
    ) throws -> any EventSink {
        let isStandardOutput = settings.path == "-"
        let encoder = RecordEncoder(
            format: settings.format,
            renderer: TextRenderer(
                language: settings.language ?? self.settings.language,
                units: settings.units ?? self.settings.units,
                colour: isStandardOutput && renderer.colour, zone: try Zone(settings.timeZone)),
            explain: isStandardOutput && invocation.has(.explain))
        return try makeSink(
            path: settings.path, encoder: encoder, compresses: settings.compresses, log: log,
            ended: ended)
    }
}
