import Database
import Domain
import FoundationEssentials

/// Whole answers of services that say themselves how long an answer stands.
extension LookupCache {
    /// How many are kept: one for each cell of the last hours on the road, at most half a mebibyte each.
    package static let keptCapacity = 40

    /// Seconds after its end for which an answer may still be confirmed by the service.
    static let keptAfterEnd = 86_400.0

    /// The answer that was last kept for `url`, also when it has expired.
    package func kept(for url: String) -> KeptAnswer? {
        let rows = attempt { database throws(DatabaseError) in
            try database.rows(
                """
                SELECT body, content_type, last_modified, stored_at, expires_at FROM kept
                WHERE url = ?
                """, [.text(url)])
        }
        guard let row = rows?.first, let body = row[0].data, let stored = row[3].int64,
            let expires = row[4].int64
        else { return nil }
        return KeptAnswer(
            body: body, contentType: row[1].string, lastModified: row[2].string,
            storedAt: Timestamp(milliseconds: stored), expiresAt: Timestamp(milliseconds: expires))
    }

    /// Keeps `answer` in place of an older one to the same question.
    package func keep(_ answer: KeptAnswer, for url: String, of provider: String) {
        attempt { database throws(DatabaseError) in
            try database.transaction { () throws(DatabaseError) in
                try database.run(
                    """
                    INSERT OR REPLACE INTO kept (
                        url, provider, stored_at, expires_at, last_modified, content_type, body)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        .text(url), .text(provider), .integer(answer.storedAt.milliseconds),
                        .integer(answer.expiresAt.milliseconds), SQLValue(answer.lastModified),
                        SQLValue(answer.contentType), .blob(answer.body),
                    ])
                try database.run(
                    "DELETE FROM kept WHERE id <= (SELECT max(id) FROM kept) - ?",
                    [.integer(Int64(Self.keptCapacity))])
                let old = answer.storedAt.adding(seconds: -Self.keptAfterEnd)
                try database.run(
                    "DELETE FROM kept WHERE expires_at <= ?", [.integer(old.milliseconds)])
            }
        }
    }

    /// Writes the new times of an answer that was confirmed, but not its body again.
    package func renew(_ answer: KeptAnswer, for url: String) {
        attempt { database throws(DatabaseError) in
            try database.run(
                "UPDATE kept SET stored_at = ?, expires_at = ?, last_modified = ? WHERE url = ?",
                [
                    .integer(answer.storedAt.milliseconds),
                    .integer(answer.expiresAt.milliseconds), SQLValue(answer.lastModified),
                    .text(url),
                ])
        }
    }

    /// Drops what is kept of a provider whose answer turned out to be unreadable.
    package func forgetKept(of provider: String) {
        attempt { database throws(DatabaseError) in
            try database.run("DELETE FROM kept WHERE provider = ?", [.text(provider)])
        }
    }
}
