import Database
package import Domain
import FoundationEssentials

/// Reads a history, also while a daemon writes it; blocking.
///
/// It reads in chunks and holds none of them open: a reader that is slow must not keep the side file of the database
/// from being cut back.
package final class HistoryReader {
    /// Every time there is; what another program put beyond is not read.
    package static let always = Timestamp.writable

    private let database: Database
    private let deletions: Deletions
    private let zones: [PrivacyZone]

    /// What happened inside of `zones` is left out; `includingDeleted` reads as if nothing had been deleted.
    package init(
        path: String, includingDeleted: Bool = false, zones: [PrivacyZone] = []
    ) throws(HistoryError) {
        self.zones = zones
        (database, deletions) = try attempt { () throws(DatabaseError) in
            let database = try Database(readOnly: path)
            try database.run("PRAGMA busy_timeout = 2000")
            let version = try database.rows("PRAGMA user_version").first?.first?.int64 ?? 0
            guard version > 0 else {
                throw DatabaseError(
                    code: DatabaseError.notADatabase,
                    message: "\(path) is no history of milepost; name the right file in store.path")
            }
            guard version == HistoryTables.migrations.count else {
                throw DatabaseError(
                    code: 0,
                    message: "the history \(path) is of another version of milepost"
                        + " (\(version), this one knows \(HistoryTables.migrations.count));"
                        + " let the newer of the two run on it")
            }
            return (database, includingDeleted ? Deletions([]) : try Deletions(in: database))
        }
    }

    /// Whether something may be left out: a deletion or a private zone.
    package var leavesOut: Bool { !zones.isEmpty || !deletions.ranges.isEmpty }

    /// The points of the track in `range`, in the order of their times, without those that were deleted or are private.
    package func points(in range: ClosedRange<Timestamp>) -> PointCursor {
        PointCursor(
            reader: self, range: range, deletions: DeletionWalk(deletions), zones: ZoneWalk(zones))
    }

    /// The mileposts in `range`, in the order of their times; only with those of `parts` that changed there.
    package func mileposts(
        in range: ClosedRange<Timestamp>, parts: [Part] = Part.allCases
    ) -> MilepostCursor {
        MilepostCursor(reader: self, range: range, parts: parts)
    }

    /// The last address told at `time` or before it, which holds until another is told, or that there is none; nil where
    /// that was deleted or is private.
    package func address(at time: Timestamp) throws(HistoryError) -> Schema.Address? {
        try last("address", at: time, notBefore: Self.always.lowerBound)
    }

    /// The last weather told at `time`, or before it by no more than `age` seconds.
    package func weather(
        at time: Timestamp, age: Double
    ) throws(HistoryError) -> Schema.Weather? {
        try last("weather", at: time, notBefore: time.adding(seconds: -age))
    }

    /// For what its extensions ask.
    func read(_ sql: String) throws(HistoryError) -> [[SQLValue]] {
        try attempt { () throws(DatabaseError) in try database.rows(sql) }
    }

    private func last<Value: Decodable>(
        _ column: String, at time: Timestamp, notBefore: Timestamp
    ) throws(HistoryError) -> Value? {
        // Where the part failed nothing is known either, so what was told before no longer holds.
        let rows = try attempt { () throws(DatabaseError) in
            try database.rows(
                """
                SELECT \(column), lat, lon, time FROM milepost WHERE time BETWEEN ? AND ?
                    AND (\(column) IS NOT NULL OR instr(failures, '"part":"\(column)"') > 0)
                ORDER BY time DESC LIMIT 1
                """, [.integer(notBefore.milliseconds), .integer(time.milliseconds)])
        }
        guard let row = rows.first, let told = row[3].int64,
            !deletions.contains(Timestamp(milliseconds: told)),
            !isPrivate(row[1].double, row[2].double)
        else { return nil }
        return row[0].string.flatMap { decoded($0) }
    }

    fileprivate func isPrivate(_ latitude: Double?, _ longitude: Double?) -> Bool {
        guard !zones.isEmpty, let latitude, let longitude,
            let place = Coordinate(latitude: latitude, longitude: longitude)
        else { return false }
        return zones.contain(place)
    }

    /// Its ? is 1 for a reader to whom nothing is deleted.
    private static let isDeleted = """
        (0 = ? AND EXISTS (
            SELECT 1 FROM deleted WHERE milepost.time BETWEEN from_time AND to_time))
        """
}

extension HistoryReader {
    /// Rows of one read.
    private static let chunk = 4096

    fileprivate func points(
        from start: Timestamp, to end: Timestamp
    ) throws(HistoryError) -> [TrackPoint] {
        try attempt { () throws(DatabaseError) in
            var points: [TrackPoint] = []
            points.reserveCapacity(Self.chunk)
            try database.each(
                """
                SELECT time, lat, lon, alt, speed, course, starts_segment FROM track
                WHERE time BETWEEN ? AND ? ORDER BY time LIMIT \(Self.chunk)
                """, [.integer(start.milliseconds), .integer(end.milliseconds)]
            ) { row in
                if let point = TrackPoint(row) { points.append(point) }
            }
            return points
        }
    }

    fileprivate func head(
        from start: Timestamp, to end: Timestamp
    ) throws(HistoryError) -> TrackPoint? {
        try attempt { () throws(DatabaseError) in
            var point: TrackPoint?
            try database.each(
                """
                SELECT time, lat, lon, alt, speed, course, starts_segment FROM head
                WHERE time BETWEEN ? AND ?
                """, [.integer(start.milliseconds), .integer(end.milliseconds)]
            ) { point = TrackPoint($0) }
            return point
        }
    }

    fileprivate func mileposts(
        after position: MilepostCursor.Position, to end: Timestamp, parts: [Part]
    ) throws(HistoryError) -> [(MilepostCursor.Position, Schema.Milepost)] {
        let columns = Part.allCases.map { parts.contains($0) ? $0.rawValue : "NULL" }
        return try attempt { () throws(DatabaseError) in
            var mileposts: [(MilepostCursor.Position, Schema.Milepost)] = []
            try database.each(
                """
                SELECT time, lat, lon, seq, failures, \(columns.joined(separator: ", "))
                FROM milepost WHERE (time, lat, lon) > (?, ?, ?) AND time <= ?
                    AND NOT \(Self.isDeleted)
                ORDER BY time, lat, lon LIMIT 100
                """,
                [
                    .integer(position.time), .real(position.latitude), .real(position.longitude),
                    .integer(end.milliseconds), .integer(deletions.ranges.isEmpty ? 1 : 0),
                ]
            ) { row in
                let position = MilepostCursor.Position(
                    time: row.int64(0), latitude: row.double(1), longitude: row.double(2))
                mileposts.append((position, Schema.Milepost(row)))
            }
            return mileposts
        }
    }
}

/// Hands out the points of a track in chunks.
package struct PointCursor {
    let reader: HistoryReader
    let range: ClosedRange<Timestamp>
    private var deletions: DeletionWalk
    private var zones: ZoneWalk
    private var last: Timestamp?
    private var isOver = false

    init(
        reader: HistoryReader, range: ClosedRange<Timestamp>, deletions: DeletionWalk,
        zones: ZoneWalk
    ) {
        self.reader = reader
        self.range = range
        self.deletions = deletions
        self.zones = zones
    }

    /// Some of the next points; none at the end.
    package mutating func next() throws(HistoryError) -> [TrackPoint] {
        while !isOver {
            let points = try more().compactMap { deletions.pass($0).flatMap { zones.pass($0) } }
            if !points.isEmpty { return points }
        }
        return []
    }

    private mutating func more() throws(HistoryError) -> [TrackPoint] {
        let start = last.map { Timestamp(milliseconds: $0.milliseconds + 1) } ?? range.lowerBound
        guard start <= range.upperBound else {
            isOver = true
            return []
        }
        let points = try reader.points(from: start, to: range.upperBound)
        if let end = points.last {
            last = end.time
            return points
        }
        isOver = true
        return try reader.head(from: start, to: range.upperBound).map { [$0] } ?? []
    }
}

/// Hands out mileposts in chunks.
package struct MilepostCursor {
    struct Position {
        var time: Int64
        var latitude: Double
        var longitude: Double
    }

    let reader: HistoryReader
    private let end: Timestamp
    private let parts: [Part]
    private var position: Position

    init(reader: HistoryReader, range: ClosedRange<Timestamp>, parts: [Part]) {
        self.reader = reader
        end = range.upperBound
        self.parts = parts
        // Before every latitude.
        position = Position(time: range.lowerBound.milliseconds, latitude: -91, longitude: 0)
    }

    /// Some of the next ones; none at the end.
    package mutating func next() throws(HistoryError) -> [Schema.Milepost] {
        while true {
            let rows = try reader.mileposts(after: position, to: end, parts: parts)
            guard let last = rows.last else { return [] }
            position = last.0
            let told = rows.map(\.1).filter { !reader.isPrivate($0.lat, $0.lon) }
            if !told.isEmpty { return told }
        }
    }
}

extension TrackPoint {
    /// Nil for a place that is none.
    fileprivate init?(_ row: Row) {
        guard
            let coordinate = Coordinate(latitude: row.double(1), longitude: row.double(2))
        else { return nil }
        self.init(
            time: Timestamp(milliseconds: row.int64(0)), coordinate: coordinate,
            altitude: row[3].double, speed: row[4].double, course: row[5].double,
            startsSegment: row.int64(6) != 0)
    }
}

extension Schema.Milepost {
    fileprivate init(_ row: Row) {
        let parts = zip(Part.allCases, 5...7).filter { row[$0.1] != .null }
        self.init(
            seq: Int(clamping: row.int64(3)), time: Timestamp(milliseconds: row.int64(0)).rfc3339,
            lat: row.double(1), lon: row.double(2), changed: parts.map(\.0.rawValue),
            address: row[5].string.flatMap { decoded($0) },
            weather: row[6].string.flatMap { decoded($0) },
            forecast: row[7].string.flatMap { decoded($0) },
            failures: row[4].string.flatMap { decoded($0) })
    }
}

/// Nil for what another version wrote and this one cannot read.
private func decoded<Value: Decodable>(_ json: String) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(json.utf8))
}

private func attempt<Result>(
    _ body: () throws(DatabaseError) -> Result
) throws(HistoryError) -> Result {
    do throws(DatabaseError) { return try body() } catch { throw HistoryError(error) }
}
