import Domain
package import Lookup

/// The keys of the providers, each from the first place that has one.
package struct KeyStore: Sendable {
    /// The name under which the broker's password is kept.
    package static let broker = "mqtt"

    private let keys: [String: (secret: ProviderKey, origin: SettingOrigin)]

    /// Looks at `MILEPOST_<PROVIDER>_KEY`, then `$CREDENTIALS_DIRECTORY/<provider>`, then `key_file`; likewise for the
    /// password of the broker, as `mqtt`.
    ///
    /// What the process was given beats what a file names, as with every setting.
    package init(
        settings: Settings, environment: [String: String], files: SystemFiles
    ) throws(SettingsError) {
        var keys: [String: (ProviderKey, SettingOrigin)] = [:]
        var problems: [SettingsError.Problem] = []
        let places =
            SettingsTable.keyedProviders.sorted().map { Place(provider: $0, in: settings) }
            + [Place(mqtt: settings)]
        for place in places {
            do throws(SettingsError) {
                keys[place.owner] = try Self.key(at: place, environment, files)
            } catch {
                problems += error.problems
            }
        }
        guard problems.isEmpty else { throw SettingsError(problems) }
        self.keys = keys
    }

    /// Keys that are known already, by provider: those of the demo's own server.
    init(keys: [String: String]) {
        self.keys = keys.compactMapValues { key in
            ProviderKey(key).map { ($0, .builtIn) }
        }
    }

    /// The key of `provider`, nil when none was given.
    package subscript(provider: String) -> ProviderKey? { keys[provider]?.secret }

    /// Where the key of `provider` was found, nil when none was given.
    package func origin(of provider: String) -> SettingOrigin? { keys[provider]?.origin }

    /// Where a secret may be.
    private struct Place {
        /// The name of its credential.
        let owner: String
        /// What it is, in a sentence.
        let title: String
        /// The setting that names its file.
        let setting: String
        let file: String
        /// One word of plain characters, as services issue it, or whatever a person made up.
        let isWord: Bool

        init(provider: String, in settings: Settings) {
            (owner, title) = (provider, "the key of \(provider)")
            setting = "providers.\(provider).key_file"
            file = settings[provider: provider].keyFile
            isWord = true
        }

        init(mqtt settings: Settings) {
            (owner, title) = (KeyStore.broker, "the password for the MQTT broker")
            setting = "mqtt.password_file"
            file = settings.mqtt.passwordFile
            isWord = false
        }

        func problem(_ origin: SettingOrigin?, _ message: String) -> SettingsError {
            SettingsError([.init(origin, key: setting, message)])
        }

        func unreadable(_ path: String, _ reason: String) -> SettingsError {
            problem(
                .file(path: path, line: 0),
                "\(title) cannot be read: \(reason); correct the path or its rights")
        }
    }

    private static func key(
        at place: Place, _ environment: [String: String], _ files: SystemFiles
    ) throws(SettingsError) -> (ProviderKey, SettingOrigin)? {
        let variable = ProviderKey.variable(of: place.owner)
        if let text = environment[variable], !text.isEmpty {
            return try secret(text, place, .environment(variable: variable))
        }
        if let found = try fromCredentials(place, environment, files) { return found }
        return try fromFile(place, files)
    }

    private static func fromCredentials(
        _ place: Place, _ environment: [String: String], _ files: SystemFiles
    ) throws(SettingsError) -> (ProviderKey, SettingOrigin)? {
        guard let directory = environment["CREDENTIALS_DIRECTORY"], !directory.isEmpty else {
            return nil
        }
        let path = "\(directory)/\(place.owner)"
        // systemd answers for the mode of its own directory.
        switch files.read(path) {
        case .missing: return nil
        case .unreadable(let reason): throw place.unreadable(path, reason)
        case .bytes(let bytes, _):
            return try secret(
                String(decoding: bytes, as: UTF8.self), place, .file(path: path, line: 0))
        }
    }

    private static func fromFile(
        _ place: Place, _ files: SystemFiles
    ) throws(SettingsError) -> (ProviderKey, SettingOrigin)? {
        let path = place.file
        guard !path.isEmpty else { return nil }
        switch files.read(path) {
        case .missing where !path.contains("/"):
            // Perhaps the key itself was written there: then the path must not be told.
            throw place.problem(
                nil,
                "\(place.setting) names no file that there is;"
                    + " it takes the whole path of a file with the key, not the key")
        case .missing: throw place.unreadable(path, "there is no such file")
        case .unreadable(let reason): throw place.unreadable(path, reason)
        case .bytes(let bytes, let mode):
            guard mode & 0o077 == 0 else {
                throw place.problem(
                    .file(path: path, line: 0),
                    "\(place.title) can be read by others: chmod 600 \(path.printable)")
            }
            return try secret(
                String(decoding: bytes, as: UTF8.self), place, .file(path: path, line: 0))
        }
    }

    /// Trims `text`; no message says any of it.
    private static func secret(
        _ text: String, _ place: Place, _ origin: SettingOrigin
    ) throws(SettingsError) -> (ProviderKey, SettingOrigin) {
        let key = text.trimmed
        guard !key.isEmpty else {
            throw place.problem(
                origin,
                "\(place.title) is empty: put it into a file of mode 0600 and name that in"
                    + " \(place.setting), or set \(ProviderKey.variable(of: place.owner))")
        }
        let isRight =
            key.utf8.count <= 500 && (!place.isWord || key.utf8.allSatisfy { 0x21...0x7E ~= $0 })
        guard isRight, let secret = ProviderKey(key) else {
            throw place.problem(
                origin,
                "\(place.title) is not one \(place.isWord ? "word of plain characters" : "line"):"
                    + " put it there and nothing else")
        }
        guard !place.isWord || !key.contains("%") else {
            throw place.problem(
                origin,
                "\(place.title) is in its form for URLs, with percent signs:"
                    + " put the plain (\"decoded\") form there")
        }
        return (secret, origin)
    }
}
