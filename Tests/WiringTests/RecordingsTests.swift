import Domain
import Feed
import Foundation
import Gate
import Glibc
import TestSupport
import Testing
import Wiring

/// Recordings through the pipeline, looked at by the fixes that reach the gate: every one of them is accepted.
@Suite("Several recordings", .timeLimit(.minutes(10)))
struct RecordingsTests {
    private static let start = Timestamp(milliseconds: 1_777_863_600_000)

    private let folder: Folder
    private let diary = Diary()

    init() throws { folder = try Folder() }

    /// Reports of the seconds `range`, 100 m apart, from `latitude` on.
    private func write(
        _ range: Range<Int>, from latitude: Double, to name: String
    ) throws -> String {
        let fixes = range.map { second in
            Fix(
                source: .gpsd, mode: .threeD, time: Self.start.adding(seconds: Double(second)),
                latitude: latitude + Double(second - range.lowerBound) / 1111, longitude: 127,
                accuracy: 4, speed: 100)
        }
        return try folder.write(try fixes.map(ReportWriter.line).joined(), to: name)
    }

    private func replay(_ paths: [String]) async throws -> KeptEvents {
        let memory = KeptEvents()
        var settings = Settings()
        settings.gate = GateSettings(profile: .everyFix)
        let keys = try KeyStore(settings: settings, environment: [:], files: .machine)
        let assembly = Assembly(
            settings: settings, keys: keys, environment: [:], log: diary.log())
        var plan = Assembly.Plan(source: .recordings(paths, pace: nil))
        plan.base = .fixTime
        plan.explains = true
        plan.summarises = true
        plan.lookups = .none
        plan.sinks = [memory]
        try await assembly.assemble(plan).pipeline.run()
        return memory
    }

    private func seconds(_ memory: KeptEvents) -> [Double] {
        memory.fixes.map { $0.time.seconds(since: Self.start) }
    }

    @Test(
        "are read in the order of their first fix, whatever the order and the names they are given by"
    )
    func order() async throws {
        let late = try write(200..<220, from: 37, to: "a.json")
        let early = try write(0..<20, from: 36, to: "b.json")
        let middle = try write(100..<120, from: 36.5, to: "c.json")
        let memory = try await replay([late, early, middle])
        #expect(seconds(memory) == seconds(memory).sorted())
        #expect(memory.summaries.map(\.fixes) == [60])
        #expect(memory.summaries.first?.rejected[.outOfOrder] == nil)
        #expect(memory.fixes.last?.coordinate.latitude ?? 0 > 37)
        #expect(diary.said == [])
    }

    @Test("without a time come last, in the order in which they are given")
    func timeless() async throws {
        func gpx(_ latitude: Int, _ name: String) throws -> String {
            try folder.write(
                "<gpx><trk><trkseg><trkpt lat=\"\(latitude)\" lon=\"2\"/></trkseg></trk></gpx>",
                to: name)
        }
        let paths = [try gpx(50, "z.gpx"), try gpx(51, "a.gpx")]
        let timed = try write(0..<20, from: 36, to: "timed.json")
        let memory = try await replay(paths + [timed])
        #expect(memory.summaries.first?.rejected[.noTime] == 2)
        #expect(memory.events.compactMap { timeless($0)?.latitude } == [50, 51])
        let firstTimeless = memory.events.firstIndex { timeless($0) != nil }
        let lastTimed = memory.events.lastIndex { if case .fix = $0 { true } else { false } }
        #expect(try #require(firstTimeless) > #require(lastTimed))
    }

    private func timeless(_ event: Event) -> Fix? {
        if case .rejected(let fix, let reasons) = event, reasons.contains(.noTime) {
            fix
        } else {
            nil
        }
    }

    @Test("F12 that overlap are told, and the second adds nothing that is older")
    func overlapping() async throws {
        let first = try write(0..<40, from: 36, to: "first.json")
        let second = try write(20..<60, from: 36 + 20.0 / 1111, to: "second.json")
        let memory = try await replay([second, first])
        let times = seconds(memory)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(times.last == 59)
        #expect(memory.summaries.map(\.fixes) == [80])
        // Seconds 20 to 38 run backwards, 39 is the last one again.
        #expect(memory.summaries.first?.rejected[.outOfOrder] == 19)
        #expect(memory.summaries.first?.rejected[.duplicate] == 1)
        #expect(diary.said.count == 1)
        #expect(diary.said.first?.contains("\(second): begins before \(first) ends") == true)
    }

    @Test("F12 given twice are one")
    func twice() async throws {
        let path = try write(0..<20, from: 36, to: "drive.json")
        let once = try await replay([path])
        #expect(!once.fixes.isEmpty)
        #expect(try await replay([path, path]).fixes == once.fixes)
        #expect(try await replay([path, path]).summaries.map(\.fixes) == [40])
    }

    @Test("L21 of different kinds are one ride, and a bad line hides no other")
    func kinds() async throws {
        let first = try write(0..<20, from: 36, to: "first.json")
        let accepted = try await replay([first]).fixes
        let lines = try accepted.map {
            String(decoding: try Schema.json(Schema.Fix($0)), as: UTF8.self) + "\n"
        }
        let own = try folder.write("bad\n" + lines.joined(separator: "{bad\n"), to: "own.jsonl")
        let rec = try folder.write(
            (100..<130).map {
                "2026-05-04T03:10:00Z\t*                 \t"
                    + #"{"_type":"location","lat":37,"lon":127.25,"acc":4,"tst":"#
                    + "\(1_777_863_600 + $0)}\n"
            }.joined(), to: "phone.rec")
        let memory = try await replay([rec, own])
        #expect(memory.summaries.map(\.fixes) == [accepted.count + 30])
        #expect(seconds(memory).last == 129)
    }

    @Test("cannot be pipes, which can be read only once")
    func pipes() async throws {
        let pipe = folder.file("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let path = try write(0..<20, from: 36, to: "drive.json")
        let error = await thrown(FeedError.self) { _ = try await replay([path, pipe]) }
        #expect(error?.message.contains(pipe) == true)
        #expect(error?.message.contains("alone") == true)
    }

    @Test("of which one is none give nothing: that is said before anything is told")
    func foreign() async throws {
        let path = try write(0..<20, from: 36, to: "drive.json")
        for name in ["words.txt", "empty"] {
            let words = try folder.write(name == "empty" ? "" : "no recording\n", to: name)
            let error = await thrown(FeedError.self) { _ = try await replay([path, words]) }
            #expect(error?.code == .notARecording)
        }
    }
}
