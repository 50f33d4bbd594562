import Domain
import Foundation
import Glibc
import Record
import Synchronization
import Testing

/// A file that a killed process or a power cut left in the middle of a write, and what the next run makes of it.
@Suite("Torn file", .serialized)
struct TornFileTests {
    /// One write as the system got it: where, what, and the file before it.
    private struct Write {
        var offset: Int
        var bytes: Data
        var before: Data

        /// Numbers of bytes that may have arrived; fewer of the blanks that make room.
        func cuts(every step: Int = 1) -> some Sequence<Int> {
            let isRoom = bytes.allSatisfy { $0 == UInt8(ascii: " ") }
            return stride(from: 0, through: bytes.count, by: isRoom ? 4001 : step)
        }

        /// The file when only the first `count` bytes arrived; with zeros for the rest when a disk lost them.
        func torn(_ count: Int, zeros: Bool = false) -> Data {
            let rest = Data(count: zeros ? bytes.count - count : 0)
            let written = before.prefix(offset) + bytes.prefix(count) + rest
            return written + before.dropFirst(written.count)
        }
    }

    /// Each is told after the one before it; every format has something for most of them.
    private func events() throws -> [Event] {
        [
            // Set by hand: before any point of the track.
            .fix(try Samples.fix(seq: 1)),
            .track([try Samples.point(0, startsSegment: true)]),
            .milepost(try Samples.milepost(seq: 2, label: "A & B, \"서울\"")),
            .track([
                try Samples.point(1, altitude: nil), try Samples.point(2),
                try Samples.point(3, startsSegment: true),
            ]),
        ]
    }

    private func writes(_ format: Format) async throws -> [Write] {
        let bench = try Bench()
        let calls = Mutex<[Write]>([])
        let path = bench.path("log")
        let file = LogFile(
            pattern: try PathPattern(path), encoder: try bench.encoder(format), log: bench.log
        ) { descriptor, bytes in
            let offset = lseek(descriptor, 0, SEEK_CUR)
            let before = FileManager.default.contents(atPath: path) ?? Data()
            calls.withLock {
                $0.append(Write(offset: offset, bytes: Data(bytes), before: before))
            }
            return Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        }
        for event in try events() { await file.receive(event) }
        return calls.withLock { $0 }
    }

    /// The names in a torn file after the next run has added one more fix.
    private func mended(_ torn: Data, _ format: Format, _ bench: Bench) async throws -> [String] {
        try torn.write(to: URL(filePath: bench.path("log")))
        let file = try bench.logFile("log", format)
        await file.receive(.fix(try Samples.fix(seq: 99)))
        await file.finish()
        let bytes = try #require(FileManager.default.contents(atPath: bench.path("log")))
        return try recordNames(format, bytes)
    }

    @Test(
        "L01 cut at any byte of any write, a file is made valid, keeps every whole record and is continued",
        arguments: Format.allCases)
    func anyByte(format: Format) async throws {
        let bench = try Bench()
        let writes = try await writes(format)
        // Those of GPX and GeoJSON have one more, which makes room.
        #expect(writes.count == (format.isDocument ? format == .csv ? 4 : 5 : 2))
        for write in writes {
            let before = write.before.isEmpty ? [] : try recordNames(format, write.before)
            let after = try recordNames(format, write.torn(write.bytes.count))
            let added = after.dropFirst(before.count)
            for count in write.cuts() {
                let names = try await mended(write.torn(count), format, bench)
                let whole = before + added.prefix(lines(write, count, format))
                switch format {
                case .csv, .gpx, .geojson: #expect(names == whole + [last(format)], "\(count)")
                case .jsonl:
                    // A record that lacks only its line end is whole too.
                    let isWhole = count == write.bytes.count - 1
                    #expect(names == (isWhole ? after : whole) + [last(format)], "\(count)")
                case .text:
                    // Half a text may still tell something, and stays.
                    #expect(names.starts(with: before) && names.last == last(format), "\(count)")
                }
            }
        }
        #expect(bench.said == [])
    }

    @Test(
        "zeros that a power cut left for the end of a write are removed",
        arguments: [Format.jsonl, .csv, .gpx, .geojson])
    func zeros(format: Format) async throws {
        let bench = try Bench()
        for write in try await writes(format) {
            let before = write.before.isEmpty ? [] : try recordNames(format, write.before)
            let added = try recordNames(format, write.torn(write.bytes.count)).dropFirst(
                before.count)
            // Not every byte, as these are the same cuts once more.
            for count in write.cuts(every: 13) {
                let names = try await mended(write.torn(count, zeros: true), format, bench)
                let whole = before + added.prefix(lines(write, count, format))
                #expect(names == whole + [last(format)], "\(count)")
            }
        }
    }

    @Test(
        "zeros in the midst of a file are left where they are, with all that follows; what comes goes beside it",
        arguments: [Format.csv, .gpx, .geojson])
    func zerosWithin(format: Format) async throws {
        let bench = try Bench()
        var file = Data()
        let log = try bench.logFile("log", format)
        for number in 1...20 { await log.receive(.fix(try Samples.fix(seq: number))) }
        file = try Data(contentsOf: URL(filePath: bench.path("log")))
        file[file.withoutRoom.count / 10] = 0
        try file.write(to: URL(filePath: bench.path("log")))
        let next = try bench.logFile("log", format)
        await next.receive(.fix(try Samples.fix(seq: 21)))
        #expect(try Data(contentsOf: URL(filePath: bench.path("log"))) == file)
        #expect(bench.said.count == 1)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: bench.directory).count == 2)
    }

    @Test(
        "what was cut off at any length is mended, as on a disk that lost the newest blocks",
        arguments: [Format.csv, .gpx, .geojson])
    func truncated(format: Format) async throws {
        let bench = try Bench()
        let writes = try await writes(format)
        let last = try #require(writes.last)
        let whole = last.torn(last.bytes.count).withoutRoom
        for count in stride(from: 0, through: whole.count, by: 7) {
            let names = try await mended(whole.prefix(count), format, bench)
            let lines = whole.prefix(count).filter { $0 == UInt8(ascii: "\n") }.count
            #expect(names.count == max(0, lines - headLines(format)) + 1)
        }
    }

    @Test(
        "a document that an editor ended with a line end is continued",
        arguments: [Format.gpx, .geojson])
    func lineEnd(format: Format) async throws {
        let bench = try Bench()
        let writes = try await writes(format)
        let last = try #require(writes.last)
        let whole = last.torn(last.bytes.count)
        let names = try await mended(whole + Data("\n".utf8), format, bench)
        let expected = try recordNames(format, whole) + [self.last(format)]
        #expect(names == expected)
    }

    /// Whole lines of records among the first `count` bytes of a write.
    private func lines(_ write: Write, _ count: Int, _ format: Format) -> Int {
        let all = write.bytes.prefix(count).filter { $0 == UInt8(ascii: "\n") }.count
        return max(0, all - (write.before.isEmpty ? headLines(format) : 0))
    }

    private func last(_ format: Format) -> String { format == .text ? "event 99" : "fix 99" }

    /// Lines before the first record of a new file, counted by hand.
    private func headLines(_ format: Format) -> Int {
        switch format {
        case .text, .jsonl: 0
        case .csv, .geojson: 1
        case .gpx: 3
        }
    }
}

extension Data {
    /// Without the blanks behind the tail.
    fileprivate var withoutRoom: Data {
        prefix((lastIndex { $0 != UInt8(ascii: " ") } ?? -1) + 1)
    }
}
