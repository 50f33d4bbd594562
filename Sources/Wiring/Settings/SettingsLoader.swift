/// Settings with where each came from.
package struct LoadedSettings: Sendable {
    package var settings = Settings()
    /// By the setting's full name, `log` for all of `[[log]]`, as of every list; what is missing has its default.
    package var origins: [String: SettingOrigin] = [:]
    /// The files that were read, the strongest last.
    package var files: [String] = []
    /// The state directory of the machine's own milepost, where this user may not use it.
    package var foreign: StateDirectory?

    package init() {}

    /// Where `key` was set, or that which decides its default.
    package func origin(of key: String) -> SettingOrigin {
        if let origin = origins[key] { return origin }
        return SettingsTable.byKey[key]?.follows.flatMap { origins[$0] } ?? .builtIn
    }
}

/// A setting given as an argument: `--set key=value`, or an option that stands for one.
package struct SettingOverride: Hashable, Sendable {
    package let key: String
    package let value: String
    /// The option that was used, for errors: `--set`, `--lang`.
    package let option: String

    package init(key: String, value: String, option: String = "--set") {
        self.key = key
        self.value = value
        self.option = option
    }
}

/// Puts the settings together: the files, then the variables, then the arguments, each beating what was before.
package struct SettingsLoader: Sendable {
    private let environment: [String: String]
    private let files: SystemFiles

    package init(environment: [String: String], files: SystemFiles = .machine) {
        self.environment = environment
        self.files = files
    }

    /// Everything in force; throws every fault of every layer at once.
    ///
    /// `config` is the file of `--config`, which must exist; the two usual ones need not.
    package func load(
        config: String? = nil, overrides: [SettingOverride] = []
    ) throws(SettingsError) -> LoadedSettings {
        var reader = SettingsReader(home: environment["HOME"])
        for path in usualFiles { read(path, mustExist: false, into: &reader) }
        if let config { read(config, mustExist: true, into: &reader) }
        for (variable, value) in environment.sorted(by: { $0.key < $1.key }) {
            reader.read(variable: variable, value)
        }
        for override in overrides { reader.read(override) }
        guard reader.problems.isEmpty else { throw SettingsError(reader.problems) }
        var loaded = reader.loaded
        if loaded.settings.stateDirectory.isEmpty {
            locateState(&loaded)
        } else if files.access(loaded.settings.stateDirectory) == .foreign {
            loaded.foreign = StateDirectory(loaded.settings.stateDirectory)
        }
        if let problem = Self.clash(in: loaded) { throw SettingsError([problem]) }
        return loaded
    }

    /// Two things that do not go together, such as two that would be written to one file.
    private static func clash(in loaded: LoadedSettings) -> SettingsError.Problem? {
        let state = StateDirectory(loaded.settings.stateDirectory)
        let mqtt = loaded.settings.mqtt
        if mqtt.user.isEmpty, !mqtt.passwordFile.isEmpty {
            return .init(
                loaded.origin(of: "mqtt.password_file"), key: "mqtt.password_file",
                "mqtt.password_file is of no use without mqtt.user; set that too")
        }
        if mqtt.certificateFile.isEmpty != mqtt.certificateKeyFile.isEmpty {
            return .init(
                loaded.origin(of: "mqtt.certificate_file"), key: "mqtt.certificate_file",
                "mqtt.certificate_file and mqtt.certificate_key_file belong together; set both or none"
            )
        }
        if ["", "/milepost", "/state", "/status", "/now"].contains(where: {
            mqtt.topic == mqtt.baseTopic + $0
        }) {
            return .init(
                loaded.origin(of: "mqtt.topic"), key: "mqtt.topic",
                "mqtt.topic is one of the topics below mqtt.base_topic; give each its own")
        }
        guard let history = state.history(loaded.settings.store).map(simplified) else { return nil }
        if state.ownFiles.map(simplified).contains(history) {
            return .init(
                loaded.origin(of: "store.path"), key: "store.path",
                "store.path is a file that milepost keeps for something else; name another")
        }
        guard loaded.settings.logs.contains(where: { simplified($0.path) == history }) else {
            return nil
        }
        return .init(
            loaded.origin(of: logTable.key), key: logTable.key,
            "log has the path of the history, \(quoted(history)); give each its own")
    }

    private var usualFiles: [String] {
        let user = directory("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" }
        return ["/etc/milepost/milepost.toml"]
            + (user.map { ["\($0)/milepost/milepost.toml"] } ?? [])
    }

    private func read(_ path: String, mustExist: Bool, into reader: inout SettingsReader) {
        switch files.read(path) {
        case .bytes(let bytes, _): reader.read(file: path, bytes)
        case .missing where !mustExist: break
        case .missing: reader.refuse(file: path, "there is no such file; correct --config")
        case .unreadable(let reason):
            reader.refuse(file: path, "cannot be read: \(reason); correct its rights or its path")
        }
    }

    private func locateState(_ loaded: inout LoadedSettings) {
        let service = StateDirectory.ofService
        let access = files.access(service.path)
        let (path, variable) =
            if let given = directory("STATE_DIRECTORY") {
                // systemd lists several with colons.
                (String(given.prefix { $0 != ":" }), "STATE_DIRECTORY")
            } else if access == .writable {
                // Who may, speaks to the daemon of the machine: `sudo milepost status`.
                (service.path, "")
            } else if let state = directory("XDG_STATE_HOME") {
                ("\(state)/milepost", "XDG_STATE_HOME")
            } else if let home {
                ("\(home)/.local/state/milepost", "HOME")
            } else {
                (service.path, "")
            }
        if access == .foreign { loaded.foreign = service }
        loaded.settings.stateDirectory = path
        if !variable.isEmpty {
            loaded.origins["state_dir"] = .environment(variable: "$\(variable)")
        }
    }

    private var home: String? { directory("HOME") }

    /// The XDG rules ignore what is not an absolute path.
    private func directory(_ variable: String) -> String? {
        environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
