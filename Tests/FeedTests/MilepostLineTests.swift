import Domain
import Feed
import Testing

@Suite("Recordings of Milepost's own jsonl", .serialized)
struct MilepostLineTests {
    /// As README shows one, keys in any order.
    private static let fix =
        #"{"accuracy":4.5,"alt":95.1,"climb":-0.5,"course":90,"device":"/dev/ttyACM0","distance":210.4,"lat":36.5,"local_time":"2026-05-04T12:02:01.000+09:00","lon":127.25,"mode":3,"reasons":["distance"],"sats":8,"seq":7,"source":"gpsd","speed":10,"time":"2026-05-04T03:02:01.000Z","time_zone":"Asia/Seoul","type":"fix"}"#

    private static func fix(_ second: String, source: String = "gpsd") -> String {
        #"{"type":"fix","seq":1,"time":"2026-05-04T03:02:\#(second)Z","lat":36.5,"lon":127.25,"mode":2,"reasons":[],"source":"\#(source)"}"#
    }

    @Test("gives the fix as the receiver told it")
    func whole() throws {
        let file = try TemporaryFile(Self.fix + "\n")
        #expect(
            try readAll(file.path).fixes == [
                Fix(
                    source: .recording, device: "/dev/ttyACM0", mode: .threeD,
                    time: Timestamp(milliseconds: 1_777_863_721_000), latitude: 36.5,
                    longitude: 127.25, altitude: 95.1, accuracy: 4.5, speed: 10, course: 90,
                    climb: -0.5, satellites: 8)
            ])
    }

    @Test("gives the points of a track, as `milepost track` exports it")
    func track() throws {
        let file = try TemporaryFile(
            """
            {"type":"track","time":"2026-05-04T03:02:01.000Z","lat":36.5,"lon":127.25,"alt":95,"speed":10,"course":90,"starts_segment":true}
            {"type":"milepost","seq":1,"time":"2026-05-04T03:02:01.000Z","lat":36.5,"lon":127.25,"changed":[]}
            {"type":"track","time":"2026-05-04T03:02:02.000Z","lat":36.6,"lon":127.25}
            {"type":"track","time":"soon","lat":36.6,"lon":127.25}
            """)
        let (fixes, skipped) = try readAll(file.path)
        #expect(
            fixes == [
                Fix(
                    source: .recording, mode: .threeD,
                    time: Timestamp(milliseconds: 1_777_863_721_000), latitude: 36.5,
                    longitude: 127.25, altitude: 95, speed: 10, course: 90),
                Fix(
                    source: .recording, mode: .twoD,
                    time: Timestamp(milliseconds: 1_777_863_722_000), latitude: 36.6,
                    longitude: 127.25),
            ])
        #expect(skipped.total == 1)
    }

    @Test("passes over what is no fix, and what was set by hand")
    func others() throws {
        let file = try TemporaryFile(
            """
            {"type":"state","mode":"tracking","receiver":"fix","since":"2026-05-04T03:02:00.000Z"}
            \(Self.fix("01"))
            {"type":"milepost","seq":1,"address":{"label":"{\\"type\\":\\"fix\\"}"}}
            \(Self.fix("02", source: "manual"))
            {"type":"rejected","reasons":["near"],"lat":1,"lon":2}
            \(Self.fix("03", source: "recording"))
            {"type":"summary","fixes":3}
            """)
        let (fixes, skipped) = try readAll(file.path)
        #expect(fixes.map { $0.time?.milliseconds } == [1_777_863_721_000, 1_777_863_723_000])
        #expect(skipped.total == 0)
    }

    @Test("L21 skips and counts a bad line, and gives all others")
    func badLines() throws {
        let file = try TemporaryFile(
            """
            \(Self.fix("01"))
            {"type":"milepost","seq":1,"address":{"label":"a
            b\u{2028}"}}
            {"type":"fix","seq":2,"time":"yesterday","lat":1,"lon":2,"mode":3,"reasons":[],"source":"gpsd"}
            {"type":"fix","seq":3}
            {"type":"other"}
            \(Self.fix("02"))
            {"type":"fix","seq":1,"time":"2026-05-04T0
            """)
        let (fixes, skipped) = try readAll(file.path)
        #expect(fixes.map { $0.time?.milliseconds } == [1_777_863_721_000, 1_777_863_722_000])
        #expect(
            skipped.counts == [.truncated: 2, .notJSON: 1, .malformed: 2, .unknownType: 1])
    }

    @Test("G24 reads times with and without a fraction of a second")
    func fractions() throws {
        let file = try TemporaryFile(
            ["00", "01.000", "02.5"].map { Self.fix($0) }.joined(separator: "\n"))
        #expect(
            try readAll(file.path).fixes.map { $0.time?.milliseconds }
                == [1_777_863_720_000, 1_777_863_721_000, 1_777_863_722_500])
    }
}
