/// What is made of the tables of commands and of settings for a system that the program is installed on.
enum Document: String, Sendable, CaseIterable {
    case man
    case manSettings = "man-settings"
    case bash, zsh, fish

    /// The whole file.
    var text: String {
        switch self {
        case .man: ManPage.text
        case .manSettings: SettingsManPage.text
        case .bash: BashCompletion.text
        case .zsh: ZshCompletion.text
        case .fish: FishCompletion.text
        }
    }
}
