import Database
import Domain
import FoundationEssentials

/// The file of the queue: what it holds, in SQL; blocking.
final class OutboxFile {
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

    private let database: Database
    /// Where a damaged one of its name was put.
    let setAside: String?

    /// Opens or creates it; `stamp` goes into the name of a damaged one that is set aside.
    init(path: String, stamp: String) throws(DatabaseError) {
        let opened = try Database.opening(
            path: path, worth: .irreplaceable, stamp: stamp, migrations: Self.migrations)
        database = opened.database
        setAside = opened.setAside
    }

    /// Messages that arrived since `time`, to the hour; 0 where nothing can be read.
    static func sent(since time: Timestamp, path: String) -> Int {
        guard let database = try? Database(readOnly: path) else { return 0 }
        let rows = try? database.rows(
            "SELECT sum(count) FROM sent WHERE hour > ?", [.integer(time.hour)])
        return Int(rows?.first?.first?.int64 ?? 0)
    }
}

// MARK: - What is in it

extension OutboxFile {
    /// How many there are, and the id of the last.
    func extent() throws(DatabaseError) -> (count: Int, last: Int64) {
        let row = try database.rows("SELECT count(*), max(id) FROM message").first
        return (Int(row?[0].int64 ?? 0), row?[1].int64 ?? 0)
    }

    func first(after id: Int64) throws(DatabaseError) -> Int64? {
        try database.rows("SELECT min(id) FROM message WHERE id > ?", [.integer(id)])
            .first?.first?.int64
    }

    func message(_ id: Int64) throws(DatabaseError) -> Outbox.Message? {
        let rows = try database.rows(
            "SELECT topic, payload, time, latitude, longitude FROM message WHERE id = ?",
            [.integer(id)])
        guard let row = rows.first, let topic = row[0].string, let payload = row[1].data,
            let milliseconds = row[2].int64
        else { return nil }
        var message = Outbox.Message(
            topic: topic, payload: payload, time: Timestamp(milliseconds: milliseconds))
        if let latitude = row[3].double, let longitude = row[4].double {
            message.place = Coordinate(latitude: latitude, longitude: longitude)
        }
        return message
    }

    /// By topic the last message that waits, and the last that arrived.
    func newest() throws(DatabaseError) -> [String: Int64] {
        try byTopic("SELECT topic, max(id) FROM message GROUP BY topic")
    }

    func arrived() throws(DatabaseError) -> [String: Int64] {
        try byTopic("SELECT topic, id FROM arrived")
    }

    private func byTopic(_ sql: String) throws(DatabaseError) -> [String: Int64] {
        var ids: [String: Int64] = [:]
        for row in try database.rows(sql) {
            if let topic = row[0].string, let id = row[1].int64 { ids[topic] = id }
        }
        return ids
    }
}

// MARK: - What is written

extension OutboxFile {
    /// All of `body` or nothing; `isDurable` waits for the disk.
    func write(isDurable: Bool, _ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        try database.run("PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
        try database.transaction(body)
    }

    func add(_ id: Int64, _ message: Outbox.Message) throws(DatabaseError) {
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

    func amend(_ id: Int64, _ payload: Data) throws(DatabaseError) {
        try database.run(
            "UPDATE message SET payload = ? WHERE id = ?", [.blob(payload), .integer(id)])
    }

    /// False when it was not there any more.
    func remove(_ id: Int64) throws(DatabaseError) -> Bool {
        try database.run("DELETE FROM message WHERE id = ?", [.integer(id)]) > 0
    }

    /// Notes the last message of each topic that arrived, and that so many did within this hour.
    func note(
        arrived: [String: Int64], count: Int, at wall: Timestamp
    ) throws(DatabaseError) {
        for (topic, id) in arrived {
            try database.run(
                "INSERT OR REPLACE INTO arrived (topic, id) VALUES (?, ?)",
                [.text(topic), .integer(id)])
        }
        try database.run(
            """
            INSERT INTO sent (hour, count) VALUES (?, ?)
            ON CONFLICT (hour) DO UPDATE SET count = count + excluded.count
            """, [.integer(wall.hour), .integer(Int64(count))])
        try database.run(
            "DELETE FROM sent WHERE hour < ?", [.integer(wall.hour - Self.hoursCounted)])
    }

    /// Removes what is older; gives how many.
    func removeAll(before time: Timestamp) throws(DatabaseError) -> Int {
        try database.run(
            "DELETE FROM message WHERE time < ?", [.integer(time.milliseconds)])
    }

    /// Removes so many of the first; gives how many.
    func removeFirst(_ count: Int) throws(DatabaseError) -> Int {
        try database.run(
            "DELETE FROM message WHERE id IN (SELECT id FROM message ORDER BY id LIMIT ?)",
            [.integer(Int64(count))])
    }
}

extension Timestamp {
    /// Whole hours since 1970.
    fileprivate var hour: Int64 { milliseconds / 3_600_000 }
}
