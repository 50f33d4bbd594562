import Domain
import Feed
import Wiring

/// Reads the arguments as GNU programs do, by the table of commands.
///
/// `--opt value` and `--opt=value`, options before and after operands, `--` ends the options, `-` is an operand, and so
/// is a negative number: no option begins with a digit.
struct Arguments {
    private var rest: ArraySlice<String>
    private let topic: HelpTopic
    private var words: [String] = []
    private var given: [(option: Option, value: String)] = []
    private var optionsEnded = false

    /// `arguments` without the program's name.
    static func read(_ arguments: [String]) throws(UsageError) -> Request {
        // The command decides which options there are, and may stand after some of them.
        var reader = Arguments(
            rest: arguments[...], topic: try topic(leadingWords(of: arguments)))
        return try reader.read()
    }

    private init(rest: ArraySlice<String>, topic: HelpTopic) {
        self.rest = rest
        self.topic = topic
    }

    private var command: Command? {
        if case .command(let spec) = topic { spec.command } else { nil }
    }

    private mutating func read() throws(UsageError) -> Request {
        while let argument = rest.popFirst() {
            if optionsEnded || Self.isOperand(argument) {
                words.append(argument)
            } else if argument == "--" {
                optionsEnded = true
            } else {
                try readOption(argument)
            }
        }
        return try request()
    }

    private func request() throws(UsageError) -> Request {
        if given.contains(where: { $0.option == .version }) {
            return .version(withSources: given.contains { $0.option == .verbose })
        }
        if given.contains(where: { $0.option == .help }) { return .help(topic) }
        switch topic {
        case .overview:
            throw UsageError(message: "no command is given; `milepost run` follows gpsd")
        case .group(let specs):
            let names = specs.map(\.command.rawValue)
            throw UsageError(message: "the command is one of \(names.joined(separator: ", "))")
        case .command(let spec):
            let operands = Array(words.dropFirst(spec.command.words.count))
            let invocation = Invocation(command: spec.command, operands: operands, given: given)
            try OperandRules(spec: spec).check(invocation)
            guard spec.command == .help else { return .perform(invocation) }
            let document = invocation.text(.as).flatMap(Document.init)
            return if let document { .document(document) } else { .help(try Self.topic(operands)) }
        }
    }

    private mutating func readOption(_ argument: String) throws(UsageError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        let options = CommandTable.options(of: command)
        guard
            let spec = options.first(where: {
                $0.option.dashed == name || $0.short.map { "-\($0)" } == argument
            })
        else { throw unknownOption(name, among: options) }
        let inline = parts.count > 1 ? String(parts[1]) : nil
        guard spec.value != .none else {
            guard inline == nil else { throw error("\(name) takes no value") }
            given.append((spec.option, ""))
            return
        }
        let value = if let inline { inline } else { try nextValue(of: spec) }
        if let wish = spec.value.wish(against: value) ?? Self.shape(of: spec.option, value) {
            throw error("\(name) takes \(wish), not \"\(String(value.prefix(80)).printable)\"")
        }
        given.append((spec.option, value))
    }

    private mutating func nextValue(of spec: OptionSpec) throws(UsageError) -> String {
        guard let next = rest.first, !next.hasPrefix("--") else {
            throw error("\(spec.option.dashed) needs a value: \(spec.value.placeholder)")
        }
        rest.removeFirst()
        return next
    }

    private func unknownOption(_ name: String, among options: [OptionSpec]) -> UsageError {
        let near = nearestName(to: name, in: options.map(\.option.dashed))
        let whose = command.map { " of `milepost \($0.rawValue)`" } ?? ""
        let hint = near.map { "; did you mean \($0)?" } ?? ""
        return error("\(String(name.prefix(80)).printable) is not an option\(whose)\(hint)")
    }

    private func error(_ message: String) -> UsageError {
        UsageError(message: message, command: command)
    }
}

extension Arguments {
    /// Operands are what does not begin with a dash, a lone dash, and negative numbers.
    static func isOperand(_ argument: String) -> Bool {
        guard argument.first == "-", argument != "-" else { return true }
        let second = argument.dropFirst().first
        return second.map { "0123456789.".contains($0) } ?? false
    }

    /// The words that may name the command, found before the options are understood.
    private static func leadingWords(of arguments: [String]) -> [String] {
        var words: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst(), argument != "--", words.count < 2 {
            if isOperand(argument) {
                words.append(argument)
            } else if valuedOptions.contains(argument) {
                // The value of an option before the command is not the command.
                rest = rest.dropFirst()
            }
        }
        return words
    }

    private static let valuedOptions = Set(
        (CommandOptions.global + CommandTable.all.flatMap(\.options))
            .filter { $0.value != .none }.map(\.option.dashed))

    /// What `words` begin with: one command, or the group of `config` alone.
    private static func topic(_ words: [String]) throws(UsageError) -> HelpTopic {
        guard let first = words.first else { return .overview }
        for name in [words.prefix(2).joined(separator: " "), first] {
            if let spec = Command(rawValue: name).flatMap({ CommandTable.byCommand[$0] }) {
                return .command(spec)
            }
        }
        let group = CommandTable.all.filter { $0.command.words.first == first }
        guard group.isEmpty else { return .group(group) }
        let near = nearestName(to: first, in: CommandTable.all.compactMap(\.command.words.first))
        let hint = near.map { "; did you mean \($0)?" } ?? ""
        throw UsageError(
            message: "\(String(first.prefix(80)).printable) is not a command\(hint)")
    }

    /// The rules of the two options whose value has parts of its own.
    private static func shape(of option: Option, _ value: String) -> String? {
        switch option {
        case .set where !value.contains("="): "KEY=VALUE, like gate.min_distance_m=200"
        case .gpsd where (try? GpsdAddress(value)) == nil:
            "HOST[:PORT[:DEVICE]], like localhost:2947:/dev/ttyACM0"
        default: nil
        }
    }
}
