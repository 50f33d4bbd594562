import Domain
package import Lookup

/// The keys of the providers, each from the first place that has one.
package struct KeyStore: Sendable {
    private let keys: [String: (secret: ProviderKey, origin: SettingOrigin)]

    /// Looks at `MILEPOST_<PROVIDER>_KEY`, then `$CREDENTIALS_DIRECTORY/<provider>`, then `key_file`.
    ///
    /// What the process was given beats what a file names, as with every setting.
    package init(
        settings: Settings, environment: [String: String], files: SystemFiles
    ) throws(SettingsError) {
        var keys: [String: (ProviderKey, SettingOrigin)] = [:]
        var problems: [SettingsError.Problem] = []
        for provider in SettingsTable.keyedProviders.sorted() {
            do throws(SettingsError) {
                keys[provider] = try Self.key(
                    of: provider, settings[provider: provider].keyFile, environment, files)
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

    private static func key(
        of provider: String, _ keyFile: String, _ environment: [String: String],
        _ files: SystemFiles
    ) throws(SettingsError) -> (ProviderKey, SettingOrigin)? {
        let variable = ProviderKey.variable(of: provider)
        if let text = environment[variable], !text.isEmpty {
            return try secret(text, provider, .environment(variable: variable))
        }
        if let found = try fromCredentials(provider, environment, files) { return found }
        return try fromFile(provider, keyFile, files)
    }

    private static func fromCredentials(
        _ provider: String, _ environment: [String: String], _ files: SystemFiles
    ) throws(SettingsError) -> (ProviderKey, SettingOrigin)? {
        guard let directory = environment["CREDENTIALS_DIRECTORY"], !directory.isEmpty else {
            return nil
        }
        let path = "\(directory)/\(provider)"
        // systemd answers for the mode of its own directory.
        switch files.read(path) {
        case .missing: return nil
        case .unreadable(let reason): throw unreadable(provider, path, reason)
        case .bytes(let bytes, _):
            return try secret(
                String(decoding: bytes, as: UTF8.self), provider, .file(path: path, line: 0))
        }
    }

    private static func fromFile(
        _ provider: String, _ path: String, _ files: SystemFiles
    ) throws(SettingsError) -> (ProviderKey, SettingOrigin)? {
        guard !path.isEmpty else { return nil }
        switch files.read(path) {
        case .missing where !path.contains("/"):
            // Perhaps the key itself was written there: then the path must not be told.
            throw problem(
                provider, nil,
                "providers.\(provider).key_file names no file that there is;"
                    + " it takes the whole path of a file with the key, not the key")
        case .missing: throw unreadable(provider, path, "there is no such file")
        case .unreadable(let reason): throw unreadable(provider, path, reason)
        case .bytes(let bytes, let mode):
            guard mode & 0o077 == 0 else {
                throw problem(
                    provider, .file(path: path, line: 0),
                    "the key of \(provider) can be read by others: chmod 600 \(path.printable)")
            }
            return try secret(
                String(decoding: bytes, as: UTF8.self), provider, .file(path: path, line: 0))
        }
    }

    /// Trims `text`; no message says any of it.
    private static func secret(
        _ text: String, _ provider: String, _ origin: SettingOrigin
    ) throws(SettingsError) -> (ProviderKey, SettingOrigin) {
        let key = text.trimmed
        guard !key.isEmpty else {
            let remedy = ProviderKey.remedy(for: provider)
            throw problem(provider, origin, "the key of \(provider) is empty: \(remedy)")
        }
        guard key.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), key.utf8.count <= 500,
            let secret = ProviderKey(key)
        else {
            throw problem(
                provider, origin,
                "the key of \(provider) is not one word of plain characters:"
                    + " put the key there and nothing else")
        }
        guard !key.contains("%") else {
            throw problem(
                provider, origin,
                "the key of \(provider) is in its form for URLs, with percent signs:"
                    + " put the plain (\"decoded\") form there")
        }
        return (secret, origin)
    }

    private static func unreadable(
        _ provider: String, _ path: String, _ reason: String
    ) -> SettingsError {
        problem(
            provider, .file(path: path, line: 0),
            "the key of \(provider) cannot be read: \(reason); correct the path or its rights")
    }

    private static func problem(
        _ provider: String, _ origin: SettingOrigin?, _ message: String
    ) -> SettingsError {
        SettingsError([.init(origin, key: "providers.\(provider).key_file", message)])
    }
}
