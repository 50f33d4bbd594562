import Wiring

extension Session {
    /// `milepost config check`: reading the settings was the check; the keys are read too.
    ///
    /// A provider that will not be asked is no mistake, as another may answer in its place, but it is told.
    func configCheck() throws -> ExitCode {
        for unasked in Unasked.all(in: settings, keys: try keys(of: settings)) {
            say("milepost: warning: \(unasked.provider) \(unasked.reason)")
        }
        let files = loaded.files.isEmpty ? "No file is there" : loaded.files.joined(separator: ", ")
        try show("\(files): every setting is right.\n")
        return .done
    }

    /// `milepost config show`: what is in force and where it was set.
    func configShow() throws -> ExitCode {
        try show(SettingsText.show(loaded, keys: try keys(of: settings)))
        return .done
    }
}
