import Domain
import Foundation
import Glibc
import Record
import Synchronization
import Testing

@Suite("Standard output", .serialized)
struct StdoutSinkTests {
    /// Both ends of a pipe; what is open is closed at the end.
    private final class Pipe: Sendable {
        let reader: Int32
        let writer: Int32
        private let open: Mutex<Set<Int32>>

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            reader = ends[0]
            writer = ends[1]
            open = Mutex(Set(ends))
        }
        func close(_ end: Int32) {
            open.withLock { if $0.remove(end) != nil { Glibc.close(end) } }
        }
        deinit {
            close(reader)
            close(writer)
        }

        /// What is there now, or nothing.
        func readNow() -> String {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            var event = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, 0) > 0 else { return "" }
            let count = Glibc.read(reader, &bytes, bytes.count)
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        }

        /// The lines until the writer's end is closed.
        func readToEnd() -> [String] {
            var text: [UInt8] = []
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = Glibc.read(reader, &bytes, bytes.count), count > 0 {
                text += bytes.prefix(count)
            }
            return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    @Test("L19 a record is readable as soon as it was received, whole and with its end")
    func atOnce() async throws {
        let bench = try Bench()
        let pipe = try Pipe()
        let sink = StdoutSink(
            encoder: try bench.encoder(), descriptor: pipe.writer, log: bench.log)
        let event = try fixEvent(1, at: "2026-05-04T03:02:01Z")
        await sink.receive(event)
        let record = try #require(try bench.encoder().encode(event))
        #expect(pipe.readNow() == String(decoding: record, as: UTF8.self))
        await sink.receive(.rejected(try Samples.fix().fix, [.near]))
        #expect(pipe.readNow() == "")
    }

    @Test("L19 one record is one write")
    func oneWrite() async throws {
        let bench = try Bench()
        let sizes = Mutex<[Int]>([])
        let sink = StdoutSink(
            encoder: try bench.encoder(.text), log: bench.log,
            write: { _, bytes in
                sizes.withLock { $0.append(bytes.count) }
                return bytes.count
            })
        let events = try [
            Event.milepost(Samples.milepost(language: .ko)), .summary(Samples.summary),
        ]
        for event in events { await sink.receive(event) }
        let expected = try events.map { try #require(try bench.encoder(.text).encode($0)).count }
        #expect(sizes.withLock { $0 } == expected)
    }

    @Test(
        "L19 lines of 10 kB from eight tasks never mix, though the reader is slow",
        arguments: [O_NONBLOCK, 0])
    func manyWriters(flags: Int32) async throws {
        let bench = try Bench()
        let pipe = try Pipe()
        #expect(fcntl(pipe.writer, F_SETFL, flags) == 0)
        let sink = StdoutSink(
            encoder: try bench.encoder(), descriptor: pipe.writer, log: bench.log)
        async let lines = onReaderThread { pipe.readToEnd() }
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let line = String(repeating: String(task), count: 10_000) + "\n"
                    for _ in 0..<10 { await sink.put(line) }
                }
            }
        }
        pipe.close(pipe.writer)
        #expect(await lines.count == 80)
        for line in await lines { #expect(line.utf8.count == 10_000 && Set(line).count == 1) }
    }

    @Test("L19 a reader that has gone ends the output, once, and kills nothing")
    func closedPipe() async throws {
        let bench = try Bench()
        let pipe = try Pipe()
        let ends = Mutex(0)
        let sink = StdoutSink(
            encoder: try bench.encoder(), descriptor: pipe.writer, log: bench.log,
            ended: { ends.withLock { $0 += 1 } })
        pipe.close(pipe.reader)
        for seq in 1...3 { await sink.receive(try fixEvent(seq, at: "2026-05-04T03:02:01Z")) }
        #expect(await sink.put("text\n") == false)
        await sink.finish()
        #expect(ends.withLock { $0 } == 1)
        #expect(bench.said == [])
    }

    @Test("a reader that takes nothing is waited for, and given up when the program has to end")
    func givenUp() async throws {
        let bench = try Bench()
        let pipe = try Pipe()
        // Full to the last byte.
        #expect(fcntl(pipe.writer, F_SETFL, O_NONBLOCK) == 0)
        while write(pipe.writer, " ", 1) == 1 {}
        #expect(fcntl(pipe.writer, F_SETFL, 0) == 0)
        let sink = StdoutSink(
            encoder: try bench.encoder(), descriptor: pipe.writer, log: bench.log)
        let event = try fixEvent(1, at: "2026-05-04T03:02:01Z")
        async let first: Void = sink.receive(event)
        sink.giveUp()
        await first
        await sink.receive(event)
        await sink.finish()
        // The one it could not take, and the one after.
        #expect(bench.said == ["warning records lost for standard output: 2"])
    }

    @Test("L12 half a record on a full disk is completed when there is space")
    func fullDisk() async throws {
        let bench = try Bench()
        let path = bench.path("out")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let sink = StdoutSink(
            encoder: try bench.encoder(), descriptor: descriptor, log: bench.log,
            write: bench.write)
        bench.setRoom(50)
        for seq in 1...3 { await sink.receive(try fixEvent(seq, at: "2026-05-04T03:02:01Z")) }
        bench.setRoom(nil)
        await sink.receive(try fixEvent(4, at: "2026-05-04T03:02:01Z"))
        #expect(try bench.seqs("out") == [1, 2, 3, 4])
        #expect(
            bench.said == [
                "error cannot write to standard output: No space left on device; the newest 1000 records are "
                    + "kept: make space where it leads to",
                "info standard output is written again",
            ])
    }

    @Test("L12 on a disk that stays full the newest are kept, but never half a record lost")
    func bounded() async throws {
        let bench = try Bench()
        let path = bench.path("out")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let sink = StdoutSink(
            encoder: try bench.encoder(), descriptor: descriptor, log: bench.log,
            write: bench.write)
        bench.setRoom(50)
        for seq in 0..<1_005 { await sink.receive(try fixEvent(seq, at: "2026-05-04T03:02:01Z")) }
        bench.setRoom(nil)
        await sink.finish()
        #expect(try bench.seqs("out") == [0] + Array(6..<1_005))
        #expect(bench.said.last == "warning records lost for standard output: 5")
    }

    @Test("the device that is always full ends nothing")
    func devFull() async throws {
        let bench = try Bench()
        let descriptor = open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let sink = StdoutSink(encoder: try bench.encoder(), descriptor: descriptor, log: bench.log)
        #expect(await sink.put("a\n") == false)
        await sink.finish()
        #expect(bench.said.last == "warning records lost for standard output: 1")
        #expect(await sink.isIncomplete)
    }
}

/// Blocking reads of a test on a thread of their own.
private func onReaderThread(_ body: @escaping @Sendable () -> [String]) async -> [String] {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}
