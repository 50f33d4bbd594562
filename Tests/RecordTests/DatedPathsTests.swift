import CZlib
import Domain
import Foundation
import Record
import Testing

@Suite("Finished files", .serialized)
struct DatedPathsTests {
    private func receive(_ seq: Int, _ time: String, _ file: LogFile) async throws {
        await file.receive(try fixEvent(seq, at: "2026-05-\(time)Z"))
    }

    /// Read by zlib's own reader of gzip files.
    private func unzipped(_ path: String) throws -> Data {
        let file = try #require(gzopen(path, "rb"))
        defer { gzclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = gzread(file, &bytes, UInt32(bytes.count))
        return Data(bytes.prefix(Int(count)))
    }

    private func names(in bench: Bench) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: bench.directory).sorted()
    }

    @Test(
        "an hour after the day ended its file is compressed, with what came late in it",
        arguments: Format.allCases)
    func compresses(format: Format) async throws {
        let bench = try Bench()
        let file = try bench.logFile("%d", format, compresses: true)
        // Midnight in Seoul is 15:00 UTC.
        try await receive(1, "04T14:59:59", file)
        try await receive(2, "04T15:00:00", file)
        try await receive(3, "04T14:59:58", file)
        try await receive(4, "04T15:59:59", file)
        #expect(try names(in: bench) == ["04", "05"])
        let whole = try Data(contentsOf: URL(filePath: bench.path("04")))
        try await receive(5, "04T16:00:00", file)
        #expect(try names(in: bench) == ["04.gz", "05"])
        #expect(try unzipped(bench.path("04.gz")) == whole)
        let recordNames = try recordNames(format, whole)
        #expect(recordNames.map { $0.suffix(1) } == ["1", "3"])
        #expect(bench.said == [])
    }

    @Test("without the setting every file stays")
    func keeps() async throws {
        let bench = try Bench()
        let file = try bench.logFile("%d", .gpx)
        try await receive(1, "04T14:59:59", file)
        try await receive(2, "06T15:00:00", file)
        try await receive(3, "06T17:00:00", file)
        #expect(try names(in: bench) == ["04", "07"])
    }

    @Test("what comes for a compressed day goes to a new file of its name, and both stay")
    func late() async throws {
        let bench = try Bench()
        let file = try bench.logFile("%d", .gpx, compresses: true)
        try await receive(1, "04T10:00:00", file)
        try await receive(2, "05T10:00:00", file)
        try await receive(3, "05T12:00:00", file)
        let zipped = try unzipped(bench.path("04.gz"))
        try await receive(4, "04T11:00:00", file)
        #expect(try bench.names("04", .gpx) == ["fix 4"])
        // The next run finds both, and has nothing to put in the place of either.
        let next = try bench.logFile("%d", .gpx, compresses: true)
        try await receive(5, "04T16:00:00", next)
        #expect(try names(in: bench) == ["04", "04.gz", "05"])
        #expect(try unzipped(bench.path("04.gz")) == zipped)
    }

    @Test(
        "L01 the file of an earlier day is mended and compressed when the next run begins another")
    func earlier() async throws {
        for compresses in [false, true] {
            let bench = try Bench()
            try await receive(1, "04T10:00:00", try bench.logFile("%d.gpx", .gpx))
            let whole = try bench.read("04.gpx")
            try bench.put(String(whole.dropLast(5)), "04.gpx")
            let file = try bench.logFile("%d.gpx", .gpx, compresses: compresses)
            // Nine days later.
            try await receive(2, "13T10:00:00", file)
            #expect(try names(in: bench) == ["04.gpx\(compresses ? ".gz" : "")", "13.gpx"])
            let mended =
                compresses
                ? try unzipped(bench.path("04.gpx.gz")) : Data(try bench.read("04.gpx").utf8)
            #expect(mended == Data(whole.utf8))
        }
    }

    @Test("L09 compressed files and foreign ones are never taken for one to be compressed")
    func foreign() async throws {
        let bench = try Bench()
        let others = ["03.gpx", "04.gpx.gz", "04.gpx.gz.1", "04.gpx.99999999999"]
        for name in others { try bench.put("not ours", name) }
        let file = try bench.logFile("%d.gpx", .gpx, compresses: true)
        for day in 4...7 { try await receive(day, "0\(day)T10:00:00", file) }
        for name in others { #expect(try bench.read(name) == "not ours") }
        #expect(
            try names(in: bench)
                == (others + ["04.gpx", "05.gpx.gz", "06.gpx", "07.gpx"]).sorted())
        #expect(
            bench.said == [
                "warning the finished log \(bench.path("04.gpx")) stays as it is: File exists"
            ])
    }

    @Test(
        "only a file is compressed, and what lies under the new name is no file of ours to write to"
    )
    func links() async throws {
        let bench = try Bench()
        try bench.put("theirs", "victim")
        symlink(bench.path("victim"), bench.path("04.gz.new"))
        mkfifo(bench.path("05"), 0o600)
        // Held open, or who writes would wait for a reader.
        let pipe = open(bench.path("05"), O_RDWR)
        defer { close(pipe) }
        let file = try bench.logFile("%d", .jsonl, compresses: true)
        for day in 4...7 { try await receive(day, "0\(day)T10:00:00", file) }
        #expect(try bench.read("victim") == "theirs")
        #expect(try names(in: bench) == ["04.gz", "05", "06", "07", "victim"])
        #expect(bench.said.allSatisfy { $0.contains(bench.path("05")) })
    }

    @Test("F06 a date far ahead, which then runs back, keeps no later file from being compressed")
    func future() async throws {
        let bench = try Bench()
        let file = try bench.logFile("%Y-%d", .jsonl, compresses: true)
        try await receive(1, "04T10:00:00", file)
        await file.receive(try fixEvent(2, at: "2046-01-01T10:00:00Z"))
        try await receive(3, "04T10:00:01", file)
        try await receive(4, "05T10:00:00", file)
        try await receive(5, "05T12:00:00", file)
        #expect(try names(in: bench).contains("2026-04.gz"))
    }

    @Test("a day that comes again after a month is not compressed while it is written")
    func again() async throws {
        let bench = try Bench()
        let file = try bench.logFile("%H", .gpx, compresses: true)
        // The hour comes again when its file would be due.
        try await receive(1, "04T10:00:00", file)
        try await receive(2, "04T11:00:00", file)
        try await receive(3, "05T10:30:00", file)
        #expect(try names(in: bench).contains("19"))
        #expect(try bench.names("19", .gpx) == ["fix 1", "fix 3"])
    }
}
