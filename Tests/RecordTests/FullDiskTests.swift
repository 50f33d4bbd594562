import Domain
import Foundation
import Record
import Testing

@Suite("Log file on a disk that cannot be written", .serialized)
struct FullDiskTests {
    private func fixes(_ range: Range<Int>, to file: LogFile) async throws {
        for seq in range { await file.receive(try fixEvent(seq, at: "2026-05-04T03:02:01Z")) }
    }

    private func kept(_ path: String, _ reason: String) -> String {
        "error cannot write the log \(path): \(reason); the newest 1000 records are kept until it can be "
            + "written: make space or give the right to write there"
    }

    @Test(
        "L12 says it once, keeps the records and writes them all when there is space, in their order"
    )
    func recovers() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log.jsonl")
        try await fixes(0..<2, to: file)
        bench.setRoom(0)
        try await fixes(2..<22, to: file)
        #expect(try bench.seqs("log.jsonl") == [0, 1])
        #expect(await file.pending == 20)
        bench.setRoom(nil)
        try await fixes(22..<42, to: file)
        #expect(try bench.seqs("log.jsonl") == Array(0..<42))
        let path = bench.path("log.jsonl")
        #expect(
            bench.said == [
                kept(path, "No space left on device"), "info the log \(path) is written again",
            ])
    }

    @Test("L12 writing goes on by itself, without a new record", .timeLimit(.minutes(10)))
    func retries() async throws {
        let bench = try Bench()
        let file = LogFile(
            pattern: try PathPattern(bench.path("log.jsonl")), encoder: try bench.encoder(),
            log: bench.log, retryAfter: 0, write: bench.write)
        bench.setRoom(0)
        try await fixes(0..<1, to: file)
        bench.setRoom(nil)
        // Each look takes its turn on the queue that the next try is waiting on.
        while await file.pending > 0, !Task.isCancelled { await Task.yield() }
        #expect(try bench.seqs("log.jsonl") == [0])
    }

    @Test("L12 a pipe that nobody empties is like a full disk, and later gets everything whole")
    func fullPipe() async throws {
        let bench = try Bench()
        let path = bench.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let file = try bench.logFile("pipe")
        // Some 100 kB; a pipe holds 64 KiB.
        try await fixes(0..<400, to: file)
        #expect(await file.pending > 0)
        var text: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let isLast = await file.pending == 0
            let count = read(reader, &bytes, bytes.count)
            text += bytes.prefix(max(0, count))
            if isLast { break }
            await file.retry()
        }
        try bench.put(String(decoding: text, as: UTF8.self), "copy")
        #expect(try bench.seqs("copy") == Array(0..<400))
    }

    @Test("L12 SIGHUP's reopen tries at once what waits")
    func reopen() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log.jsonl")
        bench.setRoom(0)
        try await fixes(0..<1, to: file)
        bench.setRoom(nil)
        await file.reopen()
        #expect(try bench.seqs("log.jsonl") == [0])
    }

    @Test("L12 of a record that did not fit nothing stays", arguments: [1, 100, 200])
    func partial(bytes: Int) async throws {
        let bench = try Bench()
        let file = try bench.logFile("log.jsonl")
        try await fixes(0..<1, to: file)
        bench.setRoom(bytes)
        try await fixes(1..<2, to: file)
        #expect(try bench.seqs("log.jsonl") == [0])
        bench.setRoom(nil)
        try await fixes(2..<3, to: file)
        #expect(try bench.seqs("log.jsonl") == [0, 1, 2])
    }

    @Test(
        "L12 a document stays whole when a record does not fit, and takes it when there is space",
        arguments: [Format.csv, .gpx, .geojson])
    func document(format: Format) async throws {
        for room in [0, 1, 20, 100] {
            let bench = try Bench()
            let file = try bench.logFile("log", format)
            await file.receive(.track([try Samples.point(0, startsSegment: true)]))
            let before = try bench.read("log")
            bench.setRoom(room)
            await file.receive(.fix(try Samples.fix(seq: 1)))
            #expect(try bench.read("log") == before)
            #expect(bench.said.count == 1)
            await file.receive(.track([try Samples.point(1)]))
            bench.setRoom(nil)
            await file.retry()
            let times = ["2026-11-30T05:03:07.000Z", "2026-11-30T05:03:08.000Z"]
            #expect(
                try bench.names("log", format)
                    == ["track \(times[0])", "fix 1", "track \(times[1])"])
        }
    }

    @Test("L12 of a new document that did not fit nothing stays", arguments: [1, 50, 200])
    func newDocument(room: Int) async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", .gpx)
        bench.setRoom(room)
        await file.receive(.fix(try Samples.fix(seq: 1)))
        #expect(try bench.read("log") == "")
        bench.setRoom(nil)
        await file.retry()
        #expect(try bench.names("log", .gpx) == ["fix 1"])
    }

    @Test("a write that the system splits is finished, as there is space")
    func split() async throws {
        let bench = try Bench()
        let file = LogFile(
            pattern: try PathPattern(bench.path("log.jsonl")), encoder: try bench.encoder(),
            log: bench.log, write: { bench.write($0, .init(rebasing: $1.prefix(7))) })
        try await fixes(0..<3, to: file)
        #expect(try bench.seqs("log.jsonl") == [0, 1, 2])
    }

    @Test("L12 keeps the newest thousand and tells how many were lost")
    func bounded() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log.jsonl")
        bench.setRoom(0)
        try await fixes(0..<1_005, to: file)
        #expect(await file.pending == 1_000)
        bench.setRoom(nil)
        await file.retry()
        #expect(try bench.seqs("log.jsonl") == Array(5..<1_005))
        #expect(
            bench.said.last
                == "warning records lost for the log \(bench.path("log.jsonl")): 5")
    }

    @Test("L12 at the end what could not be written is told as lost")
    func finish() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log.jsonl")
        bench.setRoom(0)
        try await fixes(0..<3, to: file)
        await file.finish()
        // A try that was due before the end has nothing to tell any more.
        await file.retry()
        #expect(
            bench.said.last
                == "warning records lost for the log \(bench.path("log.jsonl")): 3")
    }

    @Test(
        "L12 the device that is always full harms nothing, and a real file in its place takes all")
    func devFull() async throws {
        let bench = try Bench()
        let path = bench.path("log.jsonl")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
        let file = LogFile(
            pattern: try PathPattern(path), encoder: try bench.encoder(), log: bench.log)
        try await fixes(0..<5, to: file)
        #expect(await file.pending == 5)
        #expect(bench.said == [kept(path, "No space left on device")])
        try FileManager.default.removeItem(atPath: path)
        await file.retry()
        #expect(try bench.seqs("log.jsonl") == [0, 1, 2, 3, 4])
    }

    @Test("L11 a path that cannot be made is said once, and used as soon as it can be")
    func noDirectory() async throws {
        let bench = try Bench()
        try bench.put("a file", "folder")
        let file = try bench.logFile("folder/log.jsonl")
        try await fixes(0..<3, to: file)
        #expect(bench.said == [kept(bench.path("folder/log.jsonl"), "Not a directory")])
        try FileManager.default.removeItem(atPath: bench.path("folder"))
        await file.retry()
        #expect(try bench.seqs("folder/log.jsonl") == [0, 1, 2])
    }

    @Test("L11 a directory in the file's place is said with its reason")
    func directory() async throws {
        let bench = try Bench()
        let path = bench.path("log.jsonl")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let file = try bench.logFile("log.jsonl")
        try await fixes(0..<2, to: file)
        #expect(bench.said == [kept(path, "Is a directory")])
    }
}
