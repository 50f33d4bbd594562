import Domain
import Feed
import Foundation
import TestSupport
import Testing

/// Compressed by gzip itself.
@Suite("Recordings that are gzip", .serialized)
struct InflaterTests {
    private static func lines(_ range: ClosedRange<Int>) -> String {
        range.map { #"{"class":"TPV","mode":3,"lat":\#(Double($0) / 1000),"lon":127.25}"# + "\n" }
            .joined()
    }

    enum Damage: Sendable {
        case half, lastByte, checksum, tail

        func done(to data: Data) -> Data {
            switch self {
            case .half: data.prefix(data.count / 2)
            case .lastByte: data.prefix(data.count - 1)
            // Four bytes of it, before the four of the length.
            case .checksum: data.dropLast(8) + data.suffix(8).map { $0 ^ 1 }
            case .tail: data + Data("more".utf8)
            }
        }
    }

    @Test("are read whatever their name, in batches of any size", arguments: [1, 333, 50_000])
    func whole(limit: Int) throws {
        let file = try TemporaryFile(try gzipped(Self.lines(1...20_000)))
        #expect(
            try readAll(file.path, limit: limit).fixes.map(\.latitude)
                == (1...20_000).map { Double($0) / 1000 })
    }

    @Test("may hold GPX")
    func gpx() throws {
        let file = try TemporaryFile(
            try gzipped("\n<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>"))
        #expect(try readAll(file.path).fixes.map(\.latitude) == [1])
    }

    @Test("of several members, in which a line may go on, are one; zeros behind them are nothing")
    func members() throws {
        let text = Array(Self.lines(1...3))
        let middle = text.count / 2
        let data =
            try gzipped(String(text[..<middle])) + gzipped("") + gzipped(String(text[middle...]))
            + Data(repeating: 0, count: 100_000)
        let file = try TemporaryFile(data)
        let (fixes, skipped) = try readAll(file.path)
        #expect(fixes.map(\.latitude) == [0.001, 0.002, 0.003])
        #expect(skipped.total == 0)
    }

    @Test(
        "that are cut or damaged give what came before, then say so",
        arguments: [
            (Damage.half, "cut short", 5000...19_999), (.lastByte, "cut short", 20_000...20_000),
            // Damage after the last byte costs nothing.
            (.checksum, "damaged", 20_000...20_000), (.tail, "damaged", 20_000...20_000),
        ] as [(Damage, String, ClosedRange<Int>)])
    func damage(damage: Damage, words: String, counts: ClosedRange<Int>) throws {
        let file = try TemporaryFile(damage.done(to: try gzipped(Self.lines(1...20_000))))
        let reader = try RecordingReader(path: file.path)
        var count = 0
        var failure: FeedError?
        while failure == nil {
            do throws(FeedError) {
                let fixes = try reader.nextBatch(limit: 100)
                if fixes.isEmpty { break }
                #expect(
                    fixes.map(\.latitude) == fixes.indices.map { Double(count + $0 + 1) / 1000 })
                count += fixes.count
            } catch {
                failure = error
            }
        }
        #expect(failure?.code == .damaged)
        #expect(failure?.message.contains(words) == true)
        #expect(failure?.message.contains(file.path) == true)
        #expect(counts.contains(count), "\(count)")
    }

    @Test("come from a pipe too, byte by byte, and what has come is given out")
    func pipe() throws {
        var ends: [Int32] = [-1, -1]
        #expect(Glibc.pipe(&ends) == 0)
        let (exit, entrance) = (ends[0], ends[1])
        let first = try gzipped(Self.lines(1...2))
        let second = try gzipped(Self.lines(3...3))
        Thread.detachNewThread {
            for byte in first {
                _ = withUnsafeBytes(of: byte) { write(entrance, $0.baseAddress, 1) }
            }
        }
        let reader = try RecordingReader(path: "/proc/self/fd/\(exit)")
        close(exit)
        var fixes: [Fix] = []
        while fixes.count < 2 { fixes += try reader.nextBatch(limit: 100) }
        #expect(fixes.map(\.latitude) == [0.001, 0.002])
        #expect(
            second.withUnsafeBytes { write(entrance, $0.baseAddress, $0.count) } == second.count)
        close(entrance)
        #expect(try reader.nextBatch(limit: 100).map(\.latitude) == [0.003])
        #expect(try reader.nextBatch(limit: 100) == [])
    }

    @Test("that are empty are empty recordings", arguments: ["", "\n"])
    func empty(content: String) throws {
        let file = try TemporaryFile(try gzipped(content))
        #expect {
            try readAll(file.path)
        } throws: { error in
            (error as? FeedError)?.code == .notARecording
        }
    }
}
