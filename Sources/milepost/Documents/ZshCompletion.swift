/// A completion for zsh, with its `_arguments`.
enum ZshCompletion {
    static var text: String {
        """
        #compdef milepost
        # zsh completion for milepost, made by `milepost help --as zsh`.

        _milepost_settings() {
            if compset -P '*='; then
                case ${${IPREFIX%=}##*=} in
        \(lines(choices, indent: 12))
                esac
            else
                compadd -S = -- \(CompletionWords.settings.joined(separator: " "))
            fi
        }

        _milepost_commands() {
            local -a commands=(
        \(lines(described(CompletionWords.commands), indent: 8))
            )
            _describe -t commands command commands
        }

        _milepost() {
            local curcontext=$curcontext state state_descr line command
            local -A opt_args
            local -a common=(
        \(lines(CommandOptions.global.flatMap(specs), indent: 8))
            )
            _arguments -C $common '(-): :->command' '(-)*:: :->rest' && return 0
            if [[ $state == command ]]; then
                _milepost_commands
                return
            fi
            [[ $state == rest ]] || return 1
            command=$words[1]
            case "$words[1] $words[2]" in
                \(pairs))
                    # The second word of the command too, once it is whole.
                    if ((CURRENT > 2)); then
                        command+=" $words[2]"
                        shift words
                        ((CURRENT--))
                    fi
                    ;;
            esac
            case $command in
        \(lines(CommandTable.all.flatMap(arguments) + groups, indent: 8))
            esac
        }

        # Loaded by a shell that completes, or read by one directly.
        if [[ $funcstack[1] == _milepost ]]; then
            _milepost "$@"
        else
            compdef _milepost milepost
        fi

        """
    }

    private static var choices: [String] {
        CompletionWords.choices.map {
            "\($0.key)) compadd -- \($0.values.joined(separator: " ")) ;;"
        }
    }

    private static var pairs: String {
        CompletionWords.groups.flatMap(\.specs).map { quoted($0.command.rawValue) }
            .joined(separator: " | ")
    }

    /// What follows the words of a command.
    private static func arguments(of spec: CommandSpec) -> [String] {
        var operands: [String] = []
        if spec.operands.areFiles {
            operands = ["'*:\(spec.operands.placeholder):_files'"]
        } else if spec.command == .help {
            operands = ["'1: :_milepost_commands'"]
        } else if let group = CompletionWords.groups.first(where: {
            $0.word == spec.command.rawValue
        }) {
            operands = [seconds(group.specs)]
        }
        // What takes the place of an option of all commands.
        let replaced = spec.options.map(\.option).filter { option in
            CommandOptions.global.contains { $0.option == option }
        }
        let common =
            replaced.isEmpty
            ? "$common" : "${common:#(\(replaced.map(\.dashed).joined(separator: "|")))*}"
        let all = spec.options.flatMap(specs) + operands
        return ["\(quoted(spec.command.rawValue)))", "    _arguments \(common) \\"]
            + all.map { "        \($0) \\" } + ["        && return 0", "    ;;"]
    }

    /// Groups that are no command by themselves.
    private static var groups: [String] {
        CompletionWords.groups.filter { Command(rawValue: $0.word) == nil }.map {
            "\($0.word)) _arguments $common \(seconds($0.specs)) ;;"
        }
    }

    private static func seconds(_ specs: [CommandSpec]) -> String {
        let words = specs.map { "\($0.lastWord)\\:\"\(escaped($0.summary))\"" }
        return quoted("1: :((\(words.joined(separator: " "))))")
    }

    /// One for each way of writing it.
    private static func specs(of spec: OptionSpec) -> [String] {
        let long = spec.option.dashed
        let text = "[\(escaped(spec.summary))]"
        guard spec.value != .none else {
            guard let short = spec.short else { return [quoted("\(long)\(text)")] }
            let both = "(-\(short) \(long))"
            return [quoted("\(both)-\(short)\(text)"), quoted("\(both)\(long)\(text)")]
        }
        let placeholder = escaped(spec.value.placeholder)
        let repeats = spec.repeats ? "*" : ""
        return [quoted("\(repeats)\(long)=\(text):\(placeholder):\(action(of: spec.value))")]
    }

    private static func action(of value: OptionSpec.Value) -> String {
        switch value {
        case .file: "_files"
        case .settings: "_milepost_settings"
        default: value.words.isEmpty ? " " : "(\(value.words.joined(separator: " ")))"
        }
    }

    private static func described(_ words: [(word: String, summary: String)]) -> [String] {
        words.map { quoted("\($0.word):\(escaped($0.summary))") }
    }

    /// For a description between brackets or colons.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            if "\\[]:".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }

    private static func lines(_ lines: [String], indent: Int) -> String {
        lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }
}
