import Domain
import Feed
import Foundation
import Glibc
import Synchronization
import TestSupport

/// Gives `lines` to a decoder as the line buffer would.
func decode(_ lines: [String], source: Fix.Source = .recording) -> [Report] {
    let decoder = Decoder(source: source)
    return lines.map { decode($0, with: decoder) }
}

func decode(_ line: String, with decoder: Decoder) -> Report {
    var text = line.utf8.map { CChar(bitPattern: $0) } + [0]
    return text.withUnsafeMutableBufferPointer {
        decoder.decode(UnsafeMutableBufferPointer(rebasing: $0.dropLast()))
    }
}

extension Report {
    var fix: Fix? {
        if case .fix(let fix) = self { return fix }
        return nil
    }

    var skipped: SkippedLine? {
        if case .skipped(let kind) = self { return kind }
        return nil
    }
}

func fixture(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures/\(name)")
}

/// A file with `content` that is removed with the value.
final class TemporaryFile {
    let path: String

    init(_ content: Data) throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("milepost-feed-\(UUID().uuidString)").path
        try content.write(to: URL(fileURLWithPath: path))
    }

    convenience init(_ text: String) throws { try self.init(Data(text.utf8)) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Compressed by gzip itself.
func gzipped(_ text: String) throws -> Data {
    let plain = try TemporaryFile(text)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/gzip")
    process.arguments = ["--keep", plain.path]
    try process.run()
    process.waitUntilExit()
    let path = plain.path + ".gz"
    defer { unlink(path) }
    return try Data(contentsOf: URL(fileURLWithPath: path))
}

/// Reads a whole recording in batches of `limit`.
func readAll(_ path: String, limit: Int = 100) throws -> (fixes: [Fix], skipped: SkippedLines) {
    let reader = try RecordingReader(path: path)
    var fixes: [Fix] = []
    while true {
        let batch = try reader.nextBatch(limit: limit)
        if batch.isEmpty { return (fixes, reader.skipped) }
        fixes += batch
    }
}

/// Follows a gpsd and gathers events until `isDone` or the feed ends; the feed is then cancelled.
func follow(
    _ feed: GpsdFeed, until isDone: @escaping @Sendable ([FeedEvent]) -> Bool
) async -> [FeedEvent] {
    let (stream, continuation) = AsyncStream.makeStream(of: FeedEvent.self)
    return await withTaskGroup(of: Void.self) { group in
        group.addTask {
            try? await feed.run { continuation.yield($0) }
            continuation.finish()
        }
        var events: [FeedEvent] = []
        for await event in stream {
            events.append(event)
            if isDone(events) { break }
        }
        group.cancelAll()
        return events
    }
}

extension [FeedEvent] {
    var fixes: [Fix] {
        compactMap { event in
            if case .fix(let fix) = event { return fix }
            return nil
        }
    }

    var receivers: [Receiver] {
        compactMap { event in
            if case .receiver(let receiver) = event { return receiver }
            return nil
        }
    }

    var states: [ReceiverState] { receivers.map(\.state) }
}

/// Waits cut to nothing: reconnects come at once.
struct InstantClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
    }
}

/// Values gathered from any thread.
final class Collected<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    func append(_ value: Value) { values.withLock { $0.append(value) } }
    var all: [Value] { values.withLock { $0 } }
}
