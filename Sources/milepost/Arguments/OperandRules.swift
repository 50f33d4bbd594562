import Domain

/// Whether the operands fit the command and its options.
struct OperandRules {
    let spec: CommandSpec

    func check(_ invocation: Invocation) throws(UsageError) {
        let operands = invocation.operands
        let replacing = spec.options.filter { $0.replacesOperands && invocation.has($0.option) }
        guard let first = replacing.first else {
            return try checkCount(operands)
        }
        if replacing.count > 1 {
            throw error(
                "\(first.option.dashed) and \(replacing[1].option.dashed) exclude each other")
        }
        if let operand = operands.first {
            let shown = String(operand.prefix(80)).printable
            throw error("\(first.option.dashed) takes the place of \"\(shown)\": leave one out")
        }
    }

    private func checkCount(_ operands: [String]) throws(UsageError) {
        let rule = spec.operands
        if operands.count < rule.count.lowerBound {
            throw error("`milepost \(spec.command.rawValue)` needs \(rule.placeholder)")
        }
        if operands.count > rule.count.upperBound {
            let operand = String(operands[rule.count.upperBound].prefix(80))
            throw error("\"\(operand.printable)\" is too much")
        }
    }

    private func error(_ message: String) -> UsageError {
        UsageError(message: message, command: spec.command)
    }
}

extension OptionSpec.Value {
    /// How help shows the value; empty for none.
    var placeholder: String {
        switch self {
        case .none: ""
        case .text(let name), .file(let name), .settings(let name), .integer(let name, _): name
        case .choice(let names): names.joined(separator: "|")
        case .number(let name, _, let words): (words + [name]).joined(separator: "|")
        }
    }

    /// Nil for a right value, else what would be right.
    func wish(against value: String) -> String? {
        switch self {
        case .none: nil
        case .text, .file, .settings: value.isEmpty ? "a text that is not empty" : nil
        case .choice(let names):
            names.contains(value) ? nil : "one of \(names.joined(separator: ", "))"
        case .integer(_, let range):
            Int(value).map(range.contains) == true
                ? nil : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(_, let range, let words):
            words.contains(value) || Double(value).map(range.contains) == true
                ? nil
                : (words + [
                    "a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
                ])
                .joined(separator: " or ")
        }
    }
}

extension Command {
    /// `config check` are two.
    var words: [String] { rawValue.split(separator: " ").map(String.init) }
}

extension CommandTable {
    /// The options of a command and those of every command; only the latter for nil.
    static func options(of command: Command?) -> [OptionSpec] {
        let own = command.flatMap { byCommand[$0]?.options } ?? []
        return own + common(with: own)
    }

    /// The options of every command, but those that `own` puts in place of one.
    static func common(with own: [OptionSpec]) -> [OptionSpec] {
        CommandOptions.global.filter { option in !own.contains { $0.option == option.option } }
    }

    static func spec(of option: Option, in command: Command) -> OptionSpec? {
        options(of: command).first { $0.option == option }
    }
}
