/// A completion for fish.
enum FishCompletion {
    static var text: String {
        let functions = """
            # fish completion for milepost, made by `milepost help --as fish`.

            function __milepost_command
                set -l command
                set -l awaited
                for word in (commandline -opc)[2..-1]
                    if test -n "$awaited"
                        set awaited
                        continue
                    end
                    switch "$command $word"
                        case \(CompletionWords.valued.map { "'* \($0)'" }.joined(separator: " "))
                            set awaited 1
                        case \(CompletionWords.commands.map { "' \($0.word)'" }.joined(separator: " "))
                            set command $word
                        case \(pairs)
                            set command "$command $word"
                    end
                end
                echo "$command"
            end

            function __milepost_is
                set -l command (__milepost_command)
                contains -- "$command" $argv
            end

            function __milepost_settings
                printf '%s\\n' \(settings)
            end

            complete -c milepost -f

            """
        let lines = words + CommandOptions.global.map(common) + CommandTable.all.flatMap(own)
        return functions + lines.joined(separator: "\n") + "\n"
    }

    private static var pairs: String {
        CompletionWords.groups.flatMap(\.specs).map { "'\($0.command.rawValue)'" }
            .joined(separator: " ")
    }

    private static var settings: String {
        let values = CompletionWords.choices.flatMap { choice in
            choice.values.map { "\(choice.key)=\($0)" }
        }
        return (CompletionWords.settings.map { "\($0)=" } + values).joined(separator: " ")
    }

    private static var words: [String] {
        let first = CompletionWords.commands.map { command in
            line(condition: ["", "help"], "-a \(command.word) \(description(command.summary))")
        }
        let second = CompletionWords.groups.flatMap { group in
            group.specs.map { spec in
                line(condition: [group.word], "-a \(spec.lastWord) \(description(spec.summary))")
            }
        }
        return first + second
            + [line(condition: CompletionWords.takingFiles.map(\.command.rawValue), "-F")]
    }

    /// An option of every command, but of those that have another one of its name.
    private static func common(_ spec: OptionSpec) -> String {
        let others = CommandTable.all.filter { $0.options.contains { $0.option == spec.option } }
        guard !others.isEmpty else { return "complete -c milepost \(option(spec))" }
        let names = others.map { "'\($0.command.rawValue)'" }.joined(separator: " ")
        return "complete -c milepost -n \"not __milepost_is \(names)\" \(option(spec))"
    }

    private static func own(of spec: CommandSpec) -> [String] {
        spec.options.map { line(condition: [spec.command.rawValue], option($0)) }
    }

    private static func line(condition: [String], _ rest: String) -> String {
        let names = condition.map { "'\($0)'" }.joined(separator: " ")
        return "complete -c milepost -n \"__milepost_is \(names)\" \(rest)"
    }

    private static func option(_ spec: OptionSpec) -> String {
        let short = spec.short.map { "-s \($0) " } ?? ""
        return
            "\(short)-l \(spec.option.rawValue) \(value(of: spec.value))\(description(spec.summary))"
    }

    private static func value(of value: OptionSpec.Value) -> String {
        switch value {
        case .none: ""
        case .file: "-r -F "
        case .settings: "-x -a '(__milepost_settings)' "
        default: value.words.isEmpty ? "-x " : "-x -a '\(value.words.joined(separator: " "))' "
        }
    }

    private static func description(_ text: String) -> String {
        let escaped = text.reduce(into: "") { text, character in
            if "\\'".contains(character) { text.append("\\") }
            text.append(character)
        }
        return "-d '\(escaped)'"
    }
}
