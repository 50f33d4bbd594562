import Domain

/// GPX 1.1: a waypoint for each milepost, then the track.
///
/// Speed and course are in the extension of Garmin that other programs read, as GPX has no place for them.
struct ExportGPX: TrackEncoder {
    private var isInTrack = false
    private var isInSegment = false

    mutating func begin(_ text: inout ExportText) {
        text.add(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Milepost" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">

            """)
    }

    mutating func add(_ milepost: ExportedMilepost, _ text: inout ExportText) {
        text.add("<wpt lat=\"")
        text.add(degrees: milepost.record.lat)
        text.add("\" lon=\"")
        text.add(longitude: milepost.record.lon)
        text.add("\"><time>")
        text.add(milepost.time)
        text.add("</time>")
        if let label = milepost.label { text.add("<name>\(XML.escaped(label))</name>") }
        if let weather = milepost.weather { text.add("<desc>\(XML.escaped(weather))</desc>") }
        text.add("</wpt>\n")
    }

    mutating func add(_ point: TrackPoint, _ text: inout ExportText) {
        if !isInTrack { text.add("<trk>\n") }
        if point.startsSegment || !isInSegment {
            text.add(isInSegment ? "</trkseg>\n<trkseg>\n" : "<trkseg>\n")
        }
        (isInTrack, isInSegment) = (true, true)
        text.add("<trkpt lat=\"")
        text.add(degrees: point.coordinate.latitude)
        text.add("\" lon=\"")
        text.add(longitude: point.coordinate.longitude)
        text.add("\">")
        text.add("<ele>", point.altitude, "</ele>")
        text.add("<time>")
        text.add(point.time)
        text.add("</time>")
        addMovement(point, &text)
        text.add("</trkpt>\n")
    }

    private func addMovement(_ point: TrackPoint, _ text: inout ExportText) {
        guard point.speed != nil || point.course != nil else { return }
        text.add("<extensions><gpxtpx:TrackPointExtension>")
        text.add("<gpxtpx:speed>", point.speed, "</gpxtpx:speed>")
        text.add("<gpxtpx:course>", point.course, "</gpxtpx:course>")
        text.add("</gpxtpx:TrackPointExtension></extensions>")
    }

    mutating func end(_ text: inout ExportText) {
        if isInSegment { text.add("</trkseg>\n") }
        if isInTrack { text.add("</trk>\n") }
        text.add("</gpx>\n")
    }
}
