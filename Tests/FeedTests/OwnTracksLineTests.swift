import Domain
import Feed
import Foundation
import TestSupport
import Testing

// The line's shape is the Recorder's own: the time in UTC to the second, the relative topic in 18 columns, the payload.
@Suite("Recordings of an OwnTracks Recorder", .serialized)
struct OwnTracksLineTests {
    private static func line(_ payload: String, topic: String = "*") -> String {
        let column = topic.padding(toLength: 18, withPad: " ", startingAt: 0)
        return "2026-05-04T03:10:00Z\t\(column)\t\(payload)"
    }

    private static func place(_ second: Int, _ rest: String = "") -> String {
        line(
            #"{"_type":"location","tid":"ph","lat":36.5,"lon":127.25,"tst":\#(1_777_863_720 + second)\#(rest)}"#
        )
    }

    @Test("gives the place at the time that the app told, in metres and metres per second")
    func whole() throws {
        // 36 km/h are 10 m/s.
        let file = try TemporaryFile(
            Self.place(1, #","acc":12,"alt":95,"vac":3,"vel":36,"cog":90,"batt":80,"t":"u""#) + "\n"
                + Self.place(2) + "\n")
        #expect(
            try readAll(file.path).fixes == [
                Fix(
                    source: .recording, mode: .threeD,
                    time: Timestamp(milliseconds: 1_777_863_721_000), latitude: 36.5,
                    longitude: 127.25, altitude: 95, accuracy: 12, speed: 10, course: 90),
                Fix(
                    source: .recording, mode: .twoD,
                    time: Timestamp(milliseconds: 1_777_863_722_000), latitude: 36.5,
                    longitude: 127.25),
            ])
    }

    @Test("passes over what else an app tells")
    func others() throws {
        let file = try TemporaryFile(
            [
                Self.line(#"{"_type":"lwt","tst":1777863700}"#),
                Self.line(
                    #"{"_type":"transition","lat":1,"lon":2,"tst":1777863700,"event":"enter"}"#,
                    topic: "event"),
                Self.place(1),
                Self.line(#"{ "_type": "waypoint", "desc": "\"_type\":\"location\"" }"#),
                Self.line(#"{"_type": "location", "lat": 36.5, "lon": 127.25, "tst": 1777863722}"#),
            ].joined(separator: "\n"))
        let (fixes, skipped) = try readAll(file.path)
        #expect(fixes.map { $0.time?.milliseconds } == [1_777_863_721_000, 1_777_863_722_000])
        #expect(skipped.total == 0)
    }

    @Test("takes what cannot be for unknown", arguments: ["-1", "0"])
    func unknown(accuracy: String) throws {
        let file = try TemporaryFile(
            Self.place(1, #","acc":\#(accuracy),"vel":-1,"cog":-1"#))
        let fix = try #require(try readAll(file.path).fixes.first)
        #expect(fix.accuracy == nil && fix.speed == nil && fix.course == nil)
    }

    @Test("L21 skips and counts a bad line, and gives all others")
    func badLines() throws {
        let file = try TemporaryFile(
            [
                Self.place(1), "noise", Self.line(#"{"_type":"location","lat":"#),
                Self.line(#"{"_type":"location","lat":36.5,"tst":1}"#),
                // Milliseconds, which would be in the year 58307.
                Self.line(#"{"_type":"location","lat":36.5,"lon":2,"tst":1777863722000}"#),
                Self.line("C2,561ebac3,v,50123456"), Self.line(#"{"lat":1}"#), Self.place(2),
                String(Self.place(3).dropLast(9)),
            ].joined(separator: "\n"))
        let (fixes, skipped) = try readAll(file.path)
        #expect(fixes.map { $0.time?.milliseconds } == [1_777_863_721_000, 1_777_863_722_000])
        #expect(
            skipped.counts == [.notOwnTracks: 2, .truncated: 2, .malformed: 2, .unknownType: 1])
    }
}
