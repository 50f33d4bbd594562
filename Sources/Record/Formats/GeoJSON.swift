package import Domain
import FoundationEssentials

/// A FeatureCollection of RFC 7946, one Feature a line.
///
/// Fixes and mileposts are Points with the keys of the schema of the output as properties. The track is a Point where a
/// segment begins and from there a line to each further point, so that a file that ends anywhere shows all of it.
package enum GeoJSON {
    package static let head = "{\"type\":\"FeatureCollection\",\"features\":[\n"
    package static let tail = "]}"

    /// A point of the track: the way to it from `previous`, or only the place of one that starts a segment.
    package static func feature(_ point: TrackPoint, after previous: TrackPoint?) -> [UInt8] {
        var properties = "{\"type\":\"track\",\"time\":\"\(point.time.rfc3339)\""
        // Also here, as a line has heights only when both of its ends have one.
        let values = [("alt", point.altitude), ("speed", point.speed), ("course", point.course)]
        for case (let key, let value?) in values { properties += ",\"\(key)\":\(value.plain)" }
        let start = point.startsSegment ? nil : previous
        let end = Position(point.coordinate, point.altitude)
        let geometry =
            start.map { line(from: Position($0.coordinate, $0.altitude), to: end) }
            ?? Self.geometry("Point", end.json)
        return feature(geometry, properties + "}")
    }

    /// A fix or a milepost; nil for what has no place.
    package static func feature(_ event: Event) -> [UInt8]? {
        let fix: AcceptedFix
        switch event {
        case .fix(let accepted): fix = accepted
        case .milepost(let milepost): fix = milepost.fix
        case .track, .trackHead, .state, .rejected, .superseded, .summary: return nil
        }
        guard let record = try? Schema.record(event) else { return nil }
        let position = Position(fix.coordinate, fix.fix.altitude)
        return feature(
            geometry("Point", position.json), String(decoding: record.json, as: UTF8.self))
    }

    /// `line` as it stands after `last`, the line before it in the file.
    static func join(_ line: ArraySlice<UInt8>, after last: [UInt8]?) -> [UInt8] {
        (last == nil ? [] : [UInt8(ascii: ",")]) + line
    }

    private static func feature(_ geometry: String, _ properties: String) -> [UInt8] {
        Array(
            "{\"type\":\"Feature\",\"geometry\":\(geometry),\"properties\":\(properties)}\n".utf8)
    }

    private static func geometry(_ type: String, _ coordinates: String) -> String {
        "{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}"
    }

    /// Cut where it crosses the antimeridian (section 3.1.9), as a reader would draw it round the Earth.
    private static func line(from start: Position, to end: Position) -> String {
        var start = start
        var end = end
        if start.altitude == nil || end.altitude == nil {
            start.altitude = nil
            end.altitude = nil
        }
        guard abs(end.longitude - start.longitude) > 180 else {
            return geometry("LineString", "[\(start.json),\(end.json)]")
        }
        let side = start.longitude < 0 ? -180.0 : 180.0
        var cut = start.between(end, at: side)
        cut.longitude = side
        var other = cut
        other.longitude = -side
        return geometry(
            "MultiLineString", "[[\(start.json),\(cut.json)],[\(other.json),\(end.json)]]")
    }
}

/// Longitude, latitude and, where it is known, height.
private struct Position {
    var longitude: Double
    var latitude: Double
    var altitude: Double?

    init(_ coordinate: Coordinate, _ altitude: Double?) {
        longitude = coordinate.longitude
        latitude = coordinate.latitude
        self.altitude = altitude
    }

    var json: String {
        "[\(longitude.plain),\(latitude.plain)\(altitude.map { ",\($0.plain)" } ?? "")]"
    }

    /// Where the straight line to `end`, which lies beyond the antimeridian, meets it on this `side`.
    func between(_ end: Position, at side: Double) -> Position {
        let whole = end.longitude + 2 * side - longitude
        let part = whole == 0 ? 0 : (side - longitude) / whole
        var result = self
        result.latitude += (end.latitude - latitude) * part
        if let altitude, let other = end.altitude {
            result.altitude = altitude + (other - altitude) * part
        }
        return result
    }
}
