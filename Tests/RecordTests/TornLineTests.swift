import Domain
import Foundation
import Record
import Testing

@Suite("Torn last line", .serialized)
struct TornLineTests {
    private static let fix = "2026-05-04T03:02:01Z"

    @Test("every cut through a record is removed, and what stood before it stays")
    func everyCut() async throws {
        let bench = try Bench()
        let whole = try bench.logFile("whole.jsonl")
        await whole.receive(try fixEvent(1, at: Self.fix))
        let line = try bench.read("whole.jsonl")
        for length in 1..<line.utf8.count - 1 {
            try bench.put(line + line.prefix(length), "log.jsonl")
            let file = try bench.logFile("log.jsonl")
            await file.receive(try fixEvent(2, at: Self.fix))
            #expect(try bench.seqs("log.jsonl") == [1, 2])
        }
        // The whole record without its end is kept, as nothing of it is missing.
        try bench.put(line + line.dropLast(), "log.jsonl")
        try await bench.logFile("log.jsonl").receive(try fixEvent(2, at: Self.fix))
        #expect(try bench.seqs("log.jsonl") == [1, 1, 2])
    }

    @Test("a torn first line leaves an empty file")
    func onlyLine() async throws {
        let bench = try Bench()
        try bench.put("{\"seq\":1,\"ty", "log.jsonl")
        try await bench.logFile("log.jsonl").receive(try fixEvent(2, at: Self.fix))
        #expect(try bench.seqs("log.jsonl") == [2])
    }

    @Test("zeros that a power cut left are removed")
    func zeros() async throws {
        let bench = try Bench()
        try bench.put("{\"seq\":1}\n" + String(repeating: "\0", count: 700), "log.jsonl")
        try await bench.logFile("log.jsonl").receive(try fixEvent(2, at: Self.fix))
        #expect(try bench.seqs("log.jsonl") == [1, 2])
    }

    @Test("what is not ours is never removed: it only gets its line end")
    func foreign() async throws {
        let bench = try Bench()
        let line = String(
            decoding: try #require(try bench.encoder().encode(fixEvent(2, at: Self.fix))),
            as: UTF8.self)
        for text in ["my notes", "kept\nmy notes", String(repeating: "x", count: 1 << 20 + 5)] {
            try bench.put(text, "log.jsonl")
            try await bench.logFile("log.jsonl").receive(try fixEvent(2, at: Self.fix))
            #expect(try bench.read("log.jsonl") == text + "\n" + line)
        }
    }

    @Test("half a line of text gets its end: it may still tell something")
    func text() async throws {
        let bench = try Bench()
        try bench.put("#1   Mon 4 M", "log.txt")
        let event = try fixEvent(2, at: Self.fix)
        try await bench.logFile("log.txt", .text).receive(event)
        #expect(try bench.read("log.txt") == "#1   Mon 4 M\n" + Samples.renderer(.en).render(event))
    }
}
