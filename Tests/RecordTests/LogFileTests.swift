import Domain
import Foundation
import Record
import Testing

@Suite("Log file", .serialized)
struct LogFileTests {
    // Midnight in Seoul is 15:00 UTC.
    @Test("L06 a fix goes to the file of its own day in the zone of the log, however late it comes")
    func midnight() async throws {
        let bench = try Bench()
        let file = try bench.logFile("%Y/%m-%d.jsonl")
        let times = ["14:59:58", "14:59:59", "15:00:00", "15:00:01", "14:59:57"]
        for (index, time) in times.enumerated() {
            await file.receive(try fixEvent(index, at: "2026-05-04T\(time)Z"))
        }
        await file.receive(try fixEvent(5, at: "2026-05-04T15:00:02Z"))
        #expect(try bench.seqs("2026/05-04.jsonl") == [0, 1, 4])
        #expect(try bench.seqs("2026/05-05.jsonl") == [2, 3, 5])
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.path("2026")).count == 2)
    }

    @Test(
        "L06 each point of the track goes to the file of its own day, and the line goes on there",
        arguments: [Format.csv, .gpx, .geojson])
    func track(format: Format) async throws {
        let bench = try Bench()
        let file = try bench.logFile("%d", format)
        let points = try ["14:59:58", "14:59:59", "15:00:00", "15:00:01"].enumerated().map {
            var point = try Samples.point($0, startsSegment: $0 == 0)
            point.time = try #require(Timestamp(rfc3339: "2026-05-04T\($1).000Z"))
            return point
        }
        await file.receive(.track(points))
        await file.receive(.trackHead(points[0]))
        let times = points.map { "track \($0.time.rfc3339)" }
        #expect(try bench.names("04", format) == Array(times[..<2]))
        #expect(try bench.names("05", format) == Array(times[2...]))
        if format == .geojson {
            #expect(try !bench.read("05").contains("\"Point\""))
        }
    }

    @Test("L06 a milepost stands in the file of its fix")
    func milepost() async throws {
        let bench = try Bench()
        let file = try bench.logFile("%d.jsonl")
        var late = Milepost(
            fix: try Samples.fix(
                seq: 1, time: try #require(Timestamp(rfc3339: "2026-05-04T14:59:59Z"))))
        late.failures = [
            LookupFailure(part: .address, provider: "p", code: .timeout, message: "m")
        ]
        await file.receive(.fix(late.fix))
        await file.receive(try fixEvent(2, at: "2026-05-04T15:00:00Z"))
        await file.receive(.milepost(late))
        #expect(try bench.seqs("04.jsonl") == [1, 1])
        #expect(try bench.seqs("05.jsonl") == [2])
    }

    @Test("L08 a time that no fix vouches for names no file; its record waits for the first fix")
    func untrustedTime() async throws {
        let bench = try Bench()
        let file = try bench.logFile("%Y.jsonl")
        await file.receive(stateEvent(.waitingForGpsd))
        await file.receive(
            .rejected(
                Fix(source: .gpsd, mode: .threeD, time: Timestamp(milliseconds: 0)),
                [.implausibleTime]))
        #expect(await file.pending == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.directory).isEmpty)
        await file.receive(try fixEvent(1, at: "2026-05-04T03:02:01Z"))
        await file.receive(stateEvent(.stale))
        #expect(await file.pending == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: bench.directory) == ["2026.jsonl"])
        let types = try bench.read("2026.jsonl").split(separator: "\n").map {
            $0.contains("\"fix\"") ? "fix" : $0.contains("rejected") ? "rejected" : "state"
        }
        #expect(types == ["state", "rejected", "fix", "state"])
    }

    @Test("L08 a coordinate set by hand before the clock is set waits for a fix that has a time")
    func unsetClock() async throws {
        let bench = try Bench()
        let file = try bench.logFile("%Y.jsonl")
        await file.receive(try fixEvent(1, at: "1970-01-01T00:00:20Z"))
        #expect(await file.pending == 1)
        await file.receive(try fixEvent(2, at: "2026-05-04T03:02:01Z"))
        #expect(try bench.seqs("2026.jsonl") == [1, 2])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: bench.directory) == ["2026.jsonl"])
    }

    @Test("what has no fix goes where the newest fix went, not the latest written one")
    func newest() async throws {
        let bench = try Bench()
        let file = try bench.logFile("%d.jsonl")
        await file.receive(try fixEvent(1, at: "2026-05-04T15:00:00Z"))
        await file.receive(try fixEvent(2, at: "2026-05-04T14:59:59Z"))
        await file.receive(stateEvent(.stale))
        #expect(try bench.read("05.jsonl").split(separator: "\n").count == 2)
        #expect(try bench.read("04.jsonl").split(separator: "\n").count == 1)
    }

    @Test("L11 a file that cannot be written keeps no other one waiting")
    func otherFile() async throws {
        let bench = try Bench()
        try FileManager.default.createDirectory(
            atPath: bench.path("04"), withIntermediateDirectories: false)
        let file = try bench.logFile("%d", .jsonl)
        for day in 4...6 {
            await file.receive(try fixEvent(day, at: "2026-05-0\(day)T03:00:00Z"))
        }
        #expect(await file.pending == 1)
        #expect(try bench.names("05", .jsonl) == ["fix 5"])
        #expect(try bench.names("06", .jsonl) == ["fix 6"])
        try FileManager.default.removeItem(atPath: bench.path("04"))
        await file.retry()
        #expect(try bench.names("04", .jsonl) == ["fix 4"])
        #expect(await file.pending == 0)
    }

    @Test("a run without any fix says that its log has no file")
    func noFix() async throws {
        let bench = try Bench()
        let file = try bench.logFile("%Y.jsonl")
        await file.receive(stateEvent(.noDevice))
        await file.finish()
        #expect(
            bench.said == [
                "info the log \(bench.path("%Y.jsonl")) has no file: no fix came whose date could name it"
            ])
    }

    @Test("a path without a date takes everything at once, and text is appended")
    func constant() async throws {
        let bench = try Bench()
        try bench.put("before\n", "log.txt")
        let file = try bench.logFile("log.txt", .text)
        await file.receive(try fixEvent(1, at: "2026-05-04T03:02:01Z"))
        let text = try Samples.renderer(.en).render(try fixEvent(1, at: "2026-05-04T03:02:01Z"))
        #expect(try bench.read("log.txt") == "before\n" + text)
    }

    @Test("others may not read where somebody went")
    func rights() async throws {
        let bench = try Bench()
        let file = try bench.logFile("a/b/log.jsonl")
        await file.receive(try fixEvent(1, at: "2026-05-04T03:02:01Z"))
        for (name, most) in [("a", 0o750), ("a/b", 0o750), ("a/b/log.jsonl", 0o640)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: bench.path(name))
            let mode = try #require(attributes[.posixPermissions] as? NSNumber).intValue
            #expect(mode & ~most == 0)
        }
    }

    @Test("L10 after a rotation SIGHUP's reopen writes to the new file")
    func reopen() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log.jsonl")
        await file.receive(try fixEvent(1, at: "2026-05-04T03:02:01Z"))
        try FileManager.default.moveItem(atPath: bench.path("log.jsonl"), toPath: bench.path("old"))
        await file.reopen()
        await file.receive(try fixEvent(2, at: "2026-05-04T03:02:02Z"))
        #expect(try bench.seqs("old") == [1])
        #expect(try bench.seqs("log.jsonl") == [2])
    }

    @Test("L10 a file that was moved, replaced or removed is noticed without a signal")
    func vanished() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log.jsonl")
        await file.receive(try fixEvent(1, at: "2026-05-04T03:02:01Z"))
        try FileManager.default.removeItem(atPath: bench.path("log.jsonl"))
        await file.receive(try fixEvent(2, at: "2026-05-04T03:02:02Z"))
        #expect(try bench.seqs("log.jsonl") == [2])
        try FileManager.default.moveItem(atPath: bench.path("log.jsonl"), toPath: bench.path("old"))
        try bench.put("", "log.jsonl")
        await file.receive(try fixEvent(3, at: "2026-05-04T03:02:03Z"))
        #expect(try bench.seqs("old") == [2])
        #expect(try bench.seqs("log.jsonl") == [3])
    }

    @Test("L10 a file cut to nothing in place is written from its beginning, without a gap")
    func copyTruncate() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log.jsonl")
        await file.receive(try fixEvent(1, at: "2026-05-04T03:02:01Z"))
        let handle = try #require(FileHandle(forWritingAtPath: bench.path("log.jsonl")))
        try handle.truncate(atOffset: 0)
        try handle.close()
        await file.receive(try fixEvent(2, at: "2026-05-04T03:02:02Z"))
        #expect(try bench.seqs("log.jsonl") == [2])
    }

    @Test("L21 a name with line ends of every kind stays one record")
    func oneRecordOneLine() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log.jsonl")
        var milepost = Milepost(fix: try Samples.fix())
        milepost.address = Address(label: "a\nb\rc\u{2028}d\u{85}e\tf", provider: "p")
        milepost.changed = [.address]
        await file.receive(.milepost(milepost))
        await file.receive(.fix(milepost.fix))
        let lines = try bench.read("log.jsonl").components(separatedBy: .newlines)
        #expect(lines.count == 3)
        let back = try JSONDecoder().decode(Schema.Milepost.self, from: Data(lines[0].utf8))
        #expect(back.address?.label == milepost.address?.label)
    }
}
