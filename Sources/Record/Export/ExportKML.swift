import Domain

/// KML 2.2: a Placemark for each milepost, and one with a line and its time for each segment.
///
/// Lines lie on the ground, as a receiver's height may be below it; the heights are there.
struct ExportKML: TrackEncoder {
    private var pieces = LinePieces()

    mutating func begin(_ text: inout ExportText) {
        text.add(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Milepost</name>

            """)
    }

    mutating func add(_ milepost: ExportedMilepost, _ text: inout ExportText) {
        text.add("<Placemark>")
        if let label = milepost.label { text.add("<name>\(XML.escaped(label))</name>") }
        if let weather = milepost.weather {
            text.add("<description>\(XML.escaped(weather))</description>")
        }
        text.add("<TimeStamp><when>")
        text.add(milepost.time)
        text.add("</when></TimeStamp><Point><coordinates>")
        text.add(degrees: milepost.record.lon)
        text.add(",")
        text.add(degrees: milepost.record.lat)
        text.add("</coordinates></Point></Placemark>\n")
    }

    mutating func add(_ point: TrackPoint, _ text: inout ExportText) {
        if let piece = pieces.add(point) { add(piece, &text) }
    }

    mutating func end(_ text: inout ExportText) {
        if let piece = pieces.finish() { add(piece, &text) }
        text.add("</Document></kml>\n")
    }

    private func add(_ piece: [TrackPoint], _ text: inout ExportText) {
        guard let first = piece.first, let last = piece.last else { return }
        text.add("<Placemark><name>")
        text.add(first.time)
        text.add("</name><TimeSpan><begin>")
        text.add(first.time)
        text.add("</begin><end>")
        text.add(last.time)
        text.add("</end></TimeSpan>")
        let isLine = piece.count > 1
        text.add(
            isLine
                ? "<LineString><tessellate>1</tessellate><coordinates>\n" : "<Point><coordinates>")
        for point in piece {
            text.add(degrees: point.coordinate.longitude)
            text.add(",")
            text.add(degrees: point.coordinate.latitude)
            text.add(",", point.altitude)
            if isLine { text.add("\n") }
        }
        text.add(
            isLine
                ? "</coordinates></LineString></Placemark>\n"
                : "</coordinates></Point></Placemark>\n")
    }
}
