/// A completion for bash; needs nothing but bash.
enum BashCompletion {
    static var text: String {
        """
        # bash completion for milepost, made by `milepost help --as bash`.

        _milepost_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2"); }

        _milepost_files() {
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$1")
        }

        _milepost_settings() {
            compopt -o nospace
            _milepost_words "\(words(CompletionWords.settings.map { "\($0)=" }))" "$1"
        }

        _milepost() {
            local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
            local word command= awaited= options=
            COMPREPLY=()
            # Bash takes --option=value apart at the equals sign.
            if [[ $cur == = ]]; then
                cur=
            elif [[ $prev == = ]]; then
                prev=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            for word in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
                if [[ $word == = ]]; then
                    awaited=1
                elif [[ $awaited ]]; then
                    awaited=
                else
                    case "$command $word" in
                        \(alternatives(CompletionWords.valued.map { "*\" \($0)\"" }))) awaited=1 ;;
                        \(alternatives(commands))) command=$word ;;
                        \(alternatives(pairs))) command+=" $word" ;;
                    esac
                fi
            done

            case "$command:$prev" in
        \(lines(values, indent: 8))
            esac

            if [[ $cur == -* ]]; then
                case $command in
        \(lines(options, indent: 12))
                esac
                _milepost_words "$options" "$cur"
                return
            fi

            case $command in
        \(lines(operands, indent: 8))
            esac
        }

        complete -F _milepost milepost

        """
    }

    private static var commands: [String] {
        CompletionWords.commands.map { "\" \($0.word)\"" }
    }

    private static var pairs: [String] {
        CompletionWords.groups.flatMap { $0.specs.map { "\"\($0.command.rawValue)\"" } }
    }

    /// What may follow an option: that of a command before that of all, as it may take its place.
    private static var values: [String] {
        let own = CommandTable.all.flatMap { spec in
            spec.options.compactMap { value(of: $0, "\"\(spec.command.rawValue)\"") }
        }
        let settings = CompletionWords.choices.map {
            "*:\($0.key)) _milepost_words \"\(words($0.values))\" \"$cur\"; return ;;"
        }
        let help = CompletionWords.groups.map {
            "help:\($0.word)) _milepost_words \"\(words($0.specs.map(\.lastWord)))\" \"$cur\"; return ;;"
        }
        return own + CommandOptions.global.compactMap { value(of: $0, "*") } + settings + help
    }

    private static func value(of spec: OptionSpec, _ command: String) -> String? {
        let action: String
        switch spec.value {
        case .none: return nil
        case .file: action = "_milepost_files \"$cur\"; "
        case .settings: action = "_milepost_settings \"$cur\"; "
        case .text, .choice, .number, .integer:
            let known = spec.value.words
            action = known.isEmpty ? "" : "_milepost_words \"\(words(known))\" \"$cur\"; "
        }
        return "\(command):\(spec.option.dashed)) \(action)return ;;"
    }

    private static var options: [String] {
        let own = CommandTable.all.map { spec in
            "\"\(spec.command.rawValue)\") options=\"\(dashed(CommandTable.options(of: spec.command)))\" ;;"
        }
        return own + ["*) options=\"\(dashed(CommandOptions.global))\" ;;"]
    }

    private static func dashed(_ specs: [OptionSpec]) -> String {
        words(
            specs.flatMap { spec in (spec.short.map { ["-\($0)"] } ?? []) + [spec.option.dashed] }
        )
    }

    private static var operands: [String] {
        let first = words(CompletionWords.commands.map(\.word))
        let groups = CompletionWords.groups.map {
            "\($0.word)) _milepost_words \"\(words($0.specs.map(\.lastWord)))\" \"$cur\" ;;"
        }
        let files = alternatives(CompletionWords.takingFiles.map(\.command.rawValue))
        return ["'' | help) _milepost_words \"\(first)\" \"$cur\" ;;"] + groups
            + ["\(files)) _milepost_files \"$cur\" ;;"]
    }

    private static func words(_ words: [String]) -> String { words.joined(separator: " ") }

    private static func alternatives(_ patterns: [String]) -> String {
        patterns.joined(separator: " | ")
    }

    private static func lines(_ lines: [String], indent: Int) -> String {
        lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }
}
