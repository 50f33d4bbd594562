import Database
import Domain
import FoundationEssentials

/// Messages that wait for the broker, in SQLite, in the order of their ids; blocking.
///
/// What cannot be written is kept in memory, at most `capacity` of it, and written as soon as it can be. The file is
/// bounded by number and by age, counted from the newest as the clock of the machine may be wrong; the oldest go first.
final class Outbox {
    struct Message: Hashable {
        let topic: String
        var payload: Data
        /// That of its fix.
        let time: Timestamp
    }

    /// What is kept in memory while the file cannot be written.
    static let capacity = 10_000
    private static let retryAfter = 10.0
    private static let day = 86_400.0
    private static let hoursCounted: Int64 = 48
    /// Ids of messages from before the file could be opened: above all that it can have.
    private static let unopened = Int64.max / 2

    private let path: String
    private let limit: Int
    private let days: Int
    private let time: TimeSource
    private let log: Log
    private var database: Database?
    private var unwritten: [Int64: Message] = [:]
    private var amended: [Int64: Data] = [:]
    private var removed: Set<Int64> = []
    private var lastID = Outbox.unopened
    private var triesAgain: Moment?
    /// Messages that wait.
    private(set) var count = 0

    init(path: String, limit: Int, days: Int, time: TimeSource, log: Log) {
        self.path = path
        self.limit = limit
        self.days = days
        self.time = time
        self.log = log
    }

    /// Opens the file, if it can be, so that what waits from earlier is known.
    func open() { attempt { _ in } }

    /// The id of a new message, which is on the disk after the next `commit`.
    func add(_ message: Message) -> Int64 {
        lastID += 1
        unwritten[lastID] = message
        count += 1
        return lastID
    }

    /// Other words for a message that still waits; on the disk after the next `commit`.
    func amend(_ id: Int64, _ payload: Data) {
        if unwritten[id] != nil { unwritten[id]?.payload = payload } else { amended[id] = payload }
    }

    /// Messages that arrived; gone from the disk after the next `commit`.
    func remove(_ ids: [Int64]) {
        for id in ids {
            if unwritten.removeValue(forKey: id) == nil { removed.insert(id) }
            amended[id] = nil
            count -= 1
        }
    }

    /// The time of the first one that waits.
    var oldest: Timestamp? { following(.min).flatMap { self[$0]?.time } }

    /// Writes all that changed, or keeps it for later.
    ///
    /// Waits for the disk when there are new messages, so that a power cut costs none; after one, a message that had
    /// just arrived may be sent once more.
    func commit() {
        guard !unwritten.isEmpty || !removed.isEmpty || !amended.isEmpty else { return }
        var trimmed = 0
        let isWritten = attempt { database throws(DatabaseError) in
            try database.run("PRAGMA synchronous = \(unwritten.isEmpty ? "NORMAL" : "FULL")")
            try database.transaction { () throws(DatabaseError) in
                for id in removed {
                    try database.run("DELETE FROM message WHERE id = ?", [.integer(id)])
                }
                for (id, payload) in amended {
                    try database.run(
                        "UPDATE message SET payload = ? WHERE id = ?",
                        [.blob(payload), .integer(id)])
                }
                for (id, message) in unwritten.sorted(by: { $0.key < $1.key }) {
                    try database.run(
                        "INSERT INTO message (id, topic, payload, time) VALUES (?, ?, ?, ?)",
                        [
                            .integer(id), .text(message.topic), .blob(message.payload),
                            .integer(message.time.milliseconds),
                        ])
                }
                if !removed.isEmpty { try count(sent: removed.count, database) }
                trimmed = try trim(database)
            }
        }
        if isWritten {
            unwritten = [:]
            amended = [:]
            removed = []
        }
        drop(trimmed + dropUnwritten())
    }

    /// The first waiting message after `id`.
    func following(_ id: Int64) -> Int64? {
        var next = unwritten.keys.filter { $0 > id }.min()
        attempt { database throws(DatabaseError) in
            var last = id
            while let found = try database.rows(
                "SELECT min(id) FROM message WHERE id > ?", [.integer(last)]
            ).first?.first?.int64 {
                last = found
                guard removed.contains(found) else { break }
            }
            if last != id, !removed.contains(last) { next = min(next ?? last, last) }
        }
        return next
    }

    subscript(_ id: Int64) -> Message? {
        if let message = unwritten[id] { return message }
        guard !removed.contains(id) else { return nil }
        var message: Message?
        attempt { database throws(DatabaseError) in
            let row = try database.rows(
                "SELECT topic, payload, time FROM message WHERE id = ?", [.integer(id)]
            ).first
            if let row, let topic = row[0].string, let payload = row[1].data,
                let milliseconds = row[2].int64
            {
                message = Message(
                    topic: topic, payload: amended[id] ?? payload,
                    time: Timestamp(milliseconds: milliseconds))
            }
        }
        return message
    }

    /// The last message of each topic.
    var newest: [Int64] {
        var byTopic: [String: Int64] = [:]
        attempt { database throws(DatabaseError) in
            for row in try database.rows("SELECT topic, max(id) FROM message GROUP BY topic") {
                if let topic = row[0].string, let id = row[1].int64, !removed.contains(id) {
                    byTopic[topic] = id
                }
            }
        }
        for (id, message) in unwritten {
            byTopic[message.topic] = max(byTopic[message.topic] ?? id, id)
        }
        return Array(byTopic.values)
    }
}

extension Outbox {
    private static let migrations = [
        """
        CREATE TABLE message (
            id INTEGER PRIMARY KEY, topic TEXT NOT NULL, payload BLOB NOT NULL,
            time INTEGER NOT NULL)
        """,
        "CREATE INDEX message_topic ON message (topic, id)",
        "CREATE INDEX message_time ON message (time)",
        "CREATE TABLE sent (hour INTEGER PRIMARY KEY, count INTEGER NOT NULL)",
    ]

    /// Messages that arrived since `time`, to the hour; 0 where nothing can be read.
    static func sent(since time: Timestamp, path: String) -> Int {
        guard let database = try? Database(readOnly: path) else { return 0 }
        let rows = try? database.rows(
            "SELECT sum(count) FROM sent WHERE hour > ?", [.integer(time.hour)])
        return Int(rows?.first?.first?.int64 ?? 0)
    }

    /// Counted in what is committed anyway.
    private func count(sent: Int, _ database: Database) throws(DatabaseError) {
        let hour = time.wall().hour
        try database.run(
            """
            INSERT INTO sent (hour, count) VALUES (?, ?)
            ON CONFLICT (hour) DO UPDATE SET count = count + excluded.count
            """, [.integer(hour), .integer(Int64(sent))])
        try database.run("DELETE FROM sent WHERE hour < ?", [.integer(hour - Self.hoursCounted)])
    }

    /// What is too old or too many goes; gives how many.
    private func trim(_ database: Database) throws(DatabaseError) -> Int {
        try database.run(
            """
            DELETE FROM message WHERE time < (SELECT max(time) FROM message) - ?
            """, [.integer(Int64(Double(days) * Self.day * 1000))])
            + database.run(
                """
                DELETE FROM message
                WHERE id <= (SELECT id FROM message ORDER BY id DESC LIMIT 1 OFFSET ?)
                """, [.integer(Int64(limit))])
    }

    /// What is more than memory may hold goes, the oldest first; gives how many.
    private func dropUnwritten() -> Int {
        let excess = max(0, unwritten.count - Self.capacity)
        for id in unwritten.keys.sorted().prefix(excess) { unwritten[id] = nil }
        return excess
    }

    private func drop(_ dropped: Int) {
        count -= dropped
        guard dropped > 0 else { return }
        log(
            .warning,
            "\(dropped) messages for the MQTT broker were dropped unsent, the oldest: they were too"
                + " old, or more than mqtt.queue_messages", key: "mqtt dropped")
    }

    /// A file that fails is said once, and tried again after a while.
    @discardableResult
    private func attempt(_ body: (Database) throws(DatabaseError) -> Void) -> Bool {
        if let triesAgain, time.moment() < triesAgain { return false }
        do throws(DatabaseError) {
            try body(try opened())
            if triesAgain != nil { log.recovered(path, "the queue \(path) is written again") }
            triesAgain = nil
            return true
        } catch {
            // Opening a damaged file anew sets it aside.
            if error.isDamage { database = nil }
            triesAgain = time.moment() + Self.retryAfter
            log(
                .error,
                "\(error.message); the newest \(Self.capacity) messages for the MQTT broker are kept"
                    + " until it can be written", key: path)
            return false
        }
    }

    private func opened() throws(DatabaseError) -> Database {
        if let database { return database }
        let opened = try Database.opening(
            path: path, worth: .irreplaceable, stamp: time.wall().fileStamp,
            migrations: Self.migrations)
        if let name = opened.setAside {
            log(
                .warning,
                "the queue \(path) was damaged; it is now \(name) and a new one was begun; what had"
                    + " not been sent is in it")
        }
        let row = try opened.database.rows("SELECT max(id), count(*) FROM message").first
        if lastID == Self.unopened { lastID = row?[0].int64 ?? 0 }
        count = unwritten.count + Int(row?[1].int64 ?? 0)
        removed = []
        database = opened.database
        return opened.database
    }
}

extension Timestamp {
    /// Whole hours since 1970.
    fileprivate var hour: Int64 { milliseconds / 3_600_000 }
}
