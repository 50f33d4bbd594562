import Lookup
import Wiring

extension Session {
    /// `milepost config check`: reading the settings was the check; the keys are read too.
    func configCheck() throws -> ExitCode {
        let missing = try keys(of: settings).missing(for: settings)
        guard missing.isEmpty else {
            for provider in missing {
                say("milepost: \(provider) has no key: \(ProviderKey.remedy(for: provider))")
            }
            return .configuration
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
