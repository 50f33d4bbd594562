package import Domain

/// RFC 4180 with one header: a row for each fix, milepost and point of the track.
///
/// The columns are the keys of the schema of the output, those of address and weather after `address_` and `weather_`.
/// Lists are words with spaces between; forecasts and failures are not in the table.
package enum CSV {
    /// Where a column's value stands in a record; the first nine are those of a point.
    private static let columns: [[String]] =
        [
            "type", "seq", "time", "lat", "lon", "alt", "speed", "course", "starts_segment",
            "accuracy", "climb", "mode", "sats", "source", "device", "reasons", "distance",
            "local_time", "time_zone", "changed",
        ].map { [$0] }
        + [
            "label", "country", "country_code", "state", "county", "city", "district", "street",
            "house_number", "postcode", "place_id", "provider", "distance_m",
        ].map { ["address", $0] }
        + [
            "condition", "description", "icon", "temperature", "feels_like", "humidity",
            "pressure", "wind_speed", "wind_gust", "wind_direction", "clouds", "visibility",
            "rain_1h", "snow_1h", "sunrise", "sunset", "observed_at", "station", "provider",
        ].map { ["weather", $0] }

    /// The first row, with its line end.
    package static let head =
        columns.map { $0.joined(separator: "_") }.joined(separator: ",") + "\r\n"

    /// A fix or a milepost; nil for other events.
    package static func row(_ event: Event) -> [UInt8]? {
        switch event {
        case .fix, .milepost: event.members.map(row)
        case .track, .trackHead, .settled, .state, .rejected, .superseded, .summary: nil
        }
    }

    /// A point of the track.
    package static func row(_ point: TrackPoint) -> [UInt8] {
        var text = ExportText()
        add(point, to: &text)
        return text.take()
    }

    static func add(_ point: TrackPoint, to text: inout ExportText) {
        text.add("track,,")
        text.add(point.time)
        text.add(",")
        text.add(degrees: point.coordinate.latitude)
        text.add(",")
        text.add(degrees: point.coordinate.longitude)
        for value in [point.altitude, point.speed, point.course] {
            text.add(",")
            text.add("", value)
        }
        text.add(point.startsSegment ? ",true" : ",")
        text.add(afterPoint)
    }

    /// The columns that a point has nothing for.
    private static let afterPoint = String(repeating: ",", count: columns.count - 9) + "\r\n"

    /// The keys and values of a record.
    static func row(_ members: [String: JSON]) -> [UInt8] {
        let fields = columns.map { path -> String in
            var value = members[path[0]]
            for key in path.dropFirst() {
                guard case .object(let members)? = value else { return "" }
                value = members[key]
            }
            return value.map(field) ?? ""
        }
        return Array(fields.joined(separator: ",").utf8) + Array("\r\n".utf8)
    }

    private static func field(_ value: JSON) -> String {
        switch value {
        case .null, .object: ""
        case .bool(let bool): bool ? "true" : "false"
        case .number(let number): number.plain
        case .string(let text): field(text)
        case .array(let items): items.map(field).joined(separator: " ")
        }
    }

    /// Text on one line, quoted where it has to be.
    ///
    /// A spreadsheet takes what begins like a formula for one and runs it; an apostrophe before it says text.
    static func field(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { line.append(scalar.isUnprintable ? " " : scalar) }
        var field = String(line)
        if let first = field.first(where: { $0 != " " }), "=+-@".contains(first) {
            field = "'" + field
        }
        guard field.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) else {
            return field
        }
        return "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
}
