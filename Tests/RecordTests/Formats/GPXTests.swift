import Domain
import Foundation
import Record
import Testing

@Suite("GPX", .serialized)
struct GPXTests {
    private func text(_ point: TrackPoint) -> String {
        String(decoding: GPX.point(point), as: UTF8.self)
    }

    @Test("a point has what is known, in the order of the schema, and nothing else")
    func point() throws {
        #expect(
            try text(Samples.point(0)) == """
                <trkpt lat="37.5547" lon="126.9706"><ele>38.4</ele><time>2026-11-30T05:03:07.000Z</time>\
                <extensions><mp:speed>24.1</mp:speed><mp:course>44</mp:course>

                """)
        let bare = TrackPoint(
            time: Timestamp(milliseconds: 0),
            coordinate: try #require(Coordinate(latitude: -90, longitude: 0)), startsSegment: true)
        #expect(
            text(bare) == """
                <trkseg><trkpt lat="-90" lon="0"><time>1970-01-01T00:00:00.000Z</time><extensions>

                """)
    }

    @Test(
        "coordinates have nine decimals at most, no exponent, and a longitude below 180",
        arguments: [
            (6e-10, 4e-10, "0.000000001", "0"), (-1e-10, 1e-7, "0", "0.0000001"),
            (89.999_999_999_6, 180, "90", "-180"), (1.5, 179.999_999_999_6, "1.5", "-180"),
            (-1.25, -180, "-1.25", "-180"),
        ] as [(Double, Double, String, String)])
    func coordinates(latitude: Double, longitude: Double, lat: String, lon: String) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let point = TrackPoint(time: Samples.time, coordinate: coordinate)
        #expect(text(point).hasPrefix("<trkpt lat=\"\(lat)\" lon=\"\(lon)\">"))
    }

    @Test(
        "L24 times always have three digits of a second",
        arguments: [("01Z", "01.000Z"), ("02.05Z", "02.050Z"), ("03.0004Z", "03.000Z")])
    func times(given: String, written: String) throws {
        var point = try Samples.point(0)
        point.time = try #require(Timestamp(rfc3339: "2026-05-04T03:02:\(given)"))
        #expect(text(point).contains("<time>2026-05-04T03:02:\(written)</time>"))
    }

    @Test("an accepted fix is an element with the keys of the output as attributes")
    func fix() throws {
        let event = Event.fix(try Samples.fix(reasons: [.distance, .coarse]))
        let bytes = try #require(GPX.element(event))
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                <mp:accepted accuracy="4.2" alt="38.4" course="44" device="/dev/ttyACM0" distance="1234" \
                lat="37.5547" lon="126.9706" mode="3" reasons="distance coarse" sats="9" seq="12" \
                source="gpsd" speed="24.1" time="2026-11-30T05:03:07.000Z"/>

                """)
    }

    @Test("a milepost is an element of elements: address, weather, and a day or an hour each")
    func milepost() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", .gpx)
        var milepost = try Samples.milepost(language: .en)
        milepost.failures = [
            LookupFailure(part: .weather, provider: "kma", code: .timeout, message: "too slow")
        ]
        await file.receive(.milepost(milepost))
        let reader = GPXReader(Data(try bench.read("log").utf8))
        #expect(reader.faults == [])
        func all(_ name: String) -> [GPXReader.Element] {
            reader.elements.filter { $0.name == name && $0.path.contains("milepost") }
        }
        let label = "31 Sejong-daero, Jung-gu, Seoul"
        #expect(all("address").map(\.attributes) == [["label": label, "provider": "nominatim"]])
        #expect(all("weather").map(\.attributes["temperature"]) == ["8.44"])
        #expect(all("day").map(\.attributes["max"]) == ["9.4", "8.4", "7.4", "6.4", "-0.4"])
        #expect(all("hour").count == 8)
        #expect(all("failure").map(\.attributes["code"]) == ["timeout"])
        #expect(all("forecast").map(\.attributes) == [["provider": "openweathermap"]])
    }

    @Test("L03 markup in a name stays the name, and what XML cannot hold is left out")
    func markup() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", .gpx)
        let name = "A & B <Café> \"x\" 'y' ]]>\t\r\n\u{85}\u{2028}\u{202E}\u{FFFD}😀"
        let dirty = "\u{7}\(name)\u{0}\u{1B}\u{FFFE}\u{FFFF}"
        await file.receive(.milepost(try Samples.milepost(seq: 1, label: dirty)))
        let text = try bench.read("log")
        let reader = GPXReader(Data(text.utf8))
        #expect(reader.faults == [])
        #expect(reader.elements.first { $0.name == "address" }?.attributes["label"] == name)
        // One line for the record, and nothing for a terminal to stumble over.
        #expect(text.split(whereSeparator: \.isNewline).count == 5)
        #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.isUnprintable })
    }

    @Test("what is told of a point stands in it, what comes before any point in the track")
    func places() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", .gpx)
        await file.receive(.fix(try Samples.fix(seq: 1)))
        await file.receive(.track([try Samples.point(0, startsSegment: true)]))
        await file.receive(.fix(try Samples.fix(seq: 2)))
        await file.receive(.milepost(try Samples.milepost(seq: 2, label: "A")))
        let elements = GPXReader(Data(try bench.read("log").utf8)).elements
        let paths = elements.filter { $0.attributes["seq"] != nil }.map(\.path)
        let inPoint = ["gpx", "trk", "trkseg", "trkpt", "extensions"]
        #expect(paths == [["gpx", "trk", "extensions"], inPoint, inPoint])
    }

    @Test("a segment ends where the next begins, and the first point of a file begins one")
    func segments() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", .gpx)
        // Goes on from the file of the day before.
        await file.receive(.track([try Samples.point(0), try Samples.point(1)]))
        await file.receive(.track([try Samples.point(2, startsSegment: true)]))
        await file.receive(.track([try Samples.point(3)]))
        let reader = GPXReader(Data(try bench.read("log").utf8))
        #expect(reader.faults == [])
        let names = reader.elements.map(\.name).filter { $0 == "trkseg" || $0 == "trkpt" }
        #expect(names == ["trkseg", "trkpt", "trkpt", "trkseg", "trkpt", "trkpt"])
    }

    @Test("what has no place is no element")
    func others() throws {
        let state = StateChange(
            mode: .tracking, receiver: Receiver(.fix), since: Samples.time)
        #expect(GPX.element(.state(state)) == nil)
        #expect(GPX.element(.summary(Samples.summary)) == nil)
    }
}
