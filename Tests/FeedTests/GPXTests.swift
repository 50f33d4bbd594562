import Domain
import Feed
import Foundation
import Testing

@Suite("GPX tracks", .serialized)
struct GPXTests {
    private static let track = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
          <metadata><time>2020-01-01T00:00:00Z</time></metadata>
          <wpt lat="1" lon="2"><ele>3</ele></wpt>
          <trk><name>A &amp; B</name><trkseg>
            <trkpt lat="36.5" lon="127.25"><ele>95.1</ele><time>2026-05-04T03:02:01Z</time>
              <fix>3d</fix><sat>8</sat><hdop>0.9</hdop></trkpt>
            <trkpt lon="127.26" lat="36.6"><time> 2026-05-04T12:02:02.5+09:00
            </time></trkpt>
          </trkseg><trkseg>
            <trkpt lat="36.7" lon="127.27"><ele>1</ele><fix>2d</fix>
              <extensions><x:TrackPointExtension xmlns:x="urn:x"><x:speed>10.5</x:speed>
              <x:course>90</x:course></x:TrackPointExtension></extensions></trkpt>
            <trkpt lat="nan" lon=""><ele>high</ele><time>yesterday</time><speed>-1</speed></trkpt>
          </trkseg></trk>
        </gpx>
        """

    private static let expected = [
        Fix(
            source: .recording, mode: .threeD, time: Timestamp(milliseconds: 1_777_863_721_000),
            latitude: 36.5, longitude: 127.25, altitude: 95.1, accuracy: 13.5, satellites: 8),
        Fix(
            source: .recording, mode: .twoD, time: Timestamp(milliseconds: 1_777_863_722_500),
            latitude: 36.6, longitude: 127.26),
        Fix(
            source: .recording, mode: .twoD, latitude: 36.7, longitude: 127.27, speed: 10.5,
            course: 90),
        Fix(source: .recording, mode: .twoD),
    ]

    @Test("become fixes, and nothing but the track does", arguments: [1, 2, 100])
    func track(limit: Int) throws {
        let file = try TemporaryFile(Self.track)
        #expect(try readAll(file.path, limit: limit).fixes == Self.expected)
    }

    @Test("of version 1.0 have speed and course in the point, also behind a byte order mark")
    func version10() throws {
        let file = try TemporaryFile(
            "\u{FEFF}<gpx version=\"1.0\"><trk><trkseg><trkpt lat=\"1\" lon=\"2\"><ele>3</ele>"
                + "<course>45</course><speed>700</speed></trkpt></trkseg></trk></gpx>\n\n")
        #expect(
            try readAll(file.path).fixes == [
                Fix(
                    source: .recording, mode: .threeD, latitude: 1, longitude: 2, altitude: 3,
                    course: 45)
            ])
    }

    @Test("of a route are points only where a line to drive along is wanted")
    func routes() throws {
        let file = try TemporaryFile(
            "<gpx><rte><rtept lat=\"1\" lon=\"2\"/><rtept lat=\"1\" lon=\"3\"/></rte></gpx>")
        #expect(throws: FeedError.self) { try readAll(file.path) }
        let reader = try RecordingReader(path: file.path, withRoutes: true)
        #expect(try reader.nextBatch(limit: 10).map(\.longitude) == [2, 3])
    }

    @Test("in UTF-16 are read too")
    func wide() throws {
        let text = Self.track.replacingOccurrences(of: "UTF-8", with: "UTF-16")
        let data = try #require(text.data(using: .utf16))
        let file = try TemporaryFile(data)
        #expect(try readAll(file.path).fixes == Self.expected)
    }

    @Test("L01 that were cut give their points, then the line of the damage")
    func cut() throws {
        let end = try #require(Self.track.range(of: "<trkpt lat=\"36.7\"")).lowerBound
        let file = try TemporaryFile(String(Self.track[..<end]))
        let reader = try RecordingReader(path: file.path)
        #expect(try reader.nextBatch(limit: 10) == Array(Self.expected.prefix(2)))
        #expect {
            try reader.nextBatch(limit: 10)
        } throws: { error in
            guard let error = error as? FeedError else { return false }
            return error.code == .damaged && error.message.contains("line 11")
        }
    }

    @Test("that are no longer XML in their midst give the points before it, in batches of any size")
    func damaged() throws {
        let points = (1...5).map { "<trkpt lat=\"\($0)\" lon=\"2\"/>\n" }.joined()
        let file = try TemporaryFile(
            "<gpx><trk><trkseg>\n\(points)<name>A & B</name>\(points)</trkseg></trk></gpx>")
        for limit in [1, 2, 100] {
            let reader = try RecordingReader(path: file.path)
            var latitudes: [Double?] = []
            while latitudes.count < 5 {
                latitudes += try reader.nextBatch(limit: limit).map(\.latitude)
            }
            #expect(latitudes == [1, 2, 3, 4, 5])
            #expect {
                try reader.nextBatch(limit: limit)
            } throws: { error in
                (error as? FeedError)?.message.contains("line 7") == true
            }
        }
    }

    @Test("longer than any buffer come out whole")
    func long() throws {
        let points = (0..<20_000).map {
            "<trkpt lat=\"\(Double($0) / 1000)\" lon=\"2\"><time>2026-05-04T03:02:01Z</time></trkpt>\n"
        }
        let file = try TemporaryFile(
            "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
        let fixes = try readAll(file.path, limit: 333).fixes
        #expect(fixes.map(\.latitude) == (0..<20_000).map { Double($0) / 1000 })
    }

    @Test(
        "do not go on for a tag, a comment or elements without end",
        arguments: [
            ("<!--", String(repeating: "a", count: 1 << 21), "a tag or comment without end"),
            ("<name a=\"", String(repeating: "a", count: 1 << 21), "a tag or comment without end"),
            (
                "", String(repeating: "<a>", count: 1000), "elements within elements without end"
            ),
        ])
    func endless(start: String, rest: String, reason: String) throws {
        let point = "<trkpt lat=\"1\" lon=\"2\"><time>2026-05-04T03:02:01Z</time></trkpt>"
        for (text, count) in [("<gpx>", 0), ("<gpx><trk><trkseg>\(point)", 1)] {
            let file = try TemporaryFile(text + start + rest)
            var fixes: [Fix] = []
            var said = "nothing"
            do {
                let reader = try RecordingReader(path: file.path)
                while case let batch = try reader.nextBatch(limit: 10), !batch.isEmpty {
                    fixes += batch
                }
            } catch {
                said = "\(error)"
            }
            #expect(said.contains(reason), "\(said)")
            #expect(fixes.count == count)
        }
    }

    @Test("do not expand entities without end")
    func entities() throws {
        let levels = (1...12).map { level in
            "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">"
        }
        let file = try TemporaryFile(
            "<!DOCTYPE gpx [<!ENTITY e0 \"0123456789\">\(levels.joined())]><gpx><trk><trkseg>"
                + "<trkpt lat=\"1\" lon=\"2\"><time>&e12;</time></trkpt></trkseg></trk></gpx>")
        #expect(throws: FeedError.self) { try readAll(file.path) }
    }
}
