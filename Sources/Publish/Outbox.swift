import Database
import Domain
import FoundationEssentials

/// Messages that wait for the broker, on the disk, in the order of their ids; blocking.
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
    private static let day = 86_400.0

    private let path: String
    private let limit: Int
    private let days: Int
    private let time: TimeSource
    private let isClockSet: @Sendable () -> Bool
    private let log: Log
    private var file: OutboxFile?
    private var lastID = Outbox.unopened
    /// Messages in the file.
    private var rows = 0
    private var triesAgain: Moment?
    /// Messages that were dropped unsent.
    private(set) var lost = 0

    // What the file does not have yet.
    private var unwritten: [Int64: Message] = [:]
    private var amended: [Int64: Data] = [:]
    private var removed: Set<Int64> = []
    /// Messages that arrived, of those removed.
    private var sent = 0
    /// The last message of each topic that the broker has.
    private var arrived: [String: Int64] = [:]

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

    /// The broker has it.
    func arrive(_ id: Int64) {
        if let topic = self[id]?.topic { arrived[topic] = max(arrived[topic] ?? id, id) }
        sent += 1
        remove(id)
    }

    /// It is not to be sent any more.
    func remove(_ id: Int64) {
        if unwritten.removeValue(forKey: id) == nil { removed.insert(id) }
        amended[id] = nil
    }

    /// No broker takes it.
    func drop(_ id: Int64) {
        remove(id)
        lost += 1
    }

    /// The first waiting message after `id`.
    func following(_ id: Int64) -> Int64? {
        var next = unwritten.keys.filter { $0 > id }.min()
        read { file throws(DatabaseError) in
            var last = id
            while let found = try file.first(after: last) {
                last = found
                guard removed.contains(found) else {
                    next = min(next ?? found, found)
                    break
                }
            }
        }
        return next
    }

    subscript(_ id: Int64) -> Message? {
        if let message = unwritten[id] { return message }
        guard !removed.contains(id) else { return nil }
        var message: Message?
        read { file throws(DatabaseError) in message = try file.message(id) }
        if let payload = amended[id] { message?.payload = payload }
        return message
    }

    /// The last message of each topic, where the broker has no later one.
    var newest: [Int64] {
        var byTopic: [String: Int64] = [:]
        read { file throws(DatabaseError) in byTopic = try file.newest() }
        byTopic = byTopic.filter { !removed.contains($0.value) }
        for (id, message) in unwritten {
            byTopic[message.topic] = max(byTopic[message.topic] ?? id, id)
        }
        return byTopic.filter { topic, id in id > arrived[topic] ?? .min }.map(\.value)
    }

    /// The time of the first one that waits.
    var oldest: Timestamp? { following(.min).flatMap { self[$0]?.time } }
}

// MARK: - The file

extension Outbox {
    /// Writes all that changed, or keeps it for later; `isLast` tries also when that has just failed.
    ///
    /// Waits for the disk when there are new messages, so that a power cut costs none; after one, a message that had
    /// just arrived may be sent once more.
    func commit(isLast: Bool = false) {
        guard !unwritten.isEmpty || !removed.isEmpty || !amended.isEmpty else { return }
        if !isLast, let triesAgain, time.moment() < triesAgain { return dropUnwritten() }
        var after = rows
        var trimmed = 0
        let isWritten = write { file throws(DatabaseError) in
            try file.write(isDurable: !unwritten.isEmpty) { () throws(DatabaseError) in
                after = rows + unwritten.count
                for id in removed where try file.remove(id) { after -= 1 }
                if sent > 0 { try file.note(arrived: arrived, count: sent, at: time.wall()) }
                for (id, payload) in amended { try file.amend(id, payload) }
                for (id, message) in unwritten.sorted(by: { $0.key < $1.key }) {
                    try file.add(id, message)
                }
                if !unwritten.isEmpty { trimmed = try trim(file, count: after) }
            }
        }
        guard isWritten else { return dropUnwritten() }
        rows = after - trimmed
        (unwritten, amended, removed, sent) = ([:], [:], [], 0)
        say(dropped: trimmed)
    }

    /// Tries again what failed.
    func tryAgain() {
        open()
        commit(isLast: true)
    }

    /// What is too old or too many goes; gives how many.
    private func trim(_ file: OutboxFile, count: Int) throws(DatabaseError) -> Int {
        // By no other message's time: one wrong date would have all others dropped.
        let end = time.wall().adding(seconds: -Double(days) * Self.day)
        let aged = isClockSet() ? try file.removeAll(before: end) : 0
        let excess = count - aged - limit
        return try aged + (excess > 0 ? file.removeFirst(excess) : 0)
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
    private func read(_ body: (OutboxFile) throws(DatabaseError) -> Void) -> Bool {
        do throws(DatabaseError) {
            try body(try opened())
            return true
        } catch {
            // Opening a damaged file anew sets it aside.
            if error.isDamage { file = nil }
            triesAgain = time.moment() + Self.retryAfter
            log(
                .error,
                "\(error.message); the newest \(Self.capacity) messages for the MQTT broker are kept"
                    + " until it can be written", key: path)
            return false
        }
    }

    /// The same for writing; that it works again is said too.
    @discardableResult
    private func write(_ body: (OutboxFile) throws(DatabaseError) -> Void) -> Bool {
        guard read(body) else { return false }
        if isFailing { log.recovered(path, "the queue \(path) is written again") }
        triesAgain = nil
        return true
    }

    private func opened() throws(DatabaseError) -> OutboxFile {
        if let file { return file }
        let opened = try OutboxFile(path: path, stamp: time.wall().fileStamp)
        if let name = opened.setAside {
            log(
                .warning,
                "the queue \(path) was damaged; it is now \(name) and a new one was begun; what had"
                    + " not been sent is in it")
        }
        let (count, last) = try opened.extent()
        arrived.merge(try opened.arrived()) { max($0, $1) }
        // Ids only grow, also when all have arrived: what is new is the newest.
        if lastID == Self.unopened { lastID = max(last, arrived.values.max() ?? 0) }
        rows = count
        removed = []
        file = opened
        return opened
    }
}
