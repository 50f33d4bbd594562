package import Domain
import FoundationEssentials

/// GPX 1.1, so written that a file grows at its end only.
///
/// One track. Each point stays open for what is told after it: accepted fixes and mileposts are elements of the
/// namespace `urn:milepost:gpx:1` in its extensions, with place and time of their own, as a milepost may come when the
/// track has gone on. What comes before the first point stands in the extensions of the track. There are no `wpt`: the
/// schema wants all of them before the track, where nothing can be added later.
package enum GPX {
    package static let head = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Milepost" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:mp="urn:milepost:gpx:1">
        <trk><extensions>

        """

    /// A point, left open for the elements that belong to it; closed by `join` and `tail`.
    package static func point(_ point: TrackPoint) -> [UInt8] {
        var text = ExportText()
        text.add(point.startsSegment ? "<trkseg><trkpt lat=\"" : "<trkpt lat=\"")
        text.add(degrees: point.coordinate.latitude)
        text.add("\" lon=\"")
        text.add(longitude: point.coordinate.longitude)
        text.add("\">")
        // In the order of the schema.
        text.add("<ele>", point.altitude, "</ele>")
        text.add("<time>")
        text.add(point.time)
        text.add("</time><extensions>")
        text.add("<mp:speed>", point.speed, "</mp:speed>")
        text.add("<mp:course>", point.course, "</mp:course>")
        text.add("\n")
        return text.take()
    }

    /// A fix or a milepost as an element of extensions, with the keys of the schema of the output; nil for others.
    package static func element(_ event: Event) -> [UInt8]? {
        let name: String
        switch event {
        // Not `fix`: the core has one, and readers that look at local names would take it for that.
        case .fix: name = "accepted"
        case .milepost: name = "milepost"
        case .track, .trackHead, .settled, .state, .rejected, .superseded, .summary: return nil
        }
        guard let members = event.members else { return nil }
        return Array(element(name, members).utf8) + [UInt8(ascii: "\n")]
    }

    /// What is one value is an attribute, what has several keys an element of its own.
    private static func element(_ name: String, _ members: [String: JSON]) -> String {
        var attributes = ""
        var inner = ""
        for (key, value) in members.sorted(by: { $0.key < $1.key }) where key != "type" {
            switch value {
            case .object(let members): inner += element(key, members)
            case .array(let items):
                // Each of the `days` is a `day`.
                for case .object(let members) in items {
                    inner += element(String(key.dropLast()), members)
                }
                let words = items.compactMap(\.word)
                if !words.isEmpty { attributes += attribute(key, words.joined(separator: " ")) }
            default: attributes += value.word.map { attribute(key, $0) } ?? ""
            }
        }
        let start = "<mp:\(name)\(attributes)"
        return inner.isEmpty ? start + "/>" : "\(start)>\(inner)</mp:\(name)>"
    }

    private static func attribute(_ name: String, _ value: String) -> String {
        " \(name)=\"\(XML.escaped(value))\""
    }

    /// `line` as it stands after `last`, the line before it in the file.
    static func join(_ line: ArraySlice<UInt8>, after last: [UInt8]?) -> [UInt8] {
        let isInPoint = isInPoint(last)
        let isSegment = line.starts(with: "<trkseg>".utf8)
        guard isSegment || line.starts(with: "<trkpt".utf8) else {
            return Array((isInPoint ? inPoint : inTrack).utf8) + line
        }
        let closing = isInPoint ? "</extensions></trkpt>" : "</extensions>"
        let between = isSegment ? (isInPoint ? "</trkseg>" : "") : (isInPoint ? "" : "<trkseg>")
        return Array((closing + between).utf8) + line
    }

    /// What closes a document whose last line is `last`.
    static func tail(after last: [UInt8]?) -> [UInt8] {
        Array(
            (isInPoint(last)
                ? "</extensions></trkpt></trkseg></trk></gpx>" : "</extensions></trk></gpx>").utf8)
    }

    // The indentation of an element tells a later run where it stands.
    private static let inTrack = "  "
    private static let inPoint = "    "

    private static func isInPoint(_ last: [UInt8]?) -> Bool {
        last.map { $0.starts(with: "</".utf8) || $0.starts(with: inPoint.utf8) } ?? false
    }
}

extension JSON {
    /// A single value as text.
    fileprivate var word: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.plain
        case .bool(let bool): bool ? "true" : "false"
        case .null, .array, .object: nil
        }
    }
}

extension Event {
    /// The keys and values that the output has for it.
    var members: [String: JSON]? {
        guard let record = try? Schema.record(self), case .object(let members)? = JSON(record.json)
        else { return nil }
        return members
    }
}
