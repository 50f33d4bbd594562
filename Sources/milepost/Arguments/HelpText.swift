import Wiring

/// Help made of the table of commands, at most 100 columns wide.
enum HelpText {
    private static let width = 100

    static let introduction =
        "Turns a GPS receiver into a log that knows where it is: follows gpsd, decides which fixes"
        + " matter, and looks up address and weather for each."

    /// What `milepost help …` prints.
    static func help(_ topic: HelpTopic) -> String {
        switch topic {
        case .overview: overview
        case .group(let specs): text(["Commands:"] + list(specs))
        case .command(let spec): help(for: spec)
        }
    }

    private static func list(_ specs: [CommandSpec]) -> [String] {
        columns(specs.map { ($0.command.rawValue, $0.summary) })
    }

    private static var overview: String {
        var lines = ["Usage: milepost [OPTION]... COMMAND", ""]
        lines += wrap(introduction, width: width)
        lines += ["", "Commands:"] + list(CommandTable.all)
        lines += ["", "Options of every command:"] + options(CommandOptions.global)
        lines += ["", "`milepost help COMMAND` tells more of one."]
        return text(lines)
    }

    private static func help(for spec: CommandSpec) -> String {
        let name = "milepost \(spec.command.rawValue)"
        var lines = zip(spec.usages, spec.usages.indices).map { usage, index in
            "\(index == 0 ? "Usage:" : "      ") \(name) \(usage)"
        }
        lines += ["", spec.summary + "."]
        for paragraph in spec.details { lines += [""] + wrap(paragraph, width: width) }
        if !spec.options.isEmpty { lines += ["", "Options:"] + options(spec.options) }
        lines +=
            ["", "Options of every command:"] + options(CommandTable.common(with: spec.options))
        lines +=
            ["", "Exit codes:"] + columns(spec.exits.map { (String($0.rawValue), $0.meaning) })
        if !spec.examples.isEmpty {
            lines += ["", "Examples:"]
            lines += columns(spec.examples.map { ("milepost \($0.call)", $0.purpose) })
        }
        return text(lines)
    }

    private static func options(_ specs: [OptionSpec]) -> [String] {
        columns(
            specs.map { spec in
                let short = spec.short.map { "-\($0), " } ?? "    "
                let value = spec.value == .none ? "" : " \(spec.value.placeholder)"
                return (short + spec.option.dashed + value, spec.summary)
            })
    }

    /// Rows of a name and a text; a text that does not fit goes on below itself.
    private static func columns(_ rows: [(name: String, text: String)]) -> [String] {
        // One long name does not push every text to the right.
        let start = 4 + (rows.map(\.name.count).filter { $0 <= 36 }.max() ?? 0)
        return rows.flatMap { row -> [String] in
            let lines = wrap(row.text, width: width - start)
            let name = "  \(row.name)"
            let indent = String(repeating: " ", count: start)
            guard name.count + 2 <= start, let first = lines.first else {
                return [name] + lines.map { indent + $0 }
            }
            let gap = String(repeating: " ", count: start - name.count)
            return [name + gap + first] + lines.dropFirst().map { indent + $0 }
        }
    }

    private static func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}
