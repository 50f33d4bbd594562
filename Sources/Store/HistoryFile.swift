import Database
import Domain
import FoundationEssentials

/// The history as one connection writes it; blocking.
final class HistoryFile {
    private let database: Database
    private let path: String
    private let identity: FileIdentity?

    /// Brings what was committed into the file itself; by SQLite's own means only a file in its place gets that at the end.
    func checkpoint() throws(DatabaseError) { try database.run("PRAGMA wal_checkpoint(TRUNCATE)") }

    /// False once the path leads to another file or to none.
    var isCurrent: Bool { identity != nil && FileIdentity(path) == identity }

    /// Opens or creates the file; `checks` has it read whole, and throws damage where it is not sound.
    ///
    /// `isLive` has a commit wait for the disk; a recording that a power cut takes out again can be imported again.
    init(path: String, isLive: Bool, checks: Bool) throws(DatabaseError) {
        database = try Database(
            path: path, worth: .irreplaceable, migrations: HistoryTables.migrations)
        self.path = path
        identity = FileIdentity(path)
        if !isLive { try database.run("PRAGMA synchronous = NORMAL") }
        // Damage is met here, before anything is written to the file, and not months later.
        guard checks else { return }
        let verdict = try database.rows("PRAGMA quick_check(1)").first?.first?.string
        guard verdict == "ok" else {
            throw DatabaseError(
                code: DatabaseError.notADatabase,
                message: "the database \(path) is damaged (\((verdict ?? "no answer").printable));"
                    + " `milepost run` sets it aside and begins another")
        }
    }

    /// What became of rows that were to be written.
    struct Outcome {
        /// They were there already.
        var known = HistoryCount()
        /// Points left out, as the history has another place at their times.
        var elsewhere = 0
        /// Points in a stretch that was deleted.
        var hidden = 0
    }

    /// Writes all of `pending` or nothing.
    ///
    /// `isLive` for what happens now: then `head` is kept for as long as no later point is.
    func write(_ pending: Pending, isLive: Bool) throws(DatabaseError) -> Outcome {
        try database.transaction { () throws(DatabaseError) in
            var outcome = Outcome()
            let deletions = isLive ? Deletions([]) : try Deletions(in: database)
            for point in pending.points {
                if try insert(point) == 0 {
                    if try has(point) { outcome.known.points += 1 } else { outcome.elsewhere += 1 }
                } else if deletions.contains(point.time) {
                    outcome.hidden += 1
                }
            }
            for fix in pending.fixes where try insert(fix) == 0 { outcome.known.fixes += 1 }
            for milepost in pending.mileposts { try insert(milepost) }
            for state in pending.states { try insert(state) }
            if isLive, let last = pending.points.last {
                try database.run(
                    "DELETE FROM head WHERE time <= ?", [.integer(last.time.milliseconds)])
            }
            if let head = pending.head, head.time > pending.points.last?.time ?? .distantPast {
                try database.run(
                    "INSERT OR REPLACE INTO head VALUES (1, ?, ?, ?, ?, ?, ?, ?)", values(head))
            }
            return outcome
        }
    }

    /// Makes the newest point of a run that was cut off one of the track; for the start.
    func adoptHead() throws(DatabaseError) {
        // Without one, a start writes nothing.
        guard try !database.rows("SELECT 1 FROM head").isEmpty else { return }
        try database.transaction { () throws(DatabaseError) in
            try database.run(
                """
                INSERT OR IGNORE INTO track
                SELECT time, lat, lon, alt, speed, course, starts_segment FROM head
                """)
            try database.run("DELETE FROM head")
        }
    }
}

extension HistoryFile {
    private func insert(_ point: TrackPoint) throws(DatabaseError) -> Int {
        try database.run("INSERT OR IGNORE INTO track VALUES (?, ?, ?, ?, ?, ?, ?)", values(point))
    }

    /// Whether the point of that time is this one.
    private func has(_ point: TrackPoint) throws(DatabaseError) -> Bool {
        try !database.rows(
            "SELECT 1 FROM track WHERE time = ? AND lat = ? AND lon = ?",
            Array(values(point).prefix(3))
        ).isEmpty
    }

    private func values(_ point: TrackPoint) -> [SQLValue] {
        [
            .integer(point.time.milliseconds), .real(point.coordinate.latitude),
            .real(point.coordinate.longitude), SQLValue(point.altitude), SQLValue(point.speed),
            SQLValue(point.course), .integer(point.startsSegment ? 1 : 0),
        ]
    }

    private func insert(_ accepted: AcceptedFix) throws(DatabaseError) -> Int {
        let fix = accepted.fix
        return try database.run(
            "INSERT OR IGNORE INTO fix VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(accepted.time.milliseconds), .real(accepted.coordinate.latitude),
                .real(accepted.coordinate.longitude), .integer(Int64(accepted.seq)),
                SQLValue(fix.altitude), SQLValue(accepted.accuracy), SQLValue(fix.speed),
                SQLValue(fix.course), SQLValue(fix.climb), .integer(Int64(fix.mode.rawValue)),
                SQLValue(fix.satellites.map(Int64.init)), .text(fix.source.rawValue),
                SQLValue(fix.device),
                .text(accepted.reasons.map(\.rawValue).joined(separator: " ")),
                SQLValue(accepted.distance), SQLValue(accepted.zone?.name),
            ])
    }

    /// A fix may be looked up again: a part that is told anew counts, one that is not stays.
    private func insert(_ milepost: Milepost) throws(DatabaseError) {
        let record = Schema.Milepost(milepost)
        try database.run(
            """
            INSERT INTO milepost VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET address = coalesce(excluded.address, address),
                weather = coalesce(excluded.weather, weather),
                forecast = coalesce(excluded.forecast, forecast), failures = excluded.failures
            """,
            [
                .integer(milepost.fix.time.milliseconds), .real(record.lat), .real(record.lon),
                .integer(Int64(record.seq)), json(record.address), json(record.weather),
                json(record.forecast), json(record.failures),
            ])
    }

    private func json(_ part: (some Encodable)?) -> SQLValue {
        SQLValue(part.flatMap { try? Schema.json($0) }.map { String(decoding: $0, as: UTF8.self) })
    }

    private func insert(_ change: StateChange) throws(DatabaseError) {
        try database.run(
            "INSERT OR REPLACE INTO state VALUES (?, ?, ?, ?)",
            [
                .integer(change.since.milliseconds), .text(change.mode.rawValue),
                .text(change.receiver.state.rawValue), SQLValue(change.receiver.detail),
            ])
    }
}

extension HistoryFile {
    /// Rows that are removed at once, and pages that are given back: so long others wait.
    private static let batch: Int64 = 5000

    /// Removes some of what is older than `keepDays` (0: nothing is) or was deleted long ago; true when there is more.
    func purge(keepDays: Int, wall: Timestamp) throws(DatabaseError) -> Bool {
        // A clock that runs ahead must not cost the history: it never counts past the newest point. Without a receiver
        // there are only fixes.
        guard
            let newest = try database.rows(
                "SELECT coalesce((SELECT max(time) FROM track), (SELECT max(time) FROM fix))"
            ).first?.first?.int64
        else { return false }
        let now = min(wall.milliseconds, newest)
        if keepDays > 0, try remove(Int64.min...now - Int64(keepDays) * 86_400_000) { return true }
        let oldest = now - Int64(keepDays > 0 ? keepDays : Deletions.daysKept) * 86_400_000
        for row in try database.rows(
            "SELECT id, from_time, to_time FROM deleted WHERE deleted_at <= ?", [.integer(oldest)])
        {
            guard let id = row[0].int64, let from = row[1].int64, let to = row[2].int64 else {
                continue
            }
            if from <= to, try remove(from...to) { return true }
            try database.run("DELETE FROM deleted WHERE id = ?", [.integer(id)])
        }
        let before = try freePages()
        guard before > 0 else { return false }
        try database.run("PRAGMA incremental_vacuum(\(Self.batch))")
        // None goes from a file that was once made anew without incremental vacuum.
        return try 1..<before ~= freePages()
    }

    /// True when there may be more.
    private func remove(_ times: ClosedRange<Int64>) throws(DatabaseError) -> Bool {
        let bounds: [SQLValue] = [.integer(times.lowerBound), .integer(times.upperBound)]
        for table in HistoryTables.timed {
            let count = try database.run(
                """
                DELETE FROM \(table) WHERE time BETWEEN ? AND coalesce((
                    SELECT time FROM \(table) WHERE time BETWEEN ? AND ? ORDER BY time
                    LIMIT 1 OFFSET \(Self.batch)), ?)
                """, [bounds[0]] + bounds + [bounds[1]])
            if count > Self.batch { return true }
        }
        return false
    }

    private func freePages() throws(DatabaseError) -> Int64 {
        try database.rows("PRAGMA freelist_count").first?.first?.int64 ?? 0
    }
}

extension Timestamp {
    static let distantPast = Timestamp(milliseconds: .min)
}
