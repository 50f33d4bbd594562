import Database
import Domain
import Foundation
import Store
import TestSupport
import Testing

@Suite("The history on a bad disk", .timeLimit(.minutes(10)))
struct HistoryTroubleTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    private func fill(_ range: Range<Int>, _ writer: HistoryWriter) async throws {
        for number in range { await writer.receive(.fix(try fix(number, Double(number)))) }
    }

    private var setAside: String { bench.path + ".damaged-20260504T030000Z" }

    private var saidDamaged: String {
        "the history \(bench.path) was damaged; it is now \(setAside) and a new one was begun;"
            + " `sqlite3 \(setAside) .recover` may bring rows of it back"
    }

    @Test("what is damaged in a file is told, and nothing of a sound one")
    func damage() async throws {
        let writer = bench.writer(.recordings)
        try await fill(0..<5000, writer)
        await writer.finish()
        #expect(try HistoryReader(path: bench.path).damage() == nil)
        let url = URL(filePath: bench.path)
        var bytes = try Data(contentsOf: url)
        // Not the first, which says what the file is, nor the last, which may be free.
        let page = bytes.count / 2 / 4096 * 4096
        bytes.replaceSubrange(page..<page + 4096, with: Data(count: 4096))
        try bytes.write(to: url)
        let reader = try HistoryReader(path: bench.path)
        #expect(try reader.damage() != nil)
    }

    @Test(
        "L14 a damaged file is set aside at the start, whole, and another begun",
        arguments: ["zeroed page", "text", "cut"])
    func damaged(kind: String) async throws {
        let first = bench.writer(.recordings)
        try await fill(0..<5000, first)
        await first.finish()
        let url = URL(filePath: bench.path)
        var bytes = try Data(contentsOf: url)
        switch kind {
        case "zeroed page": bytes.replaceSubrange(4096..<8192, with: Data(count: 4096))
        case "text": bytes = Data(String(repeating: "no database\n", count: 100).utf8)
        default: bytes = bytes.prefix(bytes.count / 2)
        }
        try bytes.write(to: url)
        let writer = bench.writer()
        try await fill(7..<8, writer)
        #expect(try bench.rows("SELECT seq FROM fix") == [[7]])
        #expect(try Data(contentsOf: URL(filePath: setAside)) == bytes)
        #expect(bench.diary.said == [saidDamaged])
        #expect(await writer.isIncomplete == false)
    }

    @Test("a file that was moved away gets what was written to it, and another is begun")
    func movedAway() async throws {
        let writer = bench.writer()
        try await fill(1..<3, writer)
        let old = bench.path + ".old"
        try FileManager.default.moveItem(atPath: bench.path, toPath: old)
        try await fill(3..<5, writer)
        #expect(try bench.rows("SELECT seq FROM fix") == [[3], [4]])
        #expect(try Database(readOnly: old).rows("SELECT seq FROM fix") == [[1], [2]])
        #expect(
            bench.diary.said == [
                "the history \(bench.path) was moved or removed while it was written; a new one is begun"
            ])
    }

    @Test("what is no history is not read, and said so", arguments: ["", "foreign"])
    func noHistory(kind: String) throws {
        if kind.isEmpty {
            #expect(FileManager.default.createFile(atPath: bench.path, contents: Data()))
        } else {
            try Database(scratch: bench.path).run("CREATE TABLE theirs (value)")
        }
        var said = "nothing"
        do { _ = try HistoryReader(path: bench.path) } catch { said = error.message }
        #expect(
            said == "\(bench.path) is no history of milepost; name the right file in store.path.")
    }

    @Test("rows whose times cannot be are passed over", arguments: [Int64.min, .max])
    func impossibleTimes(time: Int64) async throws {
        let writer = bench.writer()
        try await fill(1..<2, writer)
        await writer.finish()
        try bench.run("INSERT INTO track VALUES (\(time), 36, 127, NULL, NULL, NULL, 1)")
        try bench.run("INSERT INTO track VALUES (5, 36, 127, NULL, NULL, NULL, 1)")
        #expect(try bench.points().map(\.time.milliseconds) == [5])
        #expect(try HistoryReader(path: bench.path).trips(in: HistoryReader.always) == [])
    }

    @Test("L14 a file of no length is simply a new one")
    func empty() async throws {
        #expect(FileManager.default.createFile(atPath: bench.path, contents: Data()))
        let writer = bench.writer()
        try await fill(0..<1, writer)
        #expect(try bench.rows("SELECT seq FROM fix") == [[0]])
        #expect(bench.diary.said == [])
    }

    @Test("L14 a recording is not imported into a damaged file, which stays where it is")
    func importIntoDamaged() async throws {
        try "no database".write(toFile: bench.path, atomically: true, encoding: .utf8)
        let writer = bench.writer(.recordings)
        await #expect(throws: HistoryError.self) { try await writer.open() }
        #expect(bench.folder.names == ["milepost.db"])
    }

    @Test("a history of a newer version is left as it is")
    func newer() async throws {
        let first = bench.writer()
        try await fill(0..<1, first)
        await first.finish()
        try Database(path: bench.path, migrations: Array(repeating: "SELECT 1", count: 7)).run(
            "SELECT 1")
        let writer = bench.writer()
        try await fill(1..<2, writer)
        #expect(bench.folder.names == ["milepost.db"])
        #expect(bench.diary.said.count == 1)
        #expect(bench.diary.said[0].contains("was written by a newer milepost (version 7"))
    }

    @Test(
        "L12 while another program holds the file everything waits, and is written when it lets go")
    func locked() async throws {
        let writer = bench.writer()
        try await fill(0..<1, writer)
        let holder = try Database(
            path: bench.path, migrations: Array(repeating: "SELECT 1", count: 6))
        try holder.run("BEGIN IMMEDIATE")
        try await fill(1..<3, writer)
        await writer.receive(.track([try point(3)]))
        #expect(await writer.waiting == 3)
        #expect(
            bench.diary.said == [
                "the database \(bench.path) failed: database is locked; another process is using it,"
                    + " close that one; the newest 10000 rows of the history are kept until it can be"
                    + " written"
            ])
        try holder.run("COMMIT")
        bench.clock.advance(by: .seconds(9))
        await writer.tick()
        #expect(await writer.waiting == 3)
        bench.clock.advance(by: .seconds(1))
        await writer.tick()
        #expect(try bench.rows("SELECT seq FROM fix") == [[0], [1], [2]])
        #expect(try bench.pointTimes() == [3000])
        #expect(bench.diary.said.last == "the history \(bench.path) is written again")
        #expect(bench.diary.said.count == 2)
    }

    @Test("L11 a folder that cannot be is said once, and used as soon as it is there")
    func noFolder() async throws {
        let path = bench.folder.file("later/milepost.db")
        let diary = bench.diary
        let writer = HistoryWriter(path: path, time: bench.time, log: diary.log())
        try await fill(0..<20, writer)
        #expect(diary.said.count == 1)
        #expect(diary.said[0].hasPrefix("cannot open the database \(path): unable to open"))
        try FileManager.default.createDirectory(
            atPath: bench.folder.file("later"), withIntermediateDirectories: false)
        try await fill(20..<40, writer)
        let rows = try Database(readOnly: path).rows("SELECT seq FROM fix ORDER BY seq")
        #expect(rows.map { $0[0].int64 } == (0..<40).map { Int64($0) })
    }

    @Test("while nothing can be written accepted fixes are given up last")
    func bound() async throws {
        let path = bench.folder.file("later/milepost.db")
        let writer = HistoryWriter(path: path, time: bench.time, log: bench.diary.log())
        try await fill(0..<10, writer)
        for number in stride(from: 0.0, to: 10_100, by: 100) {
            await writer.receive(.track(try (0..<100).map { try point(number + Double($0)) }))
        }
        #expect(await writer.waiting == 10_000)
        try FileManager.default.createDirectory(
            atPath: bench.folder.file("later"), withIntermediateDirectories: false)
        await writer.finish()
        let file = try Database(readOnly: path)
        #expect(try file.rows("SELECT count(*) FROM fix") == [[10]])
        // 10,100 points came, 9,990 had room: the oldest went.
        let rows = try file.rows("SELECT count(*), min(time) FROM track")
        #expect(rows == [[9990, .integer(at(110).milliseconds)]])
        #expect(
            bench.diary.said.last
                == "lost for the history \(path): 0 fixes, 110 points of the track and 0 others")
        #expect(await writer.isIncomplete)
    }

    @Test("a recording waits for space, and nothing of it is lost")
    func recordingWaits() async throws {
        let path = bench.folder.file("later/milepost.db")
        let writer = HistoryWriter(
            path: path, origin: .recordings, time: bench.time, log: bench.diary.log())
        let folder = bench.folder.file("later")
        async let filled: Void = fill(0..<20_000, writer)
        await bench.clock.sleepers(reach: 1)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        bench.clock.advance(by: .seconds(1))
        try await filled
        await writer.finish()
        let count = try Database(readOnly: path).rows("SELECT count(*) FROM fix")
        #expect(count == [[20_000]])
        #expect(await writer.isIncomplete == false)
    }

    @Test("a program that must end does not wait for space, and tells what is lost")
    func givenUp() async throws {
        let path = bench.folder.file("never/milepost.db")
        let writer = HistoryWriter(
            path: path, origin: .recordings, time: bench.time, log: bench.diary.log())
        writer.giveUp()
        try await fill(0..<5000, writer)
        await writer.finish()
        #expect(await writer.isIncomplete)
        #expect(
            bench.diary.said.last
                == "lost for the history \(path): 5000 fixes, 0 points of the track and 0 others")
    }
}
