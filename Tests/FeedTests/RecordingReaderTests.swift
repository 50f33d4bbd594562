import Domain
import Feed
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Recordings of gpsd JSON", .serialized)
struct RecordingReaderTests {
    private static let report =
        #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-05-04T03:02:01.000Z","lat":36.5,"lon":127.25,"eph":8.0}"#

    private static func tpv(_ latitude: Int) -> String {
        #"{"class":"TPV","mode":3,"lat":\#(latitude),"lon":127.25}"#
    }

    @Test("gives all fixes in batches of any size", arguments: [1, 7, 5000])
    func batches(limit: Int) throws {
        let recording = try TemporaryFile(
            (1...50).map(Self.tpv).joined(separator: "\n") + "\n")
        let (fixes, skipped) = try readAll(recording.path, limit: limit)
        #expect(fixes.map(\.latitude) == (1...50).map(Double.init))
        #expect(fixes.allSatisfy { $0.source == .recording })
        #expect(skipped.total == 0)
    }

    @Test("reads CR-LF, empty lines, white space and a last line without an end")
    func lineEnds() throws {
        let recording = try TemporaryFile(
            "\r\n\(Self.tpv(1))\r\n\n  \n\t\(Self.tpv(2)) \r\n\(Self.tpv(3))")
        let (fixes, skipped) = try readAll(recording.path)
        #expect(fixes.map(\.latitude) == [1, 2, 3])
        #expect(skipped == SkippedLines())
    }

    @Test("reads the first line behind a byte order mark")
    func byteOrderMark() throws {
        let recording = try TemporaryFile("\u{FEFF}\(Self.tpv(1))\n\(Self.tpv(2))\n")
        let (fixes, skipped) = try readAll(recording.path)
        #expect(fixes.map(\.latitude) == [1, 2])
        #expect(skipped.total == 0)
    }

    @Test("skips noise, counts it by kind, and keeps the first of each")
    func noise() throws {
        let recording = try TemporaryFile(
            """
            gpsd:ERROR: \u{1B}[31mno bus
            \(Self.tpv(1))
            $GPRMC,noise
            {"class":"NEW","a":1}
            [1,2]
            \(Self.tpv(2))
            {"class":"TPV","mode":3,"lat":3
            """)
        let (fixes, skipped) = try readAll(recording.path)
        #expect(fixes.map(\.latitude) == [1, 2])
        #expect(skipped.counts == [.notJSON: 3, .unknownClass: 1, .truncated: 1])
        #expect(skipped.samples[.notJSON] == #"gpsd:ERROR: \u001b[31mno bus"#)
        #expect(skipped.samples[.truncated] == #"{"class":"TPV","mode":3,"lat":3"#)
    }

    @Test(
        "says the first line of each kind that it skips, and nothing of a file that is no recording"
    )
    func told() throws {
        let said = Mutex<[String]>([])
        let log = Log(threshold: .debug, now: { 0 }) { _, line in said.withLock { $0.append(line) }
        }
        func read(_ lines: [String]) throws -> [String] {
            let file = try TemporaryFile(lines.joined(separator: "\n"))
            let reader = try RecordingReader(path: file.path, log: log)
            while case let fixes? = try? reader.nextBatch(limit: 10), !fixes.isEmpty {}
            return said.withLock { said in
                defer { said = [] }
                return said.map { $0.replacingOccurrences(of: file.path, with: "drive") }
            }
        }
        #expect(
            try read(["noise", Self.tpv(1), "more noise", #"{"class":"NEW"}"#]).sorted() == [
                #"drive: a line that is not JSON: noise; it is passed over"#,
                #"drive: a line that is of an unknown class: {"class":"NEW"}; it is passed over"#,
            ])
        #expect(try read(["noise", "more noise"]) == [])
    }

    @Test("cuts off lines over 64 KiB and reads the next", arguments: [65_537, 70_000, 1_000_000])
    func longLines(length: Int) throws {
        let long = #"{"class":"TPV","x":""# + String(repeating: "x", count: length) + #""}"#
        let recording = try TemporaryFile(
            [Self.tpv(1), long, Self.tpv(2), long].joined(separator: "\n"))
        let (fixes, skipped) = try readAll(recording.path)
        #expect(fixes.map(\.latitude) == [1, 2])
        #expect(skipped.counts == [.tooLong: 2])
    }

    @Test("G05 reads a satellite report of 9 kB and a whole line of 64 KiB")
    func longButGood() throws {
        let list = (1...72).map {
            #"{"PRN":\#($0),"el":45.0,"az":123.0,"ss":30.0,"used":true,"gnssid":0,"svid":\#($0),"sigid":1,"health":1,"freqid":0,"pad":"xxxxxxxxxxxxxxxx"}"#
        }
        let sky = #"{"class":"SKY","nSat":72,"satellites":[\#(list.joined(separator: ","))]}"#
        #expect(sky.utf8.count > 9000)
        let padded = Self.tpv(2) + String(repeating: " ", count: 65_536 - Self.tpv(2).utf8.count)
        let recording = try TemporaryFile(
            [sky, Self.tpv(1), padded].joined(separator: "\n") + "\n")
        let (fixes, skipped) = try readAll(recording.path)
        #expect(fixes.map(\.satellites) == [72, 72])
        #expect(fixes.map(\.latitude) == [1, 2])
        #expect(skipped.total == 0)
    }

    @Test("reads from a pipe as it fills, byte by byte")
    func pipe() throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("milepost-pipe-\(UUID().uuidString)").path
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let text = [Self.report, Self.tpv(2)].joined(separator: "\r\n")
        Thread.detachNewThread {
            let writer = open(path, O_WRONLY)
            for byte in text.utf8 {
                _ = withUnsafeBytes(of: byte) { write(writer, $0.baseAddress, 1) }
            }
            close(writer)
        }
        #expect(try readAll(path).fixes.map(\.latitude) == [36.5, 2])
    }

    @Test("waits for a pipe whose writer comes later, until it is woken")
    func woken() throws {
        let folder = try Folder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let wake = try WakeUp()
        // Opening does not wait, or this would never end.
        let reader = try RecordingReader(path: path, wake: wake)
        wake.signal()
        #expect(try reader.nextBatch(limit: 10) == [])
        let writer = open(path, O_WRONLY)
        defer { close(writer) }
        let line = Self.tpv(1) + "\n"
        #expect(write(writer, line, line.utf8.count) == line.utf8.count)
        #expect(try reader.nextBatch(limit: 10) == [])
    }

    @Test("gives nothing of a line that was not there in full when it was woken, and no complaint")
    func wokenWithin() throws {
        var ends: [Int32] = [-1, -1]
        #expect(Glibc.pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let text = Self.tpv(1) + "\n" + Self.tpv(2)
        #expect(write(ends[1], text, text.utf8.count) == text.utf8.count)
        let wake = try WakeUp()
        let reader = try RecordingReader(path: "/proc/self/fd/\(ends[0])", wake: wake)
        #expect(try reader.nextBatch(limit: 10).map(\.latitude) == [1])
        wake.signal()
        #expect(try reader.nextBatch(limit: 10) == [])
        #expect(reader.skipped.total == 0)
    }

    @Test("tells the time of the first fix that has a place", arguments: [0, 1, 100, 5000])
    func firstTime(noFixes: Int) throws {
        let nothing = #"{"class":"TPV","mode":1,"time":"1999-08-22T00:00:00.000Z"}"#
        let recording = try TemporaryFile(
            (Array(repeating: nothing, count: noFixes) + [Self.report]).joined(separator: "\n"))
        let time = try RecordingReader(path: recording.path).firstTime()
        // Not looked for without end: a file of gigabytes may have none.
        #expect(time?.rfc3339 == (noFixes < 4096 ? "2026-05-04T03:02:01.000Z" : nil))
    }

    @Test("gives out what a pipe has sent so far, and waits for the rest only when asked for more")
    func givesOutAtOnce() throws {
        var ends: [Int32] = [-1, -1]
        #expect(Glibc.pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let line = Array((Self.report + "\n").utf8)
        #expect(write(ends[1], line, line.count) == line.count)
        // The writer is open still: a reader that wants a full batch would wait for ever.
        let reader = try RecordingReader(path: "/proc/self/fd/\(ends[0])")
        #expect(try reader.nextBatch(limit: 100).count == 1)
    }

    @Test("says what is wrong with a file that cannot be read")
    func unreadable() throws {
        #expect(throws: FeedError(.noSuchFile, "/nowhere/x.json: no such file; check the path")) {
            try RecordingReader(path: "/nowhere/x.json")
        }
        let folder = FileManager.default.temporaryDirectory.path
        #expect {
            try RecordingReader(path: folder)
        } throws: { error in
            (error as? FeedError)?.code == .unreadable
        }
    }

    @Test(
        "refuses what is no recording",
        arguments: [
            ("", "is empty"), ("\n\n", "is no recording"), ("hello\nworld\n", "is no recording"),
            (#"{"a":1}"# + "\n", "is no recording"), ("<html><body/></html>", "<html>"),
            ("\t\n \t\n", "is no recording"),
            ("<", "is no recording"),
            ("export PATH=$HOME,!BANG,\n", "OwnTracks Recorder .rec, each plain or as gzip"),
            (#"{"type":"FeatureCollection","features":[]}"# + "\n", "is no recording"),
        ])
    func foreign(content: String, words: String) throws {
        let file = try TemporaryFile(content)
        #expect {
            try readAll(file.path)
        } throws: { error in
            guard let error = error as? FeedError else { return false }
            return error.code == .notARecording && error.message.contains(words)
                && error.message.contains(file.path)
        }
    }

    @Test("gives a large foreign file up early, and one of zeros too")
    func largeForeign() throws {
        let file = try TemporaryFile(Data(repeating: 0, count: 4 << 20))
        let reader = try RecordingReader(path: file.path)
        #expect(throws: FeedError.self) { try reader.nextBatch(limit: 1) }
    }
}
