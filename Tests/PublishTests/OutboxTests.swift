import Database
import Domain
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Publish

@Suite("Queue of messages on the disk")
struct OutboxTests {
    private let folder: Folder
    private let diary = Diary()
    private let clock = TestClock()

    init() throws { folder = try Folder() }

    private var path: String { folder.file("mqtt.db") }

    private func open(
        _ name: String = "mqtt.db", limit: Int = 1000, days: Int = 30, isClockSet: Bool = true
    ) -> Outbox {
        let wall = Samples.time
        let outbox = Outbox(
            path: folder.file(name), limit: limit, days: days,
            time: TimeSource(clock: clock, wall: { wall }), isClockSet: { isClockSet },
            log: diary.log())
        outbox.open()
        return outbox
    }

    private func message(
        _ text: String, topic: String = "t", seconds: Double = 0
    ) -> Outbox.Message {
        .init(
            topic: topic, payload: Data(text.utf8), time: Samples.time.adding(seconds: seconds))
    }

    /// What waits, in its order.
    private func waiting(_ outbox: Outbox) -> [String] {
        var texts: [String] = []
        var id = Int64.min
        while let next = outbox.following(id) {
            id = next
            texts.append(outbox[id].map { String(decoding: $0.payload, as: UTF8.self) } ?? "?")
        }
        return texts
    }

    @Test("M01 what was committed is there after a restart, in its order")
    func restart() {
        let first = open()
        for number in 1...50 { _ = first.add(message("\(number)")) }
        first.commit()
        // Not committed, so not promised.
        _ = first.add(message("51"))
        let second = open()
        #expect(waiting(second) == (1...50).map(String.init))
        #expect(second.count == 50)
    }

    @Test("what arrived is gone, and an id is never used again while others wait")
    func removed() throws {
        let outbox = open()
        let ids = ["a", "b", "c"].map { outbox.add(message($0)) }
        outbox.commit()
        outbox.arrive(ids[1])
        #expect(waiting(outbox) == ["a", "c"])
        #expect(outbox[ids[1]] == nil)
        outbox.commit()
        #expect(outbox.count == 2)
        let again = open()
        #expect(waiting(again) == ["a", "c"])
        #expect(again.add(message("d")) > ids[2])
    }

    @Test("a message that waits can be given other words, before and after it is written")
    func amended() {
        let outbox = open()
        let first = outbox.add(message("a"))
        outbox.amend(first, Data("A".utf8))
        outbox.commit()
        outbox.amend(first, Data("AA".utf8))
        #expect(waiting(outbox) == ["AA"])
        outbox.commit()
        #expect(waiting(open()) == ["AA"])
    }

    @Test("knows the newest of each topic, written or not")
    func newest() {
        let outbox = open()
        _ = outbox.add(message("a", topic: "x"))
        let b = outbox.add(message("b", topic: "x"))
        let c = outbox.add(message("c", topic: "y"))
        outbox.commit()
        #expect(Set(outbox.newest) == [b, c])
        let d = outbox.add(message("d", topic: "x"))
        #expect(Set(outbox.newest) == [d, c])
    }

    @Test(
        "M05 what waits is not the newest of its topic once the broker has a later one, also over a restart"
    )
    func newestArrived() {
        let outbox = open()
        let ids = ["a", "b", "c"].map { outbox.add(message($0, topic: "x")) }
        outbox.commit()
        outbox.arrive(ids[2])
        #expect(outbox.newest == [])
        outbox.commit()
        let again = open()
        #expect(again.newest == [])
        let d = again.add(message("d", topic: "x"))
        #expect(again.newest == [d])
    }

    @Test("an id is not used again when all have arrived, so what is new is the newest")
    func idsGrow() {
        let outbox = open()
        let first = outbox.add(message("a"))
        outbox.commit()
        outbox.arrive(first)
        outbox.commit()
        let again = open()
        let second = again.add(message("b"))
        #expect(second > first)
        #expect(again.newest == [second])
    }

    @Test("one that was dropped while it was on its way is counted once")
    func droppedOnItsWay() {
        let outbox = open(limit: 2)
        let ids = (1...2).map { outbox.add(message("\($0)")) }
        outbox.commit()
        _ = outbox.add(message("3"))
        outbox.commit()
        #expect(outbox.count == 2)
        #expect(outbox.lost == 1)
        // Its answer comes all the same.
        outbox.arrive(ids[0])
        outbox.commit()
        #expect(outbox.count == 2)
        #expect(waiting(outbox) == ["2", "3"])
    }

    @Test("L12 while nothing can be written what waits is still read, and tried again at the end")
    func readOnly() throws {
        let outbox = open()
        let ids = ["a", "b"].map { outbox.add(message($0)) }
        outbox.commit()
        let other = try Database.writing(to: path)
        outbox.arrive(ids[0])
        outbox.commit()
        #expect(outbox.isFailing)
        #expect(waiting(outbox) == ["b"])
        #expect(outbox.count == 1)
        other.release()
        outbox.commit()
        #expect(outbox.isFailing)
        outbox.commit(isLast: true)
        #expect(!outbox.isFailing)
        #expect(waiting(open()) == ["b"])
    }

    @Test("M07 more than the limit are dropped, the oldest, and that is said")
    func limit() {
        let outbox = open(limit: 3)
        for number in 1...5 { _ = outbox.add(message("\(number)")) }
        outbox.commit()
        #expect(waiting(outbox) == ["3", "4", "5"])
        #expect(outbox.count == 3)
        #expect(diary.said.contains { $0.hasPrefix("2 messages") })
    }

    @Test("what is older by so many days is dropped, while the clock is known to be right")
    func age() {
        let outbox = open(days: 2)
        _ = outbox.add(message("old", seconds: -2 * 86_400 - 1))
        _ = outbox.add(message("young", seconds: -2 * 86_400 + 1))
        outbox.commit()
        #expect(waiting(outbox) == ["young"])
        #expect(outbox.lost == 1)
    }

    @Test("a clock that may be wrong drops nothing")
    func unsetClock() {
        let outbox = open(days: 2, isClockSet: false)
        _ = outbox.add(message("old", seconds: -10 * 86_400))
        outbox.commit()
        #expect(waiting(outbox) == ["old"])
    }

    @Test("one message dated far ahead has no other dropped")
    func future() {
        let outbox = open(days: 2)
        _ = outbox.add(message("a"))
        _ = outbox.add(message("2040", seconds: 5000 * 86_400))
        outbox.commit()
        _ = outbox.add(message("b"))
        outbox.commit()
        #expect(waiting(outbox) == ["a", "2040", "b"])
    }

    @Test("counts what arrived in the last day, for who asks what leaves the machine")
    func sent() {
        let outbox = open()
        let ids = (1...3).map { outbox.add(message("\($0)")) }
        outbox.commit()
        for id in ids.prefix(2) { outbox.arrive(id) }
        outbox.commit()
        outbox.arrive(ids[2])
        outbox.commit()
        let now = Samples.time
        #expect(OutboxFile.sent(since: now.adding(seconds: -86_400), path: path) == 3)
        #expect(OutboxFile.sent(since: now.adding(seconds: 3600), path: path) == 0)
        #expect(OutboxFile.sent(since: now, path: folder.file("none.db")) == 0)
    }

    @Test("tells the time of the one that has waited longest")
    func oldest() {
        let outbox = open()
        #expect(outbox.oldest == nil)
        let first = outbox.add(message("a", seconds: 10))
        _ = outbox.add(message("b", seconds: 20))
        #expect(outbox.oldest == Samples.time.adding(seconds: 10))
        outbox.arrive(first)
        #expect(outbox.oldest == Samples.time.adding(seconds: 20))
    }

    @Test(
        "L12 while the file cannot be written messages wait in memory, said once, then are written")
    func unwritable() throws {
        let outbox = open("later/mqtt.db")
        let first = outbox.add(message("a"))
        outbox.commit()
        _ = outbox.add(message("b"))
        outbox.commit()
        #expect(waiting(outbox) == ["a", "b"])
        outbox.arrive(first)
        #expect(waiting(outbox) == ["b"])
        #expect(diary.said.filter { $0.contains("cannot open") }.count == 1)

        mkdir(folder.file("later"), 0o700)
        clock.advance(by: .seconds(10))
        _ = outbox.add(message("c"))
        outbox.commit()
        #expect(waiting(outbox) == ["b", "c"])
        #expect(outbox.count == 2)
        #expect(diary.said.last?.hasSuffix("is written again") == true)
        #expect(waiting(open("later/mqtt.db")) == ["b", "c"])
    }

    @Test("a file that is damaged is set aside, said, and another begun")
    func damaged() throws {
        try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: path))
        let outbox = open()
        _ = outbox.add(message("a"))
        outbox.commit()
        #expect(waiting(open()) == ["a"])
        #expect(folder.names.contains { $0.hasPrefix("mqtt.db.damaged-") })
        #expect(diary.said.contains { $0.contains("was damaged") })
    }
}

/// Somebody else who writes to the file and does not end.
private struct Writer {
    let database: Database
    func release() { _ = try? database.run("ROLLBACK") }
}

extension Database {
    fileprivate static func writing(to path: String) throws -> Writer {
        let database = try Database(
            path: path, migrations: Array(repeating: "SELECT 1", count: 5))
        try database.run("BEGIN IMMEDIATE")
        return Writer(database: database)
    }
}
