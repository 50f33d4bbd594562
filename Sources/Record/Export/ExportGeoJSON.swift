import Domain

/// RFC 7946: a Point for each milepost with the keys of the output as properties, then a LineString for each segment
/// with the times of its positions as `coordTimes`.
struct ExportGeoJSON: TrackEncoder {
    private var pieces = LinePieces()
    private var hasFeature = false

    mutating func begin(_ text: inout ExportText) {
        text.add("{\"type\":\"FeatureCollection\",\"features\":[\n")
    }

    mutating func add(_ milepost: ExportedMilepost, _ text: inout ExportText) {
        guard let properties = try? Schema.json(milepost.record) else { return }
        separate(&text)
        text.add("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
        text.add(degrees: milepost.record.lon)
        text.add(",")
        text.add(degrees: milepost.record.lat)
        text.add("]},\"properties\":")
        text.add(properties)
        text.add("}")
    }

    mutating func add(_ point: TrackPoint, _ text: inout ExportText) {
        if let piece = pieces.add(point) { add(piece, &text) }
    }

    mutating func end(_ text: inout ExportText) {
        if let piece = pieces.finish() { add(piece, &text) }
        text.add("\n]}\n")
    }

    private mutating func separate(_ text: inout ExportText) {
        if hasFeature { text.add(",\n") }
        hasFeature = true
    }

    /// Cut where it crosses the antimeridian (section 3.1.9), as a reader would draw it round the Earth.
    private mutating func add(_ piece: [TrackPoint], _ text: inout ExportText) {
        var line: [TrackPoint] = []
        line.reserveCapacity(piece.count)
        for point in piece {
            if let last = line.last, let (end, start) = crossing(last, point) {
                add(line: line + [end], &text)
                line = [start]
            }
            line.append(point)
        }
        add(line: line, &text)
    }

    private mutating func add(line: [TrackPoint], _ text: inout ExportText) {
        separate(&text)
        text.add("{\"type\":\"Feature\",\"geometry\":{\"type\":")
        let isLine = line.count > 1
        text.add(isLine ? "\"LineString\",\"coordinates\":[" : "\"Point\",\"coordinates\":")
        // A line with heights at some of its positions is refused by readers.
        let hasHeights = line.allSatisfy { $0.altitude != nil }
        for (index, point) in line.enumerated() {
            if index > 0 { text.add(",") }
            text.add("[")
            text.add(degrees: point.coordinate.longitude)
            text.add(",")
            text.add(degrees: point.coordinate.latitude)
            if hasHeights { text.add(",", point.altitude) }
            text.add("]")
        }
        text.add(
            isLine
                ? "]},\"properties\":{\"type\":\"track\",\"coordTimes\":["
                : "},\"properties\":{\"type\":\"track\",\"time\":")
        for (index, point) in line.enumerated() {
            text.add(index > 0 ? ",\"" : "\"")
            text.add(point.time)
            text.add("\"")
        }
        text.add(isLine ? "]}}" : "}}")
    }

    /// Where the straight line between two points, the short way, meets the antimeridian: once on each side of it.
    private func crossing(_ a: TrackPoint, _ b: TrackPoint) -> (TrackPoint, TrackPoint)? {
        let (from, to) = (a.coordinate, b.coordinate)
        guard abs(to.longitude - from.longitude) > 180 else { return nil }
        let side = from.longitude < 0 ? -180.0 : 180.0
        let whole = to.longitude + 2 * side - from.longitude
        let part = whole == 0 ? 0 : (side - from.longitude) / whole
        let latitude = from.latitude + (to.latitude - from.latitude) * part
        guard let end = Coordinate(latitude: latitude, longitude: side),
            let start = Coordinate(latitude: latitude, longitude: -side)
        else { return nil }
        var point = a
        point.time = a.time.adding(seconds: b.time.seconds(since: a.time) * part)
        point.altitude = nil
        var (first, second) = (point, point)
        first.coordinate = end
        second.coordinate = start
        return (first, second)
    }
}
