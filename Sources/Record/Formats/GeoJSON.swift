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
        var text = ExportText()
        text.add("{\"type\":\"Feature\",\"geometry\":")
        let end = Position(point.coordinate, point.altitude)
        if let previous, !point.startsSegment {
            text.addLine(from: Position(previous.coordinate, previous.altitude), to: end)
        } else {
            text.addPoint(end)
        }
        text.add(",\"properties\":{\"type\":\"track\",\"time\":\"")
        text.add(point.time)
        text.add("\"")
        // Also here, as a line has heights only when both of its ends have one.
        text.add(",\"alt\":", point.altitude)
        text.add(",\"speed\":", point.speed)
        text.add(",\"course\":", point.course)
        text.add("}}\n")
        return text.take()
    }

    /// A fix or a milepost; nil for what has no place.
    package static func feature(_ event: Event) -> [UInt8]? {
        let fix: AcceptedFix
        switch event {
        case .fix(let accepted): fix = accepted
        case .milepost(let milepost): fix = milepost.fix
        case .track, .trackHead, .settled, .state, .rejected, .superseded, .summary: return nil
        }
        guard let record = try? Schema.record(event) else { return nil }
        var text = ExportText()
        text.add("{\"type\":\"Feature\",\"geometry\":")
        text.addPoint(Position(fix.coordinate, fix.fix.altitude))
        text.add(",\"properties\":")
        text.add(record.json)
        text.add("}\n")
        return text.take()
    }

    /// `line` as it stands after `last`, the line before it in the file.
    static func join(_ line: ArraySlice<UInt8>, after last: [UInt8]?) -> [UInt8] {
        (last == nil ? [] : [UInt8(ascii: ",")]) + line
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

extension ExportText {
    fileprivate mutating func addPoint(_ position: Position) {
        add("{\"type\":\"Point\",\"coordinates\":")
        add(position)
        add("}")
    }

    /// Cut where it crosses the antimeridian (section 3.1.9), as a reader would draw it round the Earth.
    fileprivate mutating func addLine(from start: Position, to end: Position) {
        var start = start
        var end = end
        if start.altitude == nil || end.altitude == nil {
            start.altitude = nil
            end.altitude = nil
        }
        guard abs(end.longitude - start.longitude) > 180 else {
            add("{\"type\":\"LineString\",\"coordinates\":")
            add(start, end)
            return add("}")
        }
        let side = start.longitude < 0 ? -180.0 : 180.0
        var cut = start.between(end, at: side)
        add("{\"type\":\"MultiLineString\",\"coordinates\":[")
        cut.longitude = side
        add(start, cut)
        add(",")
        cut.longitude = -side
        add(cut, end)
        add("]}")
    }

    private mutating func add(_ start: Position, _ end: Position) {
        add("[")
        add(start)
        add(",")
        add(end)
        add("]")
    }

    private mutating func add(_ position: Position) {
        add("[")
        add(degrees: position.longitude)
        add(",")
        add(degrees: position.latitude)
        add(",", position.altitude)
        add("]")
    }
}
