import Database
import Domain

/// Stretches of time that their owner deleted; bounds included.
struct Deletions: Equatable {
    /// For so many days a deletion can be taken back, where no `keep_days` says otherwise.
    static let daysKept = 30

    /// In order, and none touching the next.
    private(set) var ranges: [ClosedRange<Timestamp>] = []

    init(_ ranges: [ClosedRange<Timestamp>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard let last = self.ranges.last, range.lowerBound <= last.upperBound else {
                self.ranges.append(range)
                continue
            }
            let end = max(last.upperBound, range.upperBound)
            self.ranges[self.ranges.count - 1] = last.lowerBound...end
        }
    }

    /// Those of a history.
    init(in database: Database) throws(DatabaseError) {
        let rows = try database.rows("SELECT from_time, to_time FROM deleted")
        self.init(
            rows.compactMap { row in
                guard let from = row[0].int64, let to = row[1].int64, from <= to else { return nil }
                return Timestamp(milliseconds: from)...Timestamp(milliseconds: to)
            })
    }

    func contains(_ time: Timestamp) -> Bool { ranges.contains { $0.contains(time) } }

    /// What of `range` is left without `hole`.
    static func parts(
        of range: ClosedRange<Timestamp>, without hole: ClosedRange<Timestamp>
    ) -> [ClosedRange<Timestamp>] {
        guard range.overlaps(hole) else { return [range] }
        var parts: [ClosedRange<Timestamp>] = []
        if range.lowerBound < hole.lowerBound {
            parts.append(range.lowerBound...hole.lowerBound.next(-1))
        }
        if range.upperBound > hole.upperBound {
            parts.append(hole.upperBound.next(1)...range.upperBound)
        }
        return parts
    }
}

/// Follows the points of a track past deletions: which of them stay, and where the line must not go on.
struct DeletionWalk {
    private var rest: ArraySlice<ClosedRange<Timestamp>>
    /// Something was left out since the last point that stayed.
    private var isCut = false

    init(_ deletions: Deletions) { rest = deletions.ranges[...] }

    /// Nil for a point that is deleted. Points come in the order of their times.
    mutating func pass(_ point: TrackPoint) -> TrackPoint? {
        while let next = rest.first, next.upperBound < point.time {
            rest = rest.dropFirst()
            isCut = true
        }
        if rest.first?.contains(point.time) == true { return nil }
        guard isCut else { return point }
        isCut = false
        var point = point
        point.startsSegment = true
        return point
    }
}

extension Timestamp {
    fileprivate func next(_ milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: self.milliseconds + milliseconds)
    }
}
