import Domain

/// Gathers the points of a line, in pieces that memory can hold; where a segment is longer, one begins where the last
/// ended.
struct LinePieces {
    private static let longest = 4096
    private var points: [TrackPoint] = []
    private var isContinued = false

    /// Gives the piece before `point` if that is done.
    mutating func add(_ point: TrackPoint) -> [TrackPoint]? {
        let isFull = points.count == Self.longest
        guard point.startsSegment || isFull else {
            points.append(point)
            return nil
        }
        let piece = finish()
        if isFull, !point.startsSegment, let last = piece?.last {
            points = [last]
            isContinued = true
        }
        points.append(point)
        return piece
    }

    /// The last piece.
    mutating func finish() -> [TrackPoint]? {
        defer {
            points.removeAll(keepingCapacity: true)
            isContinued = false
        }
        return points.count > (isContinued ? 1 : 0) ? points : nil
    }
}
