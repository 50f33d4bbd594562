import Domain
import Foundation
import Record
import Testing

@Suite("GeoJSON", .serialized)
struct GeoJSONTests {
    private struct Feature<Properties: Decodable>: Decodable {
        var properties: Properties
    }

    private func geometry(_ bytes: [UInt8]) throws -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let start = try #require(text.firstRange(of: "\"geometry\":")?.upperBound)
        let end = try #require(text.firstRange(of: ",\"properties\":")?.lowerBound)
        return String(text[start..<end])
    }

    private func point(
        _ latitude: Double, _ longitude: Double, _ altitude: Double? = nil, starts: Bool = false
    ) throws -> TrackPoint {
        TrackPoint(
            time: Samples.time,
            coordinate: try #require(Coordinate(latitude: latitude, longitude: longitude)),
            altitude: altitude, startsSegment: starts)
    }

    @Test("L05 a fix is a Point, longitude first, with its height where it has one")
    func fix() throws {
        let bytes = try #require(GeoJSON.feature(.fix(Samples.fix())))
        #expect(
            try geometry(bytes) == "{\"type\":\"Point\",\"coordinates\":[126.9706,37.5547,38.4]}")
        let fix = try Samples.fix()
        let flat = AcceptedFix(
            seq: 1, time: fix.time, coordinate: fix.coordinate,
            fix: Fix(source: .manual, mode: .twoD), accuracy: nil, reasons: [.override],
            distance: nil)
        let flatBytes = try #require(GeoJSON.feature(.fix(flat)))
        #expect(
            try geometry(flatBytes) == "{\"type\":\"Point\",\"coordinates\":[126.9706,37.5547]}")
    }

    @Test("properties are the record of the output")
    func properties() throws {
        let milepost = try Samples.milepost(language: .ko)
        let bytes = try #require(GeoJSON.feature(.milepost(milepost)))
        let feature = try JSONDecoder().decode(
            Feature<Schema.Milepost>.self, from: Data(bytes))
        #expect(feature.properties == Schema.Milepost(milepost))
        let fixBytes = try #require(GeoJSON.feature(.fix(milepost.fix)))
        let fix = try JSONDecoder().decode(Feature<Schema.Fix>.self, from: Data(fixBytes))
        #expect(fix.properties == Schema.Fix(milepost.fix))
    }

    @Test("a point of the track is a line from the one before, the first of a segment a Point")
    func track() throws {
        let first = try point(37, 127, starts: true)
        let second = try point(37.000_000_000_4, 127.5)
        #expect(
            try geometry(GeoJSON.feature(first, after: second))
                == "{\"type\":\"Point\",\"coordinates\":[127,37]}")
        #expect(
            try geometry(GeoJSON.feature(second, after: nil))
                == "{\"type\":\"Point\",\"coordinates\":[127.5,37]}")
        #expect(
            try geometry(GeoJSON.feature(second, after: first))
                == "{\"type\":\"LineString\",\"coordinates\":[[127,37],[127.5,37]]}")
    }

    @Test(
        "a point of the track has time, height, speed and course as properties, if they are known")
    func trackProperties() throws {
        let text = String(
            decoding: GeoJSON.feature(try Samples.point(0), after: nil), as: UTF8.self)
        #expect(
            text.hasSuffix(
                "\"properties\":{\"type\":\"track\",\"time\":\"2026-11-30T05:03:07.000Z\",\"alt\":38.4,"
                    + "\"speed\":24.1,\"course\":44}}\n"))
        let bare = String(decoding: GeoJSON.feature(try point(0, 0), after: nil), as: UTF8.self)
        #expect(
            bare.hasSuffix(
                "\"properties\":{\"type\":\"track\",\"time\":\"2026-11-30T05:03:07.000Z\"}}\n"))
    }

    @Test(
        "L05 a line has heights at both ends or at none, and never null",
        arguments: [
            (1.0, 2.0, "[[127,37,1],[127,37,2]]"), (1.0, nil, "[[127,37],[127,37]]"),
            (nil, 2.0, "[[127,37],[127,37]]"), (nil, nil, "[[127,37],[127,37]]"),
        ] as [(Double?, Double?, String)])
    func heights(from: Double?, to: Double?, coordinates: String) throws {
        let bytes = GeoJSON.feature(try point(37, 127, to), after: try point(37, 127, from))
        #expect(
            try geometry(bytes) == "{\"type\":\"LineString\",\"coordinates\":\(coordinates)}")
    }

    // Worked out by hand: the crossing divides the way in the ratio of the longitudes to it.
    @Test(
        "a line over the antimeridian is cut there, not drawn round the Earth",
        arguments: [
            (179.0, -179.0, "[[[179,10,100],[180,15,150]],[[-180,15,150],[-179,20,200]]]"),
            (
                -179.0, 178.0,
                "[[[-179,10,100],[-180,13.333333333,133.3333]],[[180,13.333333333,133.3333],[178,20,200]]]"
            ),
            (180.0, -179.0, "[[[180,10,100],[180,10,100]],[[-180,10,100],[-179,20,200]]]"),
        ])
    func antimeridian(from: Double, to: Double, coordinates: String) throws {
        let bytes = GeoJSON.feature(try point(20, to, 200), after: try point(10, from, 100))
        #expect(
            try geometry(bytes)
                == "{\"type\":\"MultiLineString\",\"coordinates\":\(coordinates)}")
    }

    @Test("a long way within the map is one line")
    func long() throws {
        let bytes = GeoJSON.feature(try point(0, 89), after: try point(0, -90))
        #expect(
            try geometry(bytes) == "{\"type\":\"LineString\",\"coordinates\":[[-90,0],[89,0]]}")
    }

    @Test("what has no place is no feature")
    func others() {
        #expect(GeoJSON.feature(.summary(Samples.summary)) == nil)
    }

    @Test("L21 L03 names with line ends and markup are one line each and come back the same")
    func names() async throws {
        let bench = try Bench()
        let file = try bench.logFile("log", .geojson)
        let label = "a\nb\rc\u{2028}d\te\u{7}\u{FFFE} & <x> \"]]>"
        await file.receive(.milepost(try Samples.milepost(seq: 1, label: label)))
        await file.receive(.fix(try Samples.fix(seq: 2)))
        let text = try bench.read("log")
        #expect(text.split(whereSeparator: \.isNewline).count == 4)
        struct Collection: Decodable {
            var type: String
            var features: [Feature<Labelled>]
        }
        struct Labelled: Decodable { var address: Schema.Address? }
        let collection = try JSONDecoder().decode(Collection.self, from: Data(text.utf8))
        #expect(collection.type == "FeatureCollection")
        #expect(collection.features.map(\.properties.address?.label) == [label, nil])
    }
}
