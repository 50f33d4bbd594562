import Domain

/// Follows the points of a track past private zones: which of them are told, and where the line must not go on.
struct ZoneWalk {
    private let zones: [PrivacyZone]
    /// The last point that was told.
    private var last: TrackPoint?
    /// Something was left out since.
    private var isCut = false

    init(_ zones: [PrivacyZone]) { self.zones = zones }

    /// Nil for a point inside of a zone. Points come in the order of their times.
    mutating func pass(_ point: TrackPoint) -> TrackPoint? {
        guard !zones.isEmpty else { return point }
        guard !zones.contain(point.coordinate) else {
            isCut = true
            return nil
        }
        var point = point
        if isCut || last.map({ last in crosses(last, point) }) ?? false {
            point.startsSegment = true
        }
        isCut = false
        last = point
        return point
    }

    /// A line that is drawn through would show the way inside.
    private func crosses(_ a: TrackPoint, _ b: TrackPoint) -> Bool {
        zones.contains { $0.isCrossed(from: a.coordinate, to: b.coordinate) }
    }
}
