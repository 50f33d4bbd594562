import Database
package import Domain

/// Why a provider is left alone, by every process that uses the file.
package struct Hold: Hashable, Sendable {
    package var code: LookupFailure.Code
    package var until: Timestamp
    /// Digest of the settings that were refused; nil for a pause, which does not depend on them.
    package var settings: Int64?

    package init(code: LookupFailure.Code, until: Timestamp, settings: Int64? = nil) {
        self.code = code
        self.until = until
        self.settings = settings
    }
}

/// When providers may be asked again: their rules are for all processes of a machine, and outlive each of them.
///
/// What was written in the future, before a step of the clock, does not count.
extension LookupCache {
    /// Seconds for which a hold may last: no service is believed for longer.
    static let longestHold = 86_400.0

    /// Takes the next turn and gives 0; when that is not yet, takes none and gives the seconds to wait before asking again.
    ///
    /// A turn that is taken early would be lost when its request is given up.
    package func takeTurn(of provider: String, spacing: Double) -> Double? {
        let time = now().milliseconds
        let gap = Int64((spacing * 1000).rounded(.up))
        return attempt { database throws(DatabaseError) -> Double in
            try database.transaction { () throws(DatabaseError) -> Double in
                let sent = try database.rows(
                    """
                    SELECT last_sent FROM manners
                    WHERE provider = ? AND last_sent <= ? AND last_sent > ?
                    """, [.text(provider), .integer(time), .integer(time - gap)])
                if let last = sent.first?[0].int64 { return Double(last + gap - time) / 1000 }
                try database.run(
                    """
                    INSERT INTO manners (provider, last_sent) VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET last_sent = excluded.last_sent
                    """, [.text(provider), .integer(time)])
                return 0
            }
        }
    }

    /// What keeps `provider` from being asked now.
    package func hold(on provider: String) -> Hold? {
        let time = now()
        let rows = attempt { database throws(DatabaseError) in
            try database.rows(
                """
                SELECT code, held_until, settings FROM manners
                WHERE provider = ? AND held_at <= ? AND held_until > ? AND held_until <= ?
                """,
                [
                    .text(provider), .integer(time.milliseconds), .integer(time.milliseconds),
                    .integer(time.adding(seconds: Self.longestHold).milliseconds),
                ])
        }
        guard let row = rows?.first, let until = row[1].int64,
            let code = row[0].string.flatMap(LookupFailure.Code.init)
        else { return nil }
        return Hold(code: code, until: Timestamp(milliseconds: until), settings: row[2].int64)
    }

    /// Keeps `provider` from being asked, in place of an earlier hold.
    package func hold(_ provider: String, _ hold: Hold) {
        attempt { database throws(DatabaseError) in
            try database.run(
                """
                INSERT INTO manners (provider, held_at, held_until, code, settings)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET held_at = excluded.held_at,
                    held_until = excluded.held_until, code = excluded.code,
                    settings = excluded.settings
                """,
                [
                    .text(provider), .integer(now().milliseconds),
                    .integer(hold.until.milliseconds), .text(hold.code.rawValue),
                    SQLValue(hold.settings),
                ])
        }
    }

    /// Lets a provider that refused be asked again, as its owner wants it.
    package func forgetRefusal(of provider: String) {
        attempt { database throws(DatabaseError) in
            try database.run(
                "UPDATE manners SET held_until = NULL WHERE provider = ? AND code = ?",
                [.text(provider), .text(LookupFailure.Code.refused.rawValue)])
        }
    }
}
