import Domain

/// Everything that is wrong with the settings, told at once; the program does not start with any of it.
package struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One fault: where it is, and a sentence with the reason and the remedy, never with a key of a provider.
    package struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// Nil where telling it could tell a key.
        package let origin: SettingOrigin?
        /// The setting's name; nil when a whole file is at fault.
        package let key: String?
        package let message: String

        package init(_ origin: SettingOrigin?, key: String? = nil, _ message: String) {
            self.origin = origin
            self.key = key
            self.message = message
        }

        package var description: String { origin.map { "\($0): \(message)" } ?? message }
    }

    package let problems: [Problem]

    package init(_ problems: [Problem]) { self.problems = problems }

    /// One line for each problem.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// Where a value was said.
package enum SettingOrigin: Hashable, Sendable, CustomStringConvertible {
    case builtIn
    /// Line from 1; 0 when the whole file is meant.
    case file(path: String, line: Int)
    case environment(variable: String)
    /// The option's name: `--set`, `--lang`.
    case commandLine(option: String)

    package var description: String {
        switch self {
        case .builtIn: "default"
        case .file(let path, 0): path.printable
        case .file(let path, let line): "\(path.printable):\(line)"
        case .environment(let variable): variable.printable
        case .commandLine(let option): option
        }
    }
}

/// A value as an error shows it: in quotes, printable, at most 40 characters.
func quoted(_ text: String) -> String {
    "\"\(String(text.prefix(40)).printable)\(text.count > 40 ? "…" : "")\""
}
