import Domain
import Record

/// The keys of one `[[log]]`.
package let logTable = SectionList<LogSettings>(
    key: "log",
    summary:
        "What `milepost run` writes, and where; one section for each. Setting any replaces the one"
        + " below, so repeat it to go on seeing lines.",
    fields: [
        .text(
            "path", .path(emptyAllowed: false), fallback: "-",
            "The file, as an strftime pattern: \"/var/log/milepost/%Y-%m-%d.jsonl\"."
                + " \"-\" is standard output.",
            read: { $0.path }, write: { $0.path = $1 }),
        .text(
            "format", .choice(Format.allCases.map(\.rawValue)), fallback: "text",
            "Lines for a person, one JSON object a line, or a file with the track too: a table, or for maps."
                + " Standard output takes the first two.",
            read: { $0.format.rawValue },
            write: { if let format = Format(rawValue: $1) { $0.format = format } }),
        .text(
            "time_zone", .timeZone, fallback: "local",
            "For the pattern and the times of text: that of this machine, or a name.",
            read: { $0.timeZone }, write: { $0.timeZone = $1 }),
        .text(
            "language", .choice(Language.allCases.map(\.rawValue)), fallback: "en",
            "The language of this log, when it is not that of the rest; addresses are asked for only once, in"
                + " that of the rest.",
            read: { $0.language?.rawValue }, write: { $0.language = Language(rawValue: $1) }),
        .text(
            "units", .choice(Units.allCases.map(\.rawValue)), fallback: "metric",
            "The units of this log, when they are not those of the rest.",
            read: { $0.units?.rawValue }, write: { $0.units = Units(rawValue: $1) }),
        .text(
            "compress", .choice(["none", "gzip"]), fallback: "none",
            "What becomes of a file an hour after its pattern named the next one.",
            read: { $0.compresses ? "gzip" : "none" }, write: { $0.compresses = $1 == "gzip" }),
    ],
    begin: { LogSettings() },
    fault: { log, others in
        if others.contains(where: { simplified($0.path) == simplified(log.path) }) {
            return "two logs have the path \(quoted(log.path)); give each its own"
        }
        do throws(RecordError) { _ = try PathPattern(log.path) } catch { return error.description }
        guard log.path == "-", log.format.isDocument else { return nil }
        return
            "log.format \(quoted(log.format.rawValue)) needs a file: give that log a path, or the format "
            + "\"text\" or \"jsonl\""
    })

extension SectionList<LogSettings>.Field {
    fileprivate static func text(
        _ name: String, _ type: SettingType, fallback: String, _ summary: String,
        read: @escaping @Sendable (LogSettings) -> String?,
        write: @escaping @Sendable (inout LogSettings, String) -> Void
    ) -> Self {
        Self(
            name: name, type: type, summary: summary, fallback: .text(fallback),
            read: { read($0).map(SettingValue.text) },
            write: { if case .text(let text) = $1 { write(&$0, text) } })
    }
}

/// A path without `.`, `..` and doubled slashes, so that two spellings of it are one.
func simplified(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
        if part == "..", let last = parts.last, last != ".." {
            parts.removeLast()
        } else {
            parts.append(part)
        }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
}
