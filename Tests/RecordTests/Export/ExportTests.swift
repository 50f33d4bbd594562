import Domain
import Foundation
import Testing

@testable import Record

/// Two segments, the second of one point, and a milepost between them whose address is hard to write.
@Suite("Exports")
struct ExportTests {
    private static func point(
        _ time: String, _ latitude: Double, _ longitude: Double, altitude: Double? = nil,
        speed: Double? = nil, course: Double? = nil, starts: Bool = false
    ) throws -> TrackPoint {
        TrackPoint(
            time: try #require(Timestamp(rfc3339: "2026-05-04T" + time)),
            coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)),
            altitude: altitude, speed: speed, course: course, startsSegment: starts)
    }

    private static func points() throws -> [TrackPoint] {
        [
            try point(
                "03:02:01Z", 36.5, 127.25, altitude: 38.5, speed: 24.1, course: 44, starts: true),
            try point("03:02:02.05Z", 36.501, 127.25),
            try point("03:20:00Z", -36.5, 180, altitude: -2, starts: true),
        ]
    }

    @Test(
        "the end of a file's name tells its format",
        arguments: [
            ("a.gpx", TrackFormat.gpx), ("2026.05/ride.CSV", .csv), ("/x/a.b.kml", .kml),
            ("a.geojson", .geojson), ("a.jsonl", .jsonl), ("a.txt", nil), ("a.csv/ride", nil),
            ("gpx", nil), ("-", nil), ("", nil),
        ])
    func named(path: String, format: TrackFormat?) {
        #expect(TrackFormat(path: path) == format)
    }

    private static func milepost() throws -> ExportedMilepost {
        let label = "=1+\"Cafe\", <b>\u{1B}[31m & 서울"
        let json = """
            {"type":"milepost","seq":7,"time":"2026-05-04T03:02:02.000Z","lat":36.501,"lon":127.25,
            "changed":["address","weather"],
            "address":{"label":"=1+\\"Cafe\\", <b>\\u001b[31m & 서울","provider":"gazetteer","distance_m":12.5},
            "weather":{"condition":"rain","temperature":-3.5,"provider":"kma"}}
            """
        return ExportedMilepost(
            record: try JSONDecoder().decode(Schema.Milepost.self, from: Data(json.utf8)),
            time: try #require(Timestamp(rfc3339: "2026-05-04T03:02:02Z")), label: label,
            weather: "rain, -3.5 °C")
    }

    private func export(_ format: TrackFormat, _ points: [TrackPoint]? = nil) throws -> String {
        var encoder = format.encoder
        var text = ExportText()
        encoder.begin(&text)
        if points == nil { encoder.add(try Self.milepost(), &text) }
        for point in try points ?? Self.points() { encoder.add(point, &text) }
        encoder.end(&text)
        return String(decoding: text.take(), as: UTF8.self)
    }

    private static let escaped = "=1+&quot;Cafe&quot;, &lt;b&gt;[31m &amp; 서울"

    @Test("GPX: waypoints before the track, MSL heights, a segment for each, no longitude of 180")
    func gpx() throws {
        #expect(
            try export(.gpx) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <gpx version="1.1" creator="Milepost" xmlns="http://www.topografix.com/GPX/1/1" \
                xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
                <wpt lat="36.501" lon="127.25"><time>2026-05-04T03:02:02.000Z</time>\
                <name>\(Self.escaped)</name><desc>rain, -3.5 °C</desc></wpt>
                <trk>
                <trkseg>
                <trkpt lat="36.5" lon="127.25"><ele>38.5</ele><time>2026-05-04T03:02:01.000Z</time>\
                <extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>24.1</gpxtpx:speed>\
                <gpxtpx:course>44</gpxtpx:course></gpxtpx:TrackPointExtension></extensions></trkpt>
                <trkpt lat="36.501" lon="127.25"><time>2026-05-04T03:02:02.050Z</time></trkpt>
                </trkseg>
                <trkseg>
                <trkpt lat="-36.5" lon="-180"><ele>-2</ele><time>2026-05-04T03:20:00.000Z</time></trkpt>
                </trkseg>
                </trk>
                </gpx>

                """)
    }

    @Test("KML: a place for each milepost, a line with its time for each segment")
    func kml() throws {
        #expect(
            try export(.kml) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Milepost</name>
                <Placemark><name>\(Self.escaped)</name><description>rain, -3.5 °C</description>\
                <TimeStamp><when>2026-05-04T03:02:02.000Z</when></TimeStamp>\
                <Point><coordinates>127.25,36.501</coordinates></Point></Placemark>
                <Placemark><name>2026-05-04T03:02:01.000Z</name><TimeSpan>\
                <begin>2026-05-04T03:02:01.000Z</begin><end>2026-05-04T03:02:02.050Z</end></TimeSpan>\
                <LineString><tessellate>1</tessellate><coordinates>
                127.25,36.5,38.5
                127.25,36.501
                </coordinates></LineString></Placemark>
                <Placemark><name>2026-05-04T03:20:00.000Z</name><TimeSpan>\
                <begin>2026-05-04T03:20:00.000Z</begin><end>2026-05-04T03:20:00.000Z</end></TimeSpan>\
                <Point><coordinates>180,-36.5,-2</coordinates></Point></Placemark>
                </Document></kml>

                """)
    }

    @Test("L05 GeoJSON: a Point for each milepost, a LineString with times for each segment")
    func geojson() throws {
        let json = try #require(JSON(Data(try export(.geojson).utf8)))
        let point = """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[127.25,36.501]},
             "properties":{"type":"milepost","seq":7,"time":"2026-05-04T03:02:02.000Z","lat":36.501,
             "lon":127.25,"changed":["address","weather"],
             "address":{"label":"=1+\\"Cafe\\", <b>\\u001b[31m & 서울","provider":"gazetteer","distance_m":12.5},
             "weather":{"condition":"rain","temperature":-3.5,"provider":"kma"}}}
            """
        let line = """
            {"type":"Feature","geometry":{"type":"LineString",
             "coordinates":[[127.25,36.5],[127.25,36.501]]},
             "properties":{"type":"track",
             "coordTimes":["2026-05-04T03:02:01.000Z","2026-05-04T03:02:02.050Z"]}}
            """
        let lone = """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[180,-36.5,-2]},
             "properties":{"type":"track","time":"2026-05-04T03:20:00.000Z"}}
            """
        let expected = "{\"type\":\"FeatureCollection\",\"features\":[\(point),\(line),\(lone)]}"
        #expect(json == JSON(Data(expected.utf8)))
    }

    @Test("GeoJSON: a line over the antimeridian is cut there, half-way in place and time")
    func antimeridian() throws {
        let json = try export(
            .geojson,
            [
                try Self.point("03:00:00Z", 10, 179, starts: true),
                try Self.point("04:00:00Z", 20, -179), try Self.point("05:00:00Z", 20, -178),
            ])
        #expect(json.contains("\"coordinates\":[[179,10],[180,15]]"))
        #expect(
            json.contains(
                "\"coordTimes\":[\"2026-05-04T03:00:00.000Z\",\"2026-05-04T03:30:00.000Z\"]"))
        #expect(json.contains("\"coordinates\":[[-180,15],[-179,20],[-178,20]]"))
    }

    @Test("of nothing are whole files too", arguments: TrackFormat.allCases)
    func empty(format: TrackFormat) throws {
        let text = try export(format, [])
        switch format {
        case .gpx, .kml: #expect(text.hasSuffix(format == .gpx ? "</gpx>\n" : "</kml>\n"))
        case .geojson:
            #expect(
                JSON(Data(text.utf8))
                    == .object(["type": .string("FeatureCollection"), "features": .array([])]))
        case .csv: #expect(text.split(separator: "\r\n").count == 1)
        case .jsonl: #expect(text == "")
        }
    }

    @Test("CSV: a header, rows that end in CR and LF, and text that no spreadsheet runs")
    func csv() throws {
        let rows = try export(.csv).components(separatedBy: "\r\n")
        #expect(rows.count == 6)
        #expect(rows.last == "")
        #expect(
            rows[0].hasPrefix(
                "type,seq,time,lat,lon,alt,speed,course,starts_segment,accuracy,"))
        #expect(
            rows[1].hasPrefix(
                "milepost,7,2026-05-04T03:02:02.000Z,36.501,127.25,,,,,,,,,,,,,,,address weather,"
                    + "\"'=1+\"\"Cafe\"\", <b> [31m & 서울\",,"))
        #expect(rows[1].hasSuffix(",gazetteer,12.5,rain,,,-3.5,,,,,,,,,,,,,,,kma"))
        let empty = String(repeating: ",", count: 43)
        #expect(rows[2] == "track,,2026-05-04T03:02:01.000Z,36.5,127.25,38.5,24.1,44,true" + empty)
        #expect(rows[3] == "track,,2026-05-04T03:02:02.050Z,36.501,127.25,,,," + empty)
        // 20 columns, 13 of the address, 19 of the weather.
        for row in rows[2...4] { #expect(row.filter { $0 == "," }.count == 51) }
        #expect(rows[0].filter { $0 == "," }.count == 51)
    }

    @Test("JSON lines: mileposts as in the output, points beside them")
    func jsonl() throws {
        let lines = try export(.jsonl).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(
            try JSONDecoder().decode(Schema.Milepost.self, from: Data(lines[0].utf8))
                == Self.milepost().record)
        #expect(
            lines[1] == """
                {"type":"track","time":"2026-05-04T03:02:01.000Z","lat":36.5,"lon":127.25,"alt":38.5,\
                "speed":24.1,"course":44,"starts_segment":true}
                """)
        #expect(
            lines[2] == """
                {"type":"track","time":"2026-05-04T03:02:02.050Z","lat":36.501,"lon":127.25}
                """)
    }
}
