import Wiring

/// A machine with these files and folders, and no others.
func files(
    _ texts: [String: String], mode: UInt32 = 0o644, folders: [String: SystemFiles.Access] = [:]
) -> SystemFiles {
    SystemFiles(
        read: { path in texts[path].map { .bytes(Array($0.utf8), mode: mode) } ?? .missing },
        access: { folders[$0] ?? .missing })
}

/// Loads one file given by `--config`.
func load(_ toml: String) throws -> LoadedSettings {
    try SettingsLoader(environment: [:], files: files(["x.toml": toml])).load(config: "x.toml")
}

/// The faults of one file given by `--config`, as the owner reads them.
func faults(in toml: String) -> [String] {
    faults { try load(toml) }
}

/// Each problem of the error that `body` throws.
func faults(_ body: () throws -> some Any) -> [String] {
    do {
        _ = try body()
        return []
    } catch let error as SettingsError {
        return error.problems.map(\.description)
    } catch {
        return ["\(error)"]
    }
}
