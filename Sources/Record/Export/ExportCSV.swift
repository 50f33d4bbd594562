import Domain
import FoundationEssentials

/// RFC 4180 with one header: a row for each point of the track, `track`, and for each milepost.
///
/// The columns are the keys of the output, those of address and weather after `address_` and `weather_`.
struct ExportCSV: TrackEncoder {
    /// Columns of a point, and those that only a milepost has.
    private static let columns =
        "type,time,lat,lon,alt,speed,course,starts_segment,seq,changed".split(separator: ",")
    private static let parts: [(part: String, keys: [Substring])] = [
        (
            "address",
            ("label,country,country_code,state,county,city,district,street,house_number,postcode,"
                + "place_id,provider,distance_m").split(separator: ",")
        ),
        (
            "weather",
            ("condition,description,icon,temperature,feels_like,humidity,pressure,wind_speed,"
                + "wind_gust,wind_direction,clouds,visibility,rain_1h,snow_1h,sunrise,sunset,"
                + "observed_at,station,provider").split(separator: ",")
        ),
    ]

    /// What follows the columns of a point in its row.
    private let rest: String

    init() {
        let count = 2 + Self.parts.reduce(0) { $0 + $1.keys.count }
        rest = String(repeating: ",", count: count) + "\r\n"
    }

    func begin(_ text: inout ExportText) {
        let names =
            Self.columns.map(String.init)
            + Self.parts.flatMap { part, keys in keys.map { "\(part)_\($0)" } }
        text.add(names.joined(separator: ",") + "\r\n")
    }

    func end(_ text: inout ExportText) {}

    func add(_ milepost: ExportedMilepost, _ text: inout ExportText) {
        let record = milepost.record
        text.add("milepost,")
        text.add(milepost.time)
        text.add(",")
        text.add(degrees: record.lat)
        text.add(",")
        text.add(degrees: record.lon)
        text.add(",,,,,\(record.seq),\(record.changed.joined(separator: " "))")
        let json = (try? Schema.json(record)).flatMap(JSON.init)
        for (part, keys) in Self.parts {
            let members = json?[part]
            for key in keys {
                text.add(",")
                switch members?[String(key)] {
                case .number(let number): text.add(number)
                case .string(let words): text.add(field(words))
                default: break
                }
            }
        }
        text.add("\r\n")
    }

    func add(_ point: TrackPoint, _ text: inout ExportText) {
        text.add("track,")
        text.add(point.time)
        text.add(",")
        text.add(degrees: point.coordinate.latitude)
        text.add(",")
        text.add(degrees: point.coordinate.longitude)
        add(point.altitude, &text)
        add(point.speed, &text)
        add(point.course, &text)
        text.add(point.startsSegment ? ",true" : ",")
        text.add(rest)
    }

    private func add(_ value: Double?, _ text: inout ExportText) {
        text.add(",")
        if let value { text.add(value) }
    }

    /// Text on one line, quoted where it has to be.
    ///
    /// A spreadsheet takes what begins like a formula for one and runs it; an apostrophe before it says text.
    private func field(_ text: String) -> String {
        var field = text.printable
        if let first = field.first(where: { $0 != " " }), "=+-@".contains(first) {
            field = "'" + field
        }
        guard field.contains(where: { $0 == "," || $0 == "\"" }) else { return field }
        return "\"" + field.replacing("\"", with: "\"\"") + "\""
    }
}

extension JSON {
    fileprivate subscript(key: String) -> JSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }
}
