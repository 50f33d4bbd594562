import Domain
import Record

/// The keys of one `[[log]]`, read like the rest but into a list.
package enum LogTable {
    package static let key = "log"

    /// One key of a `[[log]]`.
    package struct Field: Sendable {
        package let name: String
        package let type: SettingType
        package let summary: String
        /// As the file shows it.
        package let fallback: SettingValue
        /// Nil when the value of the whole program holds.
        let read: @Sendable (LogSettings) -> String?
        let write: @Sendable (inout LogSettings, String) -> Void
    }

    package static let fields: [Field] = [
        Field(
            name: "path", type: .path(emptyAllowed: false),
            summary: "The file, as an strftime pattern: \"/var/log/milepost/%Y-%m-%d.jsonl\"."
                + " \"-\" is standard output.",
            fallback: .text("-"), read: { $0.path }, write: { $0.path = $1 }),
        Field(
            name: "format", type: .choice(Format.allCases.map(\.rawValue)),
            summary:
                "Lines for a person, one JSON object a line, or a file with the track too: a table, or for maps."
                + " Standard output takes the first two.",
            fallback: .text("text"), read: { $0.format.rawValue },
            write: { if let format = Format(rawValue: $1) { $0.format = format } }),
        Field(
            name: "time_zone", type: .timeZone,
            summary: "For the pattern and the times of text: that of this machine, or a name.",
            fallback: .text("local"), read: { $0.timeZone }, write: { $0.timeZone = $1 }),
        Field(
            name: "language", type: .choice(Language.allCases.map(\.rawValue)),
            summary: "The language of this log, when it is not that of the rest.",
            fallback: .text("en"), read: { $0.language?.rawValue },
            write: { $0.language = Language(rawValue: $1) }),
        Field(
            name: "units", type: .choice(Units.allCases.map(\.rawValue)),
            summary: "The units of this log, when they are not those of the rest.",
            fallback: .text("metric"), read: { $0.units?.rawValue },
            write: { $0.units = Units(rawValue: $1) }),
        Field(
            name: "compress", type: .choice(["none", "gzip"]),
            summary: "What becomes of a file an hour after its pattern named the next one.",
            fallback: .text("none"), read: { $0.compresses ? "gzip" : "none" },
            write: { $0.compresses = $1 == "gzip" }),
    ]

    /// The logs of a list of tables, and what is wrong with them.
    static func read(
        _ node: TOMLNode, home: String?, _ origin: (Int) -> SettingOrigin
    ) -> ([LogSettings], [SettingsError.Problem]) {
        var logs: [LogSettings] = []
        var problems: [SettingsError.Problem] = []
        guard case .array(let items) = node.value else {
            let message = "log is a list of sections: write [[log]] and its keys below"
            return ([], [.init(origin(node.line), key: key, message)])
        }
        for item in items {
            guard case .table(let table) = item.value else {
                let message = "log must be a list of sections, not of \(item.kind)"
                problems.append(.init(origin(item.line), key: key, message))
                continue
            }
            var log = LogSettings()
            problems += fill(&log, table, home: home, origin)
            if logs.contains(where: { $0.path == log.path }) {
                let message = "two logs have the path \(quoted(log.path)); give each its own"
                problems.append(.init(origin(item.line), key: key, message))
            }
            if log.path == "-", log.format.isDocument {
                let message =
                    "log.format \(quoted(log.format.rawValue)) needs a file: give that log a path, or the format "
                    + "\"text\" or \"jsonl\""
                problems.append(.init(origin(item.line), key: key, message))
            }
            logs.append(log)
        }
        return (logs, problems)
    }

    private static func fill(
        _ log: inout LogSettings, _ table: [String: TOMLNode], home: String?,
        _ origin: (Int) -> SettingOrigin
    ) -> [SettingsError.Problem] {
        var problems: [SettingsError.Problem] = []
        for (name, node) in table.sorted(by: { ($0.value.line, $0.key) < ($1.value.line, $1.key) })
        {
            let place = origin(node.line)
            guard let field = fields.first(where: { $0.name == name }) else {
                let names = fields.map(\.name)
                let remedy =
                    SettingCheck.hint(nearestName(to: name, in: names))
                    ?? "it has \(names.joined(separator: ", "))"
                let message = "log.\(name.printable) is not a setting; \(remedy)"
                problems.append(.init(place, key: "log.\(name)", message))
                continue
            }
            switch SettingCheck.value(node, of: "log.\(name)", field.type, nil, home: home) {
            case .success(.text(let text)): field.write(&log, text)
            case .success: break
            case .failure(let complaint):
                problems.append(.init(place, key: "log.\(name)", complaint.message))
            }
        }
        return problems
    }
}
