import Database
import Domain
import FoundationEssentials

/// Messages that wait for the broker, in SQLite, in the order of their ids; blocking.
///
/// What cannot be written is kept in memory, at most `capacity` of it, and written as soon as it can be. The file is
/// bounded by number and, while the clock of the machine is known to be right, by age; the oldest go first.
final class Outbox {
    struct Message: Hashable {
        let topic: String
        var payload: Data
        /// Of its fix.
        let time: Timestamp
        var place: Coordinate?
    }

    /// What is kept in memory while the file cannot be written.
    static let capacity = 10_000
    /// Seconds between two tries to write.
    static let retryAfter = 10.0
    /// Ids of messages from before the file could be opened: above all that it can have.
    private static let unopened = Int64.max / 2

    private let path: String
    private let limit: Int
    private let days: Int
    private let time: TimeSource
    private let isClockSet: @Sendable () -> Bool
    private let log: Log
    private var database: Database?
    private var unwritten: [Int64: Message] = [:]
    private var amended: [Int64: Data] = [:]
    private var removed: Set<Int64> = []
    /// The last message of each topic that the broker has.
    private var arrived: [String: Int64] = [:]
    private var lastID = Outbox.unopened
    /// Messages in the file.
    private var rows = 0
    private var triesAgain: Moment?
    /// Messages that were dropped unsent.
    private(set) var lost = 0

    init(
        path: String, limit: Int, days: Int, time: TimeSource,
        isClockSet: @escaping @Sendable () -> Bool, log: Log
    ) {
        self.path = path
        self.limit = limit
        self.days = days
        self.time = time
        self.isClockSet = isClockSet
        self.log = log
    }

    /// Opens the file, if it can be, so that what waits from earlier is known.
    func open() { write { _ in } }

    /// Whether something could not be read or written, and is to be tried again after `retryAfter`.
    var isFailing: Bool { triesAgain != nil }

    /// Messages that wait.
    var count: Int { max(0, rows + unwritten.count - removed.count) }

    /// The id of a new message, which is on the disk after the next `commit`.
    func add(_ message: Message) -> Int64 {
        lastID += 1
        unwritten[lastID] = message
        return lastID
    }

    /// Other words for a message that still waits; on the disk after the next `commit`.
    func amend(_ id: Int64, _ payload: Data) {
        if unwritten[id] != nil { unwritten[id]?.payload = payload } else { amended[id] = payload }
    }

    /// A message that arrived; gone from the disk after the next `commit`.
    func remove(_ id: Int64) {
        if let topic = self[id]?.topic { arrived[topic] = max(arrived[topic] ?? id, id) }
        if unwritten.removeValue(forKey: id) == nil { removed.insert(id) }
        amended[id] = nil
    }

    /// One that no broker takes.
    func drop(_ id: Int64) {
        if unwritten.removeValue(forKey: id) == nil { removed.insert(id) }
        lost += 1
    }

    /// Writes all that changed, or keeps it for later; `isLast` tries also when that has just failed.
    ///
    /// Waits for the disk when there are new messages, so that a power cut costs none; after one, a message that had
    /// just arrived may be sent once more.
    func commit(isLast: Bool = false) {
        guard !unwritten.isEmpty || !removed.isEmpty || !amended.isEmpty else { return }
        if !isLast, let triesAgain, time.moment() < triesAgain { return dropUnwritten() }
        var after = rows
        var trimmed = 0
        let isWritten = write { database throws(DatabaseError) in
            try database.run("PRAGMA synchronous = \(unwritten.isEmpty ? "NORMAL" : "FULL")")
            try database.transaction { () throws(DatabaseError) in
                after = rows + unwritten.count - (try writeRemoved(database))
                try writeAmended(database)
                guard !unwritten.isEmpty else { return }
                try writeAdded(database)
                trimmed = try trim(database, count: after)
            }
        }
        if isWritten {
            rows = after - trimmed
            (unwritten, amended, removed) = ([:], [:], [])
            say(dropped: trimmed)
        } else {
            dropUnwritten()
        }
    }

    /// Tries again what failed.
    func tryAgain() {
        open()
        commit(isLast: true)
    }

    /// The first waiting message after `id`.
    func following(_ id: Int64) -> Int64? {
        var next = unwritten.keys.filter { $0 > id }.min()
        read { database throws(DatabaseError) in
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
        read { database throws(DatabaseError) in
            let row = try database.rows(
                "SELECT topic, payload, time, latitude, longitude FROM message WHERE id = ?",
                [.integer(id)]
            ).first
            if let row, let topic = row[0].string, let payload = row[1].data,
                let milliseconds = row[2].int64
            {
                message = Message(
                    topic: topic, payload: amended[id] ?? payload,
                    time: Timestamp(milliseconds: milliseconds))
                if let latitude = row[3].double, let longitude = row[4].double {
                    message?.place = Coordinate(latitude: latitude, longitude: longitude)
                }
            }
        }
        return message
    }

    /// The last message of each topic, where the broker has no later one.
    var newest: [Int64] {
        var byTopic: [String: Int64] = [:]
        read { database throws(DatabaseError) in
            for row in try database.rows("SELECT topic, max(id) FROM message GROUP BY topic") {
                if let topic = row[0].string, let id = row[1].int64, !removed.contains(id) {
                    byTopic[topic] = id
                }
            }
        }
        for (id, message) in unwritten {
            byTopic[message.topic] = max(byTopic[message.topic] ?? id, id)
        }
        return byTopic.filter { topic, id in id > arrived[topic] ?? .min }.map(\.value)
    }

    /// The time of the first one that waits.
    var oldest: Timestamp? { following(.min).flatMap { self[$0]?.time } }
}

extension Outbox {
    private static let migrations = [
        """
        CREATE TABLE message (
            id INTEGER PRIMARY KEY, topic TEXT NOT NULL, payload BLOB NOT NULL,
            time INTEGER NOT NULL, latitude REAL, longitude REAL)
        """,
        "CREATE INDEX message_topic ON message (topic, id)",
        "CREATE INDEX message_time ON message (time)",
        "CREATE TABLE arrived (topic TEXT PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE TABLE sent (hour INTEGER PRIMARY KEY, count INTEGER NOT NULL)",
    ]
    private static let hoursCounted: Int64 = 48
    private static let day = 86_400.0

    /// Messages that arrived since `time`, to the hour; 0 where nothing can be read.
    static func sent(since time: Timestamp, path: String) -> Int {
        guard let database = try? Database(readOnly: path) else { return 0 }
        let rows = try? database.rows(
            "SELECT sum(count) FROM sent WHERE hour > ?", [.integer(time.hour)])
        return Int(rows?.first?.first?.int64 ?? 0)
    }

    /// Gives how many of them were still there.
    private func writeRemoved(_ database: Database) throws(DatabaseError) -> Int {
        guard !removed.isEmpty else { return 0 }
        var gone = 0
        for id in removed {
            gone += try database.run("DELETE FROM message WHERE id = ?", [.integer(id)])
        }
        for (topic, id) in arrived {
            try database.run(
                "INSERT OR REPLACE INTO arrived (topic, id) VALUES (?, ?)",
                [.text(topic), .integer(id)])
        }
        let hour = time.wall().hour
        try database.run(
            """
            INSERT INTO sent (hour, count) VALUES (?, ?)
            ON CONFLICT (hour) DO UPDATE SET count = count + excluded.count
            """, [.integer(hour), .integer(Int64(removed.count))])
        try database.run("DELETE FROM sent WHERE hour < ?", [.integer(hour - Self.hoursCounted)])
        return gone
    }

    private func writeAmended(_ database: Database) throws(DatabaseError) {
        for (id, payload) in amended {
            try database.run(
                "UPDATE message SET payload = ? WHERE id = ?", [.blob(payload), .integer(id)])
        }
    }

    private func writeAdded(_ database: Database) throws(DatabaseError) {
        for (id, message) in unwritten.sorted(by: { $0.key < $1.key }) {
            try database.run(
                """
                INSERT INTO message (id, topic, payload, time, latitude, longitude)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    .integer(id), .text(message.topic), .blob(message.payload),
                    .integer(message.time.milliseconds), SQLValue(message.place?.latitude),
                    SQLValue(message.place?.longitude),
                ])
        }
    }

    /// What is too old or too many goes; gives how many.
    private func trim(_ database: Database, count: Int) throws(DatabaseError) -> Int {
        // By no other message's time: one wrong date would have all others dropped.
        let end = time.wall().adding(seconds: -Double(days) * Self.day)
        let aged =
            isClockSet()
            ? try database.run(
                "DELETE FROM message WHERE time < ?", [.integer(end.milliseconds)]) : 0
        let excess = count - aged - limit
        guard excess > 0 else { return aged }
        return try aged
            + database.run(
                "DELETE FROM message WHERE id IN (SELECT id FROM message ORDER BY id LIMIT ?)",
                [.integer(Int64(excess))])
    }

    /// What is more than memory may hold goes, the oldest first.
    private func dropUnwritten() {
        let excess = unwritten.count - Self.capacity
        guard excess > 0 else { return }
        for id in unwritten.keys.sorted().prefix(excess) { unwritten[id] = nil }
        say(dropped: excess)
    }

    private func say(dropped: Int) {
        guard dropped > 0 else { return }
        lost += dropped
        log(
            .warning,
            "\(dropped) messages for the MQTT broker were dropped unsent, the oldest: they were too"
                + " old, or more than mqtt.queue_messages", key: "mqtt dropped")
    }

    /// False when the file cannot be read at the moment, which is said once.
    @discardableResult
    private func read(_ body: (Database) throws(DatabaseError) -> Void) -> Bool {
        do throws(DatabaseError) {
            try body(try opened())
            return true
        } catch {
            fail(error)
            return false
        }
    }

    /// The same for writing; that it works again is said too.
    @discardableResult
    private func write(_ body: (Database) throws(DatabaseError) -> Void) -> Bool {
        guard read(body) else { return false }
        if isFailing { log.recovered(path, "the queue \(path) is written again") }
        triesAgain = nil
        return true
    }

    private func fail(_ error: DatabaseError) {
        // Opening a damaged file anew sets it aside.
        if error.isDamage { database = nil }
        triesAgain = time.moment() + Self.retryAfter
        log(
            .error,
            "\(error.message); the newest \(Self.capacity) messages for the MQTT broker are kept"
                + " until it can be written", key: path)
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
        for row in try opened.database.rows("SELECT topic, id FROM arrived") {
            guard let topic = row[0].string, let id = row[1].int64 else { continue }
            arrived[topic] = max(arrived[topic] ?? id, id)
        }
        if lastID == Self.unopened {
            lastID = max(row?[0].int64 ?? 0, arrived.values.max() ?? 0)
        }
        rows = Int(row?[1].int64 ?? 0)
        removed = []
        database = opened.database
        return opened.database
    }
}

extension Timestamp {
    /// Whole hours since 1970.
    fileprivate var hour: Int64 { milliseconds / 3_600_000 }
}
