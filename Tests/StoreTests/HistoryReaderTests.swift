import Database
import Domain
import Foundation
import Store
import TestSupport
import Testing

@Suite("The reader of the history", .serialized)
struct HistoryReaderTests {
    let bench: Bench

    init() throws { bench = try Bench() }

    @Test("gives back every point as it was written, in order, while the writer has the file")
    func points() async throws {
        let writer = bench.writer()
        var points: [TrackPoint] = []
        for number in 0..<10_000 {
            var next = try point(Double(number) + 0.05, Double(number), starts: number % 7 == 0)
            next.altitude = number % 2 == 0 ? nil : Double(number) / 3
            next.speed = number % 3 == 0 ? nil : 0.1
            next.course = number % 5 == 0 ? nil : 359.9
            points.append(next)
        }
        await writer.receive(.track(points.reversed()))
        #expect(try bench.points() == points)
        #expect(try bench.points(at(5)...at(8.05)) == Array(points[5...8]))
        #expect(try bench.points(at(20_000)...at(30_000)) == [])
    }

    @Test("gives the mileposts of a range with the parts asked for")
    func mileposts() async throws {
        let writer = bench.writer()
        for number in 0..<250 {
            await writer.receive(
                .milepost(
                    milepost(
                        try fix(number, Double(number)), label: "place \(number)",
                        temperature: number % 2 == 0 ? 8.5 : nil)))
        }
        let reader = try HistoryReader(path: bench.path)
        #expect(try all(reader.mileposts(in: HistoryReader.always)).map(\.seq) == Array(0..<250))
        let some = try all(reader.mileposts(in: at(100)...at(101)))
        #expect(some.map(\.changed) == [["address", "weather"], ["address"]])
        #expect(some.map(\.address?.label) == ["place 100", "place 101"])
        #expect(some.map(\.weather?.temperature) == [8.5, nil])
        #expect(some[0].time == "2026-05-04T03:01:40.000Z")
        #expect(some[0].lat == 36.5)
        let bare = try all(reader.mileposts(in: at(100)...at(100), parts: [.weather]))
        #expect(bare.map(\.changed) == [["weather"]])
    }

    private func all(_ cursor: MilepostCursor) throws -> [Schema.Milepost] {
        var cursor = cursor
        var all: [Schema.Milepost] = []
        while case let chunk = try cursor.next(), !chunk.isEmpty { all += chunk }
        return all
    }

    @Test("an address holds until another is told, the weather for as long as it is fresh")
    func last() async throws {
        let writer = bench.writer()
        await writer.receive(.milepost(milepost(try fix(1, 0), label: "A", temperature: 8)))
        await writer.receive(.milepost(milepost(try fix(2, 10), temperature: 9)))
        await writer.receive(.milepost(milepost(try fix(3, 20), label: "B")))
        let reader = try HistoryReader(path: bench.path)
        #expect(try reader.address(at: at(-1)) == nil)
        #expect(try reader.address(at: at(0))?.label == "A")
        #expect(try reader.address(at: at(19))?.label == "A")
        #expect(try reader.address(at: at(20))?.label == "B")
        #expect(try reader.weather(at: at(20), age: 10)?.temperature == 9)
        #expect(try reader.weather(at: at(20), age: 9) == nil)
    }

    @Test("where no address was found none holds, but the weather told before does")
    func lacking() async throws {
        let writer = bench.writer()
        await writer.receive(.milepost(milepost(try fix(1, 0), label: "A", temperature: 8)))
        var lost = milepost(try fix(2, 10))
        lost.failures = [
            LookupFailure(part: .address, provider: "gazetteer", code: .notFound, message: "at sea")
        ]
        await writer.receive(.milepost(lost))
        let reader = try HistoryReader(path: bench.path)
        #expect(try reader.address(at: at(9))?.label == "A")
        #expect(try reader.address(at: at(10)) == nil)
        #expect(try reader.weather(at: at(10), age: 100)?.temperature == 8)
    }

    @Test("what is deleted is not read, and the line is not drawn across it; it comes back whole")
    func deletion() async throws {
        let writer = bench.writer()
        await writer.receive(.track(try (0..<10).map { try point(Double($0), starts: $0 == 0) }))
        for number in 0..<10 {
            let fix = try fix(number, Double(number))
            await writer.receive(.milepost(milepost(fix, label: "\(number)")))
        }
        let editor = try HistoryEditor(path: bench.path)
        try editor.delete(at(3)...at(5), at: at(100))
        let points = try bench.points()
        #expect(points.map(\.time) == [0, 1, 2, 6, 7, 8, 9].map(at))
        #expect(points.filter(\.startsSegment).map(\.time) == [at(0), at(6)])
        #expect(try bench.points(includingDeleted: true).count == 10)
        let reader = try HistoryReader(path: bench.path)
        #expect(
            try all(reader.mileposts(in: HistoryReader.always)).map(\.seq) == [0, 1, 2, 6, 7, 8, 9])
        #expect(try reader.address(at: at(2))?.label == "2")
        #expect(try reader.address(at: at(5)) == nil)
        #expect(try reader.address(at: at(6))?.label == "6")
        // Written again it stays deleted.
        await writer.receive(.track([try point(4)]))
        await writer.receive(.fix(try fix(4, 4)))
        #expect(try bench.points().count == 7)
        #expect(try editor.undelete(at(4)...at(4)))
        #expect(try bench.points().map(\.time) == [0, 1, 2, 4, 6, 7, 8, 9].map(at))
        #expect(try editor.undelete(at(0)...at(9)))
        #expect(try bench.points().filter(\.startsSegment).map(\.time) == [at(0)])
        #expect(try bench.points().count == 10)
        #expect(try editor.undelete(at(0)...at(9)) == false)
    }

    @Test("of what happened in a private zone neither path nor milepost nor address is read")
    func zones() async throws {
        let writer = bench.writer()
        await writer.receive(
            .track(try (0..<10).map { try point(Double($0), Double($0) * 100, starts: $0 == 0) }))
        for number in 0..<10 {
            let fix = try fix(number, Double(number), Double(number) * 100)
            await writer.receive(.milepost(milepost(fix, label: "\(number)", temperature: 8)))
        }
        let zone = PrivacyZone(try place(400), radius: 150)
        let reader = try HistoryReader(path: bench.path, zones: [zone])
        var cursor = reader.points(in: HistoryReader.always)
        let points = try cursor.next()
        #expect(points.map(\.time) == [0, 1, 2, 6, 7, 8, 9].map(at))
        #expect(points.filter(\.startsSegment).map(\.time) == [at(0), at(6)])
        #expect(
            try all(reader.mileposts(in: HistoryReader.always)).map(\.seq) == [0, 1, 2, 6, 7, 8, 9])
        #expect(try reader.address(at: at(2))?.label == "2")
        #expect(try reader.address(at: at(5)) == nil)
        #expect(try reader.weather(at: at(5), age: 10) == nil)
        #expect(try reader.address(at: at(6))?.label == "6")
    }

    @Test("a history of another version is refused with what to do")
    func version() async throws {
        _ = try Database(path: bench.path, migrations: ["CREATE TABLE t (x)"])
        #expect(throws: HistoryError.self) { try HistoryReader(path: bench.path) }
    }

    @Test("a place that is none is passed over")
    func badPlace() async throws {
        let writer = bench.writer()
        await writer.receive(.track([try point(0), try point(1), try point(2)]))
        await writer.receive(.fix(try fix(1, 2)))
        try bench.run("UPDATE track SET lat = 91 WHERE time = \(at(1).milliseconds)")
        #expect(try bench.points().map(\.time) == [at(0), at(2)])
    }
}
