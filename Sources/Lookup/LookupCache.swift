package import Concurrency
import Database
package import Domain
import FoundationEssentials

/// What the lookups keep over restarts in SQLite: answers, at most `capacity` of them, the oldest dropped first; and
/// what its extensions add.
///
/// It helps and never hinders: whatever happens to its file, a question is then simply not known. An actor on a queue
/// of its own, as SQLite blocks. Two processes may use one file.
package actor LookupCache {
    private nonisolated let executor = QueueExecutor()
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private let path: String
    private let capacity: Int
    let now: @Sendable () -> Timestamp
    private let moment: @Sendable () -> Moment
    private let log: Log
    private var database: Database?
    private var isOpened = false
    /// When to try again to open the file; memory stands in for it until then.
    private var opensAgain: Moment?
    private var backoff: Backoff
    /// Requests that were counted and not yet written.
    var tally = RequestTally()

    /// Opens the file at its first use; nil keeps everything in memory.
    ///
    /// `moment` times the tries to open a file that cannot be opened, and `backoff` tells how often.
    package init(
        path: String?, capacity: Int = 50_000, now: @escaping @Sendable () -> Timestamp,
        moment: @escaping @Sendable () -> Moment = TimeSource.live.moment,
        backoff: Backoff = Backoff(base: 30, cap: 600), log: Log
    ) {
        self.path = path ?? Database.inMemory
        self.capacity = capacity
        self.now = now
        self.moment = moment
        self.backoff = backoff
        self.log = log
    }

    /// What was stored within its lifetime; an entry from the future, after a step of the clock, does not count.
    package func read(_ key: CacheKey) -> Cached? {
        let time = now().milliseconds
        let rows = attempt { database throws(DatabaseError) in
            try database.rows(
                """
                SELECT value, message FROM answers
                WHERE key = ? AND stored_at <= ? AND expires_at > ?
                """, [.text(key.text), .integer(time), .integer(time)])
        }
        guard let row = rows?.first else { return nil }
        if let message = row[1].string { return .nothing(message) }
        guard let json = row[0].data else { return nil }
        // What an older version wrote and this one cannot read is not known.
        return Found(json: json, part: key.part).map(Cached.found)
    }

    /// Stores an answer, or that there is none, from now on.
    package func write(_ key: CacheKey, _ cached: Cached) {
        let stored = now()
        let expires = stored.adding(seconds: cached.lifetime(of: key.part))
        let (value, message): (Data?, String?) =
            switch cached {
            case .found(let found): (found.json, nil)
            case .nothing(let message): (nil, message)
            }
        guard value != nil || message != nil else { return }
        attempt { [capacity] database throws(DatabaseError) in
            try database.transaction { () throws(DatabaseError) in
                try database.run(
                    """
                    INSERT OR REPLACE INTO answers (key, stored_at, expires_at, value, message)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                    [
                        .text(key.text), .integer(stored.milliseconds),
                        .integer(expires.milliseconds), SQLValue(value), SQLValue(message),
                    ])
                // Ids only grow, so this holds the bound whatever the clock does, without counting rows.
                try database.run(
                    "DELETE FROM answers WHERE id <= (SELECT max(id) FROM answers) - ?",
                    [.integer(Int64(capacity))])
                try database.run(
                    "DELETE FROM answers WHERE expires_at <= ?", [.integer(stored.milliseconds)])
            }
        }
    }

    private static let migrations = [
        """
        CREATE TABLE answers (
            id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, stored_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL, value BLOB, message TEXT)
        """,
        "CREATE INDEX answers_expiry ON answers (expires_at)",
        """
        CREATE TABLE kept (
            id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, provider TEXT NOT NULL,
            stored_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, last_modified TEXT,
            content_type TEXT, body BLOB NOT NULL)
        """,
        """
        CREATE TABLE requests (
            provider TEXT NOT NULL, host TEXT NOT NULL, hour INTEGER NOT NULL,
            count INTEGER NOT NULL, PRIMARY KEY (provider, host, hour)) WITHOUT ROWID
        """,
        """
        CREATE TABLE manners (
            provider TEXT PRIMARY KEY, last_sent INTEGER, held_at INTEGER, held_until INTEGER,
            code TEXT, settings INTEGER) WITHOUT ROWID
        """,
    ]

    /// Nil when the file failed; that is said, and nothing else comes of it.
    @discardableResult
    func attempt<Result>(
        _ body: (Database) throws(DatabaseError) -> Result
    ) -> Result? {
        open()
        guard let database else { return nil }
        do throws(DatabaseError) {
            let result = try body(database)
            if !isStandIn {
                log.recovered(Self.troubleKey, "the lookup cache \(path) works again")
            }
            return result
        } catch {
            if error.isDamage, path != Database.inMemory {
                replaceDamaged()
            } else {
                log(.warning, "\(error.message); lookups go on without it", key: Self.troubleKey)
            }
            return nil
        }
    }

    private static let troubleKey = "lookup cache"

    /// Memory is used in place of the file.
    var isStandIn: Bool { opensAgain != nil }

    private func open() {
        guard opensAgain.map({ $0 <= moment() }) ?? !isOpened else { return }
        isOpened = true
        do throws(DatabaseError) {
            let opened = try Database.opening(
                path: path, stamp: now().fileStamp, migrations: Self.migrations)
            database = opened.database
            opensAgain = nil
            backoff.reset()
            if let setAside = opened.setAside { sayDamaged(setAside) }
        } catch {
            useMemory(because: error)
        }
    }

    private func useMemory(because error: DatabaseError) {
        log(
            .warning,
            "\(error.message); answers are kept in memory only, and it is tried again later",
            key: Self.troubleKey)
        opensAgain = moment() + backoff.next()
        // What it holds already stays.
        guard database == nil else { return }
        database = try? Database(path: Database.inMemory, migrations: Self.migrations)
    }

    private func sayDamaged(_ setAside: String) {
        log(
            .warning,
            "the lookup cache \(path) was damaged; it is now \(setAside) and a new one was begun")
    }
}

extension LookupCache {
    /// A file that turns out damaged in use is put aside, and the next use begins a new one.
    private func replaceDamaged() {
        database = nil
        do throws(DatabaseError) {
            sayDamaged(try Database.setAside(path: path, stamp: now().fileStamp))
            isOpened = false
        } catch {
            useMemory(because: error)
        }
    }
}
