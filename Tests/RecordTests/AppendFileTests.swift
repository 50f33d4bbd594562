import Domain
import Foundation
import Glibc
import Record
import TestSupport
import Testing

@Suite("A document that is added to", .serialized)
struct AppendFileTests {
    private static let documents: [Format] = [.csv, .gpx, .geojson]

    private func receive(_ seq: Int, _ file: LogFile) async throws {
        await file.receive(.fix(try Samples.fix(seq: seq)))
    }

    @Test(
        "root makes it, and the folders above it, for the owner of the folder they are in",
        .enabled(if: Folder.canBeGiven))
    func owner() async throws {
        let folder = try Folder()
        try folder.giveToStranger()
        let encoder = RecordEncoder(format: .gpx, renderer: try Samples.renderer(.en))
        let file = try makeSink(
            path: folder.file("logs/a.gpx"), encoder: encoder, log: Diary().log())
        await file.receive(.fix(try Samples.fix(seq: 1)))
        #expect(folder.owner(of: "logs") == Folder.stranger)
        #expect(folder.owner(of: "logs/a.gpx") == Folder.stranger)
    }

    @Test("the next run continues the document of the day", arguments: documents)
    func continued(format: Format) async throws {
        let bench = try Bench()
        for seq in 1...3 { try await receive(seq, try bench.logFile("log", format)) }
        #expect(try bench.names("log", format) == ["fix 1", "fix 2", "fix 3"])
    }

    @Test(
        "a file of another kind stays as it is, and the records go beside it, also in the next run",
        arguments: documents)
    func foreign(format: Format) async throws {
        for text in [
            "my notes\n", "<?xml version=\"1.0\"?>\n<gpx/>\n", "type,seq\r\nfix,1\r\n", "{",
        ] {
            let bench = try Bench()
            // One byte that begins a document of ours may be one that was cut off.
            if format == .geojson, text == "{" { continue }
            try bench.put(text, "a.b.\(format)")
            try bench.put(text, "a.b-2.\(format)")
            let file = try bench.logFile("a.b.\(format)", format)
            try await receive(1, file)
            try await receive(2, file)
            try await receive(3, try bench.logFile("a.b.\(format)", format))
            #expect(try bench.read("a.b.\(format)") == text)
            #expect(try bench.read("a.b-2.\(format)") == text)
            #expect(try bench.names("a.b-3.\(format)", format) == ["fix 1", "fix 2", "fix 3"])
            let path = bench.path("a.b")
            #expect(
                bench.said.first
                    == "warning the file \(path).\(format) is no \(format) of this version and stays as "
                    + "it is; its records go to \(path)-3.\(format)")
        }
    }

    @Test(
        "a document whose last megabyte has no line of ours is not written to", arguments: documents
    )
    func damaged(format: Format) async throws {
        let bench = try Bench()
        try await receive(1, try bench.logFile("log", format))
        let text = try bench.read("log") + String(repeating: "x", count: 1 << 20)
        try bench.put(text, "log")
        try await receive(2, try bench.logFile("log", format))
        #expect(try bench.read("log") == text)
        #expect(try bench.names("log-2", format) == ["fix 2"])
    }

    @Test("a folder and a name without an extension get their number too")
    func numbered() async throws {
        let bench = try Bench()
        try FileManager.default.createDirectory(
            atPath: bench.path("a.d"), withIntermediateDirectories: true)
        try bench.put("my notes", "a.d/.log")
        try await receive(1, try bench.logFile("a.d/.log", .gpx))
        #expect(try bench.names("a.d/.log-2", .gpx) == ["fix 1"])
    }

    @Test(
        "L10 a document that was moved, removed, emptied or written to is noticed without a signal",
        arguments: documents)
    func rotated(format: Format) async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", format)
        try await receive(1, file)
        try FileManager.default.moveItem(atPath: bench.path("log"), toPath: bench.path("old"))
        try await receive(2, file)
        #expect(try bench.names("old", format) == ["fix 1"])
        #expect(try bench.names("log", format) == ["fix 2"])
        try FileManager.default.removeItem(atPath: bench.path("log"))
        try await receive(3, file)
        #expect(try bench.names("log", format) == ["fix 3"])
        #expect(truncate(bench.path("log"), 0) == 0)
        try await receive(4, file)
        #expect(try bench.names("log", format) == ["fix 4"])
        // Another program leaves half a line: behind a tail it is nothing to write over.
        let foreign = try bench.read("log") + "half"
        try bench.put(foreign, "log")
        try await receive(5, file)
        if format == .csv {
            #expect(try bench.names("log", format) == ["fix 4", "fix 5"])
        } else {
            #expect(try bench.read("log") == foreign)
            #expect(try bench.names("log-2", format) == ["fix 5"])
        }
    }

    @Test(
        "two who write the same document do not take each other's records away",
        arguments: documents)
    func twoWriters(format: Format) async throws {
        let bench = try Bench()
        let one = try bench.logFile("log", format)
        let other = try bench.logFile("log", format)
        for seq in 1...10 { try await receive(seq, seq % 3 == 0 ? other : one) }
        #expect(try bench.names("log", format) == (1...10).map { "fix \($0)" })
        await one.finish()
        #expect(try bench.names("log", format) == (1...10).map { "fix \($0)" })
        await other.finish()
        #expect(try bench.names("log", format) == (1...10).map { "fix \($0)" })
    }

    @Test("a document that another program made anew at the same size is not written into")
    func madeAnew() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", .geojson)
        for seq in 1...2 { try await receive(seq, file) }
        let size = try bench.read("log").utf8.count
        let notes = String(repeating: "my notes\n", count: size / 9 + 1).prefix(size)
        let handle = try #require(FileHandle(forWritingAtPath: bench.path("log")))
        try handle.write(contentsOf: Data(notes.utf8))
        try handle.close()
        try await receive(3, file)
        await file.finish()
        #expect(try bench.read("log") == notes)
        #expect(try bench.names("log-2", .geojson) == ["fix 3"])
    }

    @Test(
        "what another program wrote behind the end of a document stays, and the records go beside it",
        arguments: [Format.gpx, .geojson], ["hello\n", "hello", "{}\n{}\n", "a copy"])
    func behindTheTail(format: Format, text: String) async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", format)
        try await receive(1, file)
        await file.finish()
        let document = try bench.read("log")
        let foreign = document + (text == "a copy" ? document : text)
        try bench.put(foreign, "log")
        try await receive(2, try bench.logFile("log", format))
        #expect(try bench.read("log") == foreign)
        #expect(try bench.names("log-2", format) == ["fix 2"])
        #expect(bench.said.count == 1)
    }

    @Test("a document that was moved away and is let go of has nothing behind its tail")
    func movedAway() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", .gpx)
        for seq in 1...2 { try await receive(seq, file) }
        try FileManager.default.moveItem(atPath: bench.path("log"), toPath: bench.path("old"))
        await file.reopen()
        #expect(try bench.read("old").hasSuffix("</gpx>"))
        #expect(try bench.names("old", .gpx) == ["fix 1", "fix 2"])
    }

    @Test("lines do not go on in a line that another program has not ended")
    func halfALine() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", .jsonl)
        try await receive(1, file)
        try bench.put(try bench.read("log") + "my note", "log")
        try await receive(2, file)
        let lines = try bench.read("log").split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1] == "my note")
        #expect(lines[2].contains("\"seq\":2"))
    }

    @Test("a pipe that nobody reads is like a full disk: what comes waits for its reader")
    func unreadPipe() async throws {
        let bench = try Bench()
        let path = bench.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let file = try bench.logFile("pipe", .jsonl)
        try await receive(1, file)
        #expect(await file.pending == 1)
        #expect(bench.said.count == 1)
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        await file.retry()
        #expect(await file.pending == 0)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(reader, &bytes, bytes.count)
        #expect(try recordNames(.jsonl, Data(bytes.prefix(max(0, count)))) == ["fix 1"])
    }

    @Test("what is written over cannot be a pipe", arguments: [Format.gpx, .geojson])
    func pipe(format: Format) async throws {
        let bench = try Bench()
        #expect(mkfifo(bench.path("pipe"), 0o600) == 0)
        try await receive(1, try bench.logFile("pipe", format))
        #expect(bench.said.count == 1)
    }

    @Test("a table goes through a pipe, its header first")
    func pipedTable() async throws {
        let bench = try Bench()
        let path = bench.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let file = try bench.logFile("pipe", .csv)
        try await receive(1, file)
        try await receive(2, file)
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(reader, &bytes, bytes.count)
        #expect(try recordNames(.csv, Data(bytes.prefix(max(0, count)))) == ["fix 1", "fix 2"])
    }

    @Test("each record is one write, and a document takes one more for the room of many")
    func oneWrite() async throws {
        for format in Self.documents {
            let bench = try Bench()
            let file = try bench.logFile("log", format)
            // The head comes with the first, and with the second what gives room for 64 KiB.
            for seq in 1...2 { try await receive(seq, file) }
            let before = bench.writes
            await file.receive(.track([try Samples.point(1), try Samples.point(2)]))
            try await receive(3, file)
            #expect(bench.writes == before + 2)
            #expect(before == (format == .csv ? 2 : 3))
            try await receive(4, file)
            #expect(try bench.names("log", format).count == 6)
        }
    }

    @Test("room is made again as often as it is used up", arguments: [Format.gpx, .geojson])
    func roomAgain(format: Format) async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", format)
        // Some 200 kB.
        for seq in 1...600 { try await receive(seq, file) }
        #expect(try bench.names("log", format) == (1...600).map { "fix \($0)" })
        #expect((602...610).contains(bench.writes))
    }

    @Test("a document that is closed has nothing behind its tail", arguments: documents)
    func closed(format: Format) async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", format)
        for seq in 1...2 { try await receive(seq, file) }
        await file.finish()
        #expect(try bench.read("log").hasSuffix(" ") == false)
        #expect(try bench.names("log", format) == ["fix 1", "fix 2"])
    }

    @Test(
        "what a killed process left behind the tail is room for the next run",
        arguments: [Format.gpx, .geojson])
    func killed(format: Format) async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", format)
        for seq in 1...2 { try await receive(seq, file) }
        let text = try bench.read("log")
        #expect(text.hasSuffix(String(repeating: " ", count: 60_000)))
        await file.finish()
        try bench.put(text, "log")
        let before = bench.writes
        let next = try bench.logFile("log", format)
        try await receive(3, next)
        #expect(bench.writes == before + 1)
        #expect(try bench.names("log", format) == ["fix 1", "fix 2", "fix 3"])
        #expect(try bench.read("log").utf8.count == text.utf8.count)
    }

    @Test(
        "a disk with too little space for that still takes the record",
        arguments: [Format.gpx, .geojson])
    func noRoom(format: Format) async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", format)
        try await receive(1, file)
        bench.setLimit(10_000)
        for seq in 2...3 { try await receive(seq, file) }
        #expect(bench.said == [])
        #expect(try bench.read("log").hasSuffix(" ") == false)
        #expect(try bench.names("log", format) == ["fix 1", "fix 2", "fix 3"])
    }
}
