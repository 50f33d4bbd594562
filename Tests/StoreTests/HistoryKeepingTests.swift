import Database
import Domain
import Foundation
import Store
import TestSupport
import Testing

@Suite("How long the history is kept", .serialized)
struct HistoryKeepingTests {
    let bench: Bench
    private let day = 86_400.0

    init() throws { bench = try Bench() }

    /// A point, a fix, a milepost and a state on each day of `days`, counted from 2026-05-04T03:00:00Z.
    private func fill(_ days: ClosedRange<Int>, _ writer: HistoryWriter) async throws {
        for number in days {
            let fix = try fix(number, Double(number) * day)
            await writer.receive(.track([try point(Double(number) * day)]))
            await writer.receive(.fix(fix))
            await writer.receive(.milepost(milepost(fix, label: "day \(number)")))
            await writer.receive(
                .state(StateChange(mode: .tracking, receiver: Receiver(.fix), since: fix.time)))
        }
    }

    private func care(_ writer: HistoryWriter) async {
        // Each piece of the work is due at once.
        for _ in 0..<200 { await writer.tick() }
    }

    private func days(_ table: String) throws -> [Int] {
        try bench.rows("SELECT time FROM \(table) ORDER BY time").compactMap {
            $0[0].int64.map { Int(($0 - at(0).milliseconds) / 86_400_000) }
        }
    }

    @Test("everything older than keep_days is removed, at the start and once a day")
    func keepDays() async throws {
        try await fill(0...20, bench.writer())
        bench.clock.advance(by: .seconds(20 * day))
        let writer = bench.writer(keepDays: 10)
        try await fill(20...20, writer)
        await care(writer)
        for table in ["track", "fix", "milepost", "state"] {
            #expect(try days(table) == Array(11...20), "\(table)")
        }
        bench.clock.advance(by: .seconds(day - 1))
        try await fill(21...21, writer)
        await care(writer)
        #expect(try days("track") == Array(11...21))
        bench.clock.advance(by: .seconds(1))
        await care(writer)
        #expect(try days("track") == Array(12...21))
        #expect(bench.diary.said == [])
    }

    @Test("0 keeps all")
    func keepsAll() async throws {
        let writer = bench.writer()
        try await fill(0...3, writer)
        bench.clock.advance(by: .seconds(5000 * day))
        try await fill(5000...5000, writer)
        await care(writer)
        #expect(try days("fix") == [0, 1, 2, 3, 5000])
    }

    @Test("a clock that runs years ahead does not cost the history")
    func wrongClock() async throws {
        bench.clock.advance(by: .seconds(3650 * day))
        let writer = bench.writer(keepDays: 10)
        try await fill(0...5, writer)
        await care(writer)
        #expect(try days("fix") == [0, 1, 2, 3, 4, 5])
    }

    @Test(
        "what was deleted is purged 30 days later, or keep_days",
        arguments: [(0, 30), (40, 40), (7, 7)])
    func deleted(keepDays: Int, purgedAfter: Int) async throws {
        try await fill(0...5, bench.writer())
        bench.clock.advance(by: .seconds(5 * day))
        try HistoryEditor(path: bench.path).delete(at(4 * day)...at(5 * day - 1), at: at(5 * day))
        bench.clock.advance(by: .seconds(Double(purgedAfter) * day - 1))
        // Something newer, by which the age of the rest is told.
        let writer = bench.writer(keepDays: keepDays)
        await writer.receive(.track([try point(400 * day)]))
        await writer.receive(.fix(try fix(1, 400 * day)))
        await care(writer)
        // With keep_days it has gone by its age, deleted or not.
        #expect(try days("fix").contains(4) == (keepDays == 0))
        #expect(try bench.rows("SELECT count(*) FROM deleted") == [[1]])
        bench.clock.advance(by: .seconds(day))
        await care(writer)
        #expect(try days("fix").contains(4) == false)
        #expect(try bench.rows("SELECT count(*) FROM deleted") == [[0]])
    }

    @Test("the file shrinks, in pieces, and so does what lies beside it")
    func shrinks() async throws {
        let importer = bench.writer(.recordings)
        for number in 0..<20_000 { await importer.receive(.fix(try fix(number, Double(number)))) }
        await importer.receive(.track([try point(0, starts: true)]))
        await importer.finish()
        let before = try size()
        // Before the writer, which begins to care by itself.
        bench.clock.advance(by: .seconds(2 * day))
        let writer = bench.writer(keepDays: 1)
        await writer.receive(.track([try point(2 * day)]))
        await writer.receive(.fix(try fix(1, 2 * day)))
        await care(writer)
        #expect(
            try bench.rows("SELECT count(*), min(time) FROM fix") == [
                [1, .integer(at(2 * day).milliseconds)]
            ])
        #expect(bench.diary.said == [])
        await writer.finish()
        #expect(before > 1_500_000)
        #expect(try size() < 200_000)
        #expect(bench.folder.names == ["milepost.db"])
    }

    private func size() throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.path)
        return attributes[.size] as? Int ?? 0
    }

    @Test(
        "L16 what lies beside the file stays small, though a reader goes on while much is written")
    func sideFile() async throws {
        let writer = bench.writer()
        await writer.receive(.track(try (0..<5000).map { try point(Double($0)) }))
        let reader = try HistoryReader(path: bench.path)
        var cursor = reader.points(in: HistoryReader.always)
        #expect(try cursor.next().count == 4096)
        for start in stride(from: 5000, to: 205_000, by: 1000) {
            await writer.receive(.track(try (0..<1000).map { try point(Double(start + $0)) }))
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.path + "-wal")
        // A checkpoint comes at 1,000 pages of 4 KiB; before it there may be those of one commit.
        #expect(attributes[.size] as? Int ?? .max < 6_000_000)
        #expect(try cursor.next().first?.time == at(4096))
    }
}
