import Wiring

/// What the completions of every shell are made of.
enum CompletionWords {
    /// The first words of the commands, each once.
    static let commands: [(word: String, summary: String)] = CommandTable.all.reduce(into: []) {
        words, spec in
        guard let first = spec.command.words.first, words.last?.word != first else { return }
        let isGroup = spec.command.words.count > 1
        words.append((first, isGroup ? "Look at the settings" : spec.summary))
    }

    /// The commands of two words by their first one.
    static let groups: [(word: String, specs: [CommandSpec])] = commands.compactMap { command in
        let specs = CommandTable.all.filter {
            $0.command.words.count > 1 && $0.command.words.first == command.word
        }
        return specs.isEmpty ? nil : (command.word, specs)
    }

    /// The options that another word follows, as they are typed.
    static let valued: [String] = unique(
        (CommandOptions.global + CommandTable.all.flatMap(\.options))
            .filter { $0.value != .none }.map(\.option.dashed))

    /// Commands whose operands are files.
    static let takingFiles = CommandTable.all.filter(\.operands.areFiles)

    static let settings = SettingsTable.all.map(\.key)

    /// The settings that have one of a few values, with these.
    static let choices: [(key: String, values: [String])] = SettingsTable.all.compactMap {
        if case .choice(let values) = $0.type { ($0.key, values) } else { nil }
    }

    private static func unique(_ words: [String]) -> [String] {
        words.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension OptionSpec.Value {
    /// The words that it can be, as far as they are known.
    var words: [String] {
        switch self {
        case .choice(let names), .number(_, _, let names): names
        case .none, .text, .file, .settings, .integer: []
        }
    }
}

extension CommandSpec {
    /// The last of its words: `check` of `config check`.
    var lastWord: String { command.words.last ?? "" }
}
