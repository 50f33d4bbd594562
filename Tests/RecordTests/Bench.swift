import Domain
import Foundation
import Glibc
import Record
import Synchronization
import Testing

/// A directory of its own, a log that can be read, and a disk that the test can fill.
final class Bench: Sendable {
    let directory: String
    private let lines = Mutex<[String]>([])
    /// Bytes that the disk still takes; nil for no limit.
    private let room = Mutex<Int?>(nil)
    private let limit = Mutex<Int?>(nil)
    private let calls = Mutex(0)

    init() throws {
        directory =
            FileManager.default.temporaryDirectory
            .appending(path: "milepost-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    var log: Log {
        Log(threshold: .info, now: { 0 }) { level, text in
            self.lines.withLock { $0.append("\(level) \(text)") }
        }
    }
    var said: [String] { lines.withLock { $0 } }

    func path(_ name: String) -> String { "\(directory)/\(name)" }

    /// How often something was written.
    var writes: Int { calls.withLock { $0 } }

    func setRoom(_ bytes: Int?) { room.withLock { $0 = bytes } }

    /// Bytes of a document for which the disk has space; nil for any number.
    func setLimit(_ bytes: Int?) { limit.withLock { $0 = bytes } }

    /// Writes what there is room for, then fails as a full disk does.
    var write: WriteCall {
        { descriptor, bytes in
            self.calls.withLock { $0 += 1 }
            let start = Int(lseek(descriptor, 0, SEEK_CUR))
            let space = self.limit.withLock { $0.map { max(0, $0 - start) } } ?? bytes.count
            let count = self.room.withLock { room -> Int in
                let count = min(bytes.count, space, room ?? bytes.count)
                if let left = room { room = left - count }
                return count
            }
            guard count > 0 else {
                errno = ENOSPC
                return -1
            }
            return Glibc.write(descriptor, bytes.baseAddress, count)
        }
    }

    func encoder(_ format: Format = .jsonl, explain: Bool = false) throws -> RecordEncoder {
        RecordEncoder(format: format, renderer: try Samples.renderer(.en), explain: explain)
    }

    func logFile(
        _ pattern: String, _ format: Format = .jsonl, compresses: Bool = false
    ) throws -> LogFile {
        LogFile(
            pattern: try PathPattern(path(pattern)), encoder: try encoder(format, explain: true),
            compresses: compresses, log: log, write: write)
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    func put(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
    }

    /// What the file holds; a fault in it fails the test.
    func names(_ name: String, _ format: Format) throws -> [String] {
        try recordNames(format, Data(contentsOf: URL(filePath: path(name))))
    }

    /// The `seq` of each line; a line that is no record fails the test.
    func seqs(_ name: String) throws -> [Int] {
        struct Record: Decodable { var seq: Int? }
        let text = try read(name)
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return try text.split(separator: "\n").compactMap {
            try JSONDecoder().decode(Record.self, from: Data($0.utf8)).seq
        }
    }
}

func fixEvent(_ seq: Int, at time: String) throws -> Event {
    .fix(try Samples.fix(seq: seq, time: try #require(Timestamp(rfc3339: time))))
}

func stateEvent(_ state: ReceiverState) -> Event {
    .state(
        StateChange(
            mode: .tracking, receiver: Receiver(state), since: Timestamp(milliseconds: 20_000)))
}
