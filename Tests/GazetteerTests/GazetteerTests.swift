import Database
import Domain
import Foundation
import Gazetteer
import Glibc
import TestSupport
import Testing

@Suite("Gazetteer", .timeLimit(.minutes(10)))
struct GazetteerTests {
    private static let nearBerlin = Coordinate(latitude: 52.52, longitude: 13.41)

    private func city(_ gazetteer: Gazetteer) async throws -> String? {
        let place = try #require(Self.nearBerlin)
        return try await gazetteer.address(Query(coordinate: place, language: .en)).city
    }

    @Test("imports at its first use, and not again as long as the data stays")
    func once() async throws {
        let sample = try Sample()
        let diary = Diary()
        #expect(try await city(sample.gazetteer(diary: diary)) == "Berlin")
        #expect(try await city(sample.gazetteer(diary: diary)) == "Berlin")
        #expect(diary.said.filter { $0.hasPrefix("importing") }.count == 1)
        #expect(sample.state.names == ["gazetteer.db"])
    }

    @Test("imports again when the data is another")
    func again() async throws {
        let sample = try Sample()
        #expect(try await city(sample.gazetteer()) == "Berlin")
        try sample.write([Sample.line("g9", "Potsdam", "Brandenburg", "DE", 52.52, 13.41, 1000)])
        #expect(try await city(sample.gazetteer()) == "Potsdam")
        #expect(sample.state.names == ["gazetteer.db"])
    }

    @Test("tells several callers of one import how far it is")
    func progress() async throws {
        let sample = try Sample()
        let diary = Diary()
        let gazetteer = sample.gazetteer(diary: diary)
        let told = Locked<[Int]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    try await gazetteer.prepare { done, _ in told.change { $0.append(done) } }
                }
            }
            try await group.waitForAll()
        }
        #expect(told.value.contains(2))
        #expect(told.value.allSatisfy { 0...2 ~= $0 })
        #expect(diary.said.filter { $0.hasPrefix("importing") }.count == 1)
    }

    @Test("knows no zone while it imports, and does not wait for it; who is cancelled goes on")
    func zoneWhileImporting() async throws {
        let sample = try Sample()
        let gazetteer = sample.gazetteer()
        let place = try #require(Self.nearBerlin)
        let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let preparation = Task {
            try await gazetteer.prepare { done, _ in
                guard done == 0 else { return }
                begun.signal()
                go.wait()
            }
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                begun.wait()
                continuation.resume()
            }
        }
        #expect(await gazetteer.zone(at: place) == nil)
        let waiting = Task { try await gazetteer.address(Query(coordinate: place, language: .en)) }
        waiting.cancel()
        await #expect {
            _ = try await waiting.value
        } throws: {
            ($0 as? LookupFailure)?.code == .network
        }
        go.signal()
        try await preparation.value
        #expect(await gazetteer.zone(at: place) == .utc)
        #expect(sample.state.names == ["gazetteer.db"])
    }

    @Test("fails with the reason, and tries again only after a while")
    func backoff() async throws {
        let sample = try Sample()
        let clock = TestClock()
        let time = TimeSource(clock: clock, random: { 0 })
        let gazetteer = sample.gazetteer(time: time)
        try FileManager.default.removeItem(atPath: sample.data.file("places.tsv"))
        let place = try #require(Self.nearBerlin)
        func isRefused() async -> Bool {
            do {
                _ = try await gazetteer.address(Query(coordinate: place, language: .en))
                return false
            } catch {
                return error.code == .server && error.message.contains(sample.data.path)
                    && error.provider == "gazetteer" && error.part == .address
            }
        }
        #expect(await isRefused())
        try sample.write([Sample.berlin])
        #expect(await isRefused())
        #expect(await gazetteer.zone(at: place) == nil)
        // Half of the first wait of 60 s is fixed, the rest is chance, here none.
        clock.advance(by: .seconds(29))
        #expect(await isRefused())
        clock.advance(by: .seconds(1))
        #expect(try await city(gazetteer) == "Berlin")
        #expect(sample.state.names == ["gazetteer.db"])
    }

    @Test("needs no data once the database is made")
    func withoutData() async throws {
        let sample = try Sample()
        #expect(try await city(sample.gazetteer()) == "Berlin")
        try FileManager.default.removeItem(atPath: sample.data.file("places.tsv"))
        #expect(try await city(sample.gazetteer()) == "Berlin")
        #expect(sample.data.names == ["countries.tsv"])
    }

    @Test("takes a database of another layout for none, with data and without")
    func otherLayout() async throws {
        let sample = try Sample()
        #expect(try await city(sample.gazetteer()) == "Berlin")
        try Database(scratch: sample.database).run("UPDATE about SET layout = 0")
        try FileManager.default.removeItem(atPath: sample.data.file("places.tsv"))
        let gazetteer = sample.gazetteer()
        await #expect {
            try await gazetteer.prepare()
        } throws: {
            ($0 as? GazetteerError)?.code == .noData
        }
        try sample.write([Sample.berlin])
        #expect(try await city(sample.gazetteer()) == "Berlin")
        #expect(sample.state.names == ["gazetteer.db"])
    }

    @Test("keeps to the older places, and says so, when new data is damaged")
    func damagedData() async throws {
        let sample = try Sample()
        #expect(try await city(sample.gazetteer()) == "Berlin")
        try sample.write(["nonsense"])
        let diary = Diary()
        #expect(try await city(sample.gazetteer(diary: diary)) == "Berlin")
        #expect(
            diary.said.contains { $0.contains("not brought up to date") && $0.contains("line 2") })
        #expect(sample.state.names == ["gazetteer.db"])
    }

    @Test("L14 imports anew instead of a damaged database, and keeps none", arguments: [0, 2])
    func damagedDatabase(page: Int) async throws {
        let sample = try Sample()
        #expect(try await city(sample.gazetteer()) == "Berlin")
        let file = try #require(FileHandle(forUpdatingAtPath: sample.database))
        let size = try file.seekToEnd()
        // Page 0 is met when it is opened; without all pages from the third on, when it is read.
        try file.seek(toOffset: UInt64(page * 4096))
        let count = page == 0 ? 4096 : Int(size) - page * 4096
        try file.write(contentsOf: Data(repeating: 0x55, count: count))
        try file.close()
        // A side file of the damaged one would be taken for the new one's.
        #expect(FileManager.default.createFile(atPath: sample.database + "-wal", contents: nil))
        let diary = Diary()
        #expect(try await city(sample.gazetteer(diary: diary)) == "Berlin")
        #expect(sample.state.names == ["gazetteer.db"])
        #expect(diary.said.contains { $0.contains(sample.database) && $0.contains("is not kept") })
    }

    @Test("imports anew instead of what is no database of places, and says so")
    func foreignFile() async throws {
        let sample = try Sample()
        try "my notes".write(toFile: sample.database, atomically: true, encoding: .utf8)
        let diary = Diary()
        #expect(try await city(sample.gazetteer(diary: diary)) == "Berlin")
        #expect(sample.state.names == ["gazetteer.db"])
        #expect(diary.said.contains { $0.contains(sample.database) && $0.contains("is not kept") })
    }

    @Test("does not wait for a pipe in place of the database")
    func pipe() async throws {
        let sample = try Sample()
        #expect(mkfifo(sample.database, 0o600) == 0)
        let diary = Diary()
        #expect(try await city(sample.gazetteer(diary: diary)) == "Berlin")
        #expect(diary.said.contains { $0.contains("\(sample.database) is not a regular file") })
        #expect(sample.state.names == ["gazetteer.db"])
    }

    @Test("answers that nothing is near in the middle of the sea")
    func nothingNear() async throws {
        let sample = try Sample()
        let gazetteer = sample.gazetteer()
        let sea = try #require(Coordinate(latitude: 0, longitude: -150))
        await #expect {
            _ = try await gazetteer.address(Query(coordinate: sea, language: .en))
        } throws: {
            let failure = $0 as? LookupFailure
            return failure?.code == .notFound && failure?.message == "no known place within 100 km"
        }
        #expect(await gazetteer.zone(at: sea) == nil)
        #expect(sample.state.names == ["gazetteer.db"])
    }

    @Test("names who the places are from")
    func attribution() {
        #expect(
            Gazetteer.attribution.contains { $0.contains("GeoNames") && $0.contains("CC BY 4.0") })
        #expect(
            Gazetteer.attribution.contains {
                $0.contains("National Geographic Information Institute")
            })
    }
}
