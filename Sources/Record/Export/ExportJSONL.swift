import Domain

/// One JSON object a line: mileposts as in the output, and among them the points of the track, `"type":"track"`.
struct ExportJSONL: TrackEncoder {
    func begin(_ text: inout ExportText) {}
    func end(_ text: inout ExportText) {}

    func add(_ milepost: ExportedMilepost, _ text: inout ExportText) {
        guard let json = try? Schema.json(milepost.record) else { return }
        text.add(json)
        text.add("\n")
    }

    func add(_ point: TrackPoint, _ text: inout ExportText) {
        text.add("{\"type\":\"track\",\"time\":\"")
        text.add(point.time)
        text.add("\",\"lat\":")
        text.add(degrees: point.coordinate.latitude)
        text.add(",\"lon\":")
        text.add(degrees: point.coordinate.longitude)
        text.add(",\"alt\":", point.altitude)
        text.add(",\"speed\":", point.speed)
        text.add(",\"course\":", point.course)
        text.add(point.startsSegment ? ",\"starts_segment\":true}\n" : "}\n")
    }
}
