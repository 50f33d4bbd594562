package import Concurrency
import Database
package import Domain
import Feed
import Glibc
package import Publish
import Web

/// `milepost run`: the pipeline, its control socket and its signals, until told to stop.
package struct Daemon: Sendable {
    private let assembly: Assembly
    private let parts: Assembly.Parts
    private let stateFile: StateFile
    private let server: HTTPServer
    private let signals: Signals
    private let publisher: Publisher?
    private let log: Log
    private let supervisor: Supervisor
    private let reload: @Sendable () throws(SettingsError) -> (Settings, KeyStore)

    /// Takes the control socket and the signals over; throws `WebError` when another daemon has the socket.
    ///
    /// `reload` reads the settings again, as at the start. `supervisor` is told how it goes.
    package init(
        _ assembly: Assembly, sinks: [any EventSink], explains: Bool, stop: Stop,
        publisher: Publisher?,
        supervisor: Supervisor = Supervisor(),
        reload: @escaping @Sendable () throws(SettingsError) -> (Settings, KeyStore)
    ) throws {
        self.assembly = assembly
        self.reload = reload
        self.supervisor = supervisor
        self.publisher = publisher
        log = assembly.log
        // Before anything can be seen of it: whoever sees it may send one.
        signals = try Signals([SIGTERM, SIGINT, SIGHUP, SIGUSR1])
        let state = StateDirectory(assembly.settings.stateDirectory)
        try state.create()
        server = try HTTPServer(.unixSocket(path: state.socket))
        FolderOwner.give(state.socket)
        stateFile = StateFile(path: state.stateFile, log: assembly.log)
        var plan = Assembly.Plan(
            source: .gpsd(assembly.gpsd(beatEvery: supervisor.beatEvery)))
        plan.sinks = sinks + [supervisor]
        if let publisher { plan.sinks.append(publisher) }
        plan.beat = { supervisor.beat() }
        plan.explains = explains
        plan.stop = stop
        plan.publishing = publisher.map { publisher in { @Sendable in publisher.status } }
        plan.saved = stateFile.load()
        plan.save = { [stateFile] in stateFile.save($0) }
        parts = assembly.assemble(plan)
    }

    /// Returns when a signal ended it and everything is written.
    package func run() async throws {
        let api = ControlAPI(
            controller: parts.instance, events: parts.pipeline.output.live, log: log)
        tellStart()
        async let saved: Void = stateFile.run()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await signals.forEach { await handle($0) } }
            group.addTask {
                await parts.pipeline.stop.wait()
                supervisor.stop()
            }
            group.addTask {
                do { try await server.run(api.answer) } catch {
                    log(.error, "The control socket is closed: \(error); restart milepost.")
                }
            }
            // Made ready before the first fix asks for it.
            group.addTask { try? await assembly.gazetteer?.prepare(progress: tellImport) }
            try await parts.pipeline.run()
            group.cancelAll()
        }
        stateFile.finish()
        await saved
    }

    /// What the owner can check at a glance: who is followed, who is asked, where it is written.
    private func tellStart() {
        let settings = assembly.settings
        func list(_ names: [String]) -> String {
            names.isEmpty ? "nobody" : names.joined(separator: ", ")
        }
        let outputs = settings.logs.map { $0.path == "-" ? "standard output" : $0.path }
        let history = StateDirectory(settings.stateDirectory).history(settings.store)
        log(
            .info,
            "version \(Version.number) follows gpsd at \(assembly.gpsdAddress); addresses come from"
                + " \(list(settings.addressProviders)), the weather from"
                + " \(list(settings.weatherProviders)); output goes to"
                + " \(outputs.joined(separator: ", ")); the history is kept in"
                + " \(history ?? "no file"), state in \(settings.stateDirectory)."
        )
    }

    /// Told at its beginning, as it happens once in the life of a list of places.
    private func tellImport(done: Int, total: Int) {
        guard done == 0 else { return }
        log(
            .info,
            "The list of places is being imported; the first mileposts wait for that.")
    }

    private func handle(_ signal: Int32) async {
        switch signal {
        case SIGHUP: await supervisor.whileReloading { await readAgain() }
        case SIGUSR1:
            _ = parts.pool.start { [log, parts] in
                do { _ = try await parts.instance.refresh(timeout: nil) } catch {
                    log(.warning, "The refresh asked for by SIGUSR1 found nothing: \(error)")
                }
            }
        default: parts.pipeline.stop.tell()
        }
    }

    /// New numbers take effect at once; what the process was built with is told to need a restart.
    private func readAgain() async {
        parts.pipeline.output.reopen()
        do throws(SettingsError) {
            let (settings, keys) = try reload()
            let fresh = assembly.with(settings, keys)
            publisher?.keepPrivate(fresh.gate.privateZones)
            await parts.pipeline.tracking.reconfigure(
                fresh.gate, settings.refresh, settings.track)
            let services = fresh.services(transport: parts.pipeline.http, pool: parts.pool)
            await parts.pipeline.lookups.reconfigure(
                address: services.address, weather: services.weather, senders: services.senders,
                language: settings.language)
            parts.instance.places.reconfigure(
                finders: services.finders, language: settings.language)
            let old = assembly.settings
            if settings.gpsd != old.gpsd || settings.mqtt != old.mqtt || settings.logs != old.logs
                || settings.units != old.units
                || settings.stateDirectory != old.stateDirectory
                || settings.language != old.language || settings.store != old.store
            {
                log(
                    .warning,
                    "The settings are read again; those of gpsd, mqtt, log, units, state_dir, store"
                        + " and the language of text take effect when milepost is restarted.")
            } else {
                log(.info, "The settings are read again.")
            }
        } catch {
            log(.error, "The settings are not changed: \(error)")
        }
    }
}
