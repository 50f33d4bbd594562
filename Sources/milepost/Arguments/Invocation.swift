import Feed
import Wiring

/// A call of the program, read and checked against the table of commands.
struct Invocation: Sendable {
    let command: Command
    let operands: [String]
    /// What was given, in order; an option without a value has an empty one.
    let given: [(option: Option, value: String)]

    /// Whether `option` was given at all.
    func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

    /// The last value of `option`: a later one beats an earlier one.
    func text(_ option: Option) -> String? { given.last { $0.option == option }?.value }

    /// Every value of an option that may be repeated.
    func texts(_ option: Option) -> [String] {
        given.filter { $0.option == option }.map(\.value)
    }

    /// Nil when not given, or given as a word: `--speed max`.
    func number(_ option: Option) -> Double? { text(option).flatMap(Double.init) }

    func integer(_ option: Option) -> Int? { text(option).flatMap { Int($0) } }

    /// The operands as one text: `37.5547 126.9706`, `New York`.
    var operandText: String { operands.joined(separator: " ") }

    /// Everything given that is a setting: `--set` and the options that stand for one, in order.
    var settings: [SettingOverride] {
        given.flatMap { option, value -> [SettingOverride] in
            switch option {
            case .set: return [SettingOverride(assignment: value)]
            case .gpsd: return Self.settings(ofGpsd: value)
            default:
                return CommandTable.spec(of: option, in: command)?.setting.map {
                    [SettingOverride(key: $0, value: value, option: option.dashed)]
                } ?? []
            }
        }
    }
}

extension SettingOverride {
    /// Of `key=value`.
    init(assignment: some StringProtocol, option: Option = .set) {
        let parts = assignment.split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            key: String(parts[0]), value: String(parts.last ?? ""), option: option.dashed)
    }
}

extension Invocation {
    /// The option names the whole address: a port or device set elsewhere is of another gpsd.
    private static func settings(ofGpsd text: String) -> [SettingOverride] {
        guard let address = try? GpsdAddress(text) else { return [] }
        let values = [
            ("host", address.host), ("port", String(address.port)),
            ("device", address.device ?? ""),
        ]
        return values.map {
            SettingOverride(key: "gpsd.\($0)", value: $1, option: Option.gpsd.dashed)
        }
    }
}

/// What the arguments ask for.
enum Request: Sendable {
    case perform(Invocation)
    case help(HelpTopic)
    case document(Document)
    /// `withSources`: and where all that is shown comes from.
    case version(withSources: Bool)
}

/// What help is asked of.
enum HelpTopic: Sendable {
    /// The whole program.
    case overview
    /// Commands with the same first word: `config`.
    case group([CommandSpec])
    case command(CommandSpec)
}

/// A call that is not understood: what is wrong and what to write instead. The program ends with 64.
struct UsageError: Error, Hashable, CustomStringConvertible {
    let message: String
    /// The command whose help to look at, if one was recognised.
    var command: Command?

    /// One sentence, and where to read more.
    var description: String {
        let help = command.map { "help \($0.rawValue)" } ?? "help"
        return "\(message) (see `milepost \(help)`)"
    }
}
