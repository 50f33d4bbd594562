import Database
package import Domain

/// Lets the owner of a history delete stretches of it, and take that back until they are purged.
package struct HistoryEditor {
    private let database: Database

    /// `path` must be there.
    package init(path: String) throws(HistoryError) {
        do throws(DatabaseError) {
            database = try Database(
                path: path, worth: .irreplaceable, migrations: HistoryTables.migrations)
        } catch {
            throw HistoryError(error)
        }
    }

    /// Nothing of `range` is read any more; a later import does not bring it back either.
    package func delete(
        _ range: ClosedRange<Timestamp>, at wall: Timestamp
    ) throws(HistoryError) {
        try attempt { () throws(DatabaseError) in
            // A clock that is behind must not have it purged before its time.
            let newest = try database.rows("SELECT max(time) FROM track").first?.first?.int64
            try insert(range, at: max(wall.milliseconds, newest ?? .min))
        }
    }

    /// What was deleted of `range` is there again; false when nothing was.
    package func undelete(_ range: ClosedRange<Timestamp>) throws(HistoryError) -> Bool {
        try attempt { () throws(DatabaseError) in
            let rows = try database.rows(
                """
                SELECT id, from_time, to_time, deleted_at FROM deleted
                WHERE to_time >= ? AND from_time <= ?
                """,
                [
                    .integer(range.lowerBound.milliseconds),
                    .integer(range.upperBound.milliseconds),
                ])
            for row in rows {
                guard let from = row[1].int64, let to = row[2].int64, from <= to,
                    let deletedAt = row[3].int64
                else { continue }
                try database.run("DELETE FROM deleted WHERE id = ?", [row[0]])
                let deleted = Timestamp(milliseconds: from)...Timestamp(milliseconds: to)
                for part in Deletions.parts(of: deleted, without: range) {
                    try insert(part, at: deletedAt)
                }
            }
            return !rows.isEmpty
        }
    }

    private func insert(
        _ range: ClosedRange<Timestamp>, at time: Int64
    ) throws(DatabaseError) {
        try database.run(
            "INSERT INTO deleted (from_time, to_time, deleted_at) VALUES (?, ?, ?)",
            [
                .integer(range.lowerBound.milliseconds), .integer(range.upperBound.milliseconds),
                .integer(time),
            ])
    }

    private func attempt<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(HistoryError) -> Result {
        do throws(DatabaseError) {
            return try database.transaction(body)
        } catch {
            throw HistoryError(error)
        }
    }
}
