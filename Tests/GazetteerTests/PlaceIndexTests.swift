import Database
import Domain
import Gazetteer
import Glibc
import Testing

@Suite("Nearest place", .timeLimit(.minutes(10)))
struct PlaceIndexTests {
    private func index(_ lines: [String]) async throws -> PlaceIndex {
        let sample = try Sample(lines)
        try await sample.gazetteer().prepare()
        return try PlaceIndex(path: sample.database)
    }

    private func name(
        _ index: PlaceIndex, _ latitude: Double, _ longitude: Double
    ) throws -> String? {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        guard let nearest = try index.nearest(to: place) else { return nil }
        return try index.entry(nearest.number)?.name
    }

    @Test("is found across 180° and over the poles")
    func seams() async throws {
        let index = try await index([
            Sample.line("1", "West of it", "", "FR", -16, 179.9, 0),
            Sample.line("2", "Far west", "", "FR", -16, 170, 0),
            Sample.line("3", "Over the pole", "", "FR", 89, 0, 0),
            Sample.line("4", "South", "", "FR", -89, -90, 0),
        ])
        #expect(try name(index, -16, -179.9) == "West of it")
        #expect(try name(index, 89.5, 180) == "Over the pole")
        #expect(try name(index, 90, 123) == "Over the pole")
        #expect(try name(index, -90, 45) == "South")
    }

    @Test("is a place or a point, never an area")
    func kinds() async throws {
        let index = try await index([
            Sample.line("1", "Area", "", "KR", 37, 127, 0, kind: "area"),
            Sample.line("2", "Point", "", "KR", 37.1, 127, 0, kind: "point"),
            Sample.line("3", "Place", "", "KR", 37.3, 127, 0),
        ])
        #expect(try name(index, 37, 127) == "Point")
        #expect(try name(index, 37.25, 127) == "Place")
    }

    @Test("is none beyond the limit, and one at its edge")
    func limit() async throws {
        let index = try await index([Sample.line("1", "Null", "", "FR", 0, 0, 0)])
        // A degree of the meridian is 6,371,008.8 m × π / 180 = 111,195.08 m.
        let place = try #require(Coordinate(latitude: 1, longitude: 0))
        #expect(try index.nearest(to: place, within: 111_195) == nil)
        let found = try #require(try index.nearest(to: place, within: 111_196))
        #expect(abs(found.metres - 111_195.08) < 0.01)
    }

    @Test("tells the zone of the nearest place that has one")
    func zone() async throws {
        let index = try await index([
            Sample.line("1", "Without", "", "FR", 0, 0, 0, zone: ""),
            Sample.line("2", "With", "", "FR", 0.5, 0, 0, zone: "Europe/Paris"),
            Sample.line("3", "Farther", "", "FR", -0.6, 0, 0, zone: "UTC"),
            Sample.line("4", "Area", "", "FR", 0, 0, 0, kind: "area", zone: "Asia/Seoul"),
        ])
        let place = try #require(Coordinate(latitude: 0.01, longitude: 0))
        #expect(try index.timeZone(at: place, within: 200_000) == "Europe/Paris")
        // 0.49° are 54.5 km.
        #expect(try index.timeZone(at: place, within: 54_000) == nil)
    }

    @Test("is as near as the nearest of all rows, wherever on Earth")
    func againstAll() async throws {
        let path = try await World.opened().database
        let index = try PlaceIndex(path: path)
        let all = try AllPlaces(path)
        #expect(all.count == 255_914)
        var points = [
            (90.0, 0.0), (-90, 0), (90, 180), (0, 180), (0, -180), (-16.8, 180), (66, -180),
        ]
        var random = SeededRandom(seed: 7)
        for _ in 0..<150 {
            points.append(
                (
                    asin(Double.random(in: -1...1, using: &random)) * 180 / .pi,
                    Double.random(in: -180...180, using: &random)
                ))
            points.append(
                (
                    Double.random(in: -20...70, using: &random),
                    Double.random(in: 179.9...180, using: &random)
                ))
        }
        for _ in 0..<9_700 {
            let (latitude, longitude) = all.random(using: &random)
            points.append(
                (
                    latitude + Double.random(in: -0.3...0.3, using: &random),
                    longitude + Double.random(in: -0.3...0.3, using: &random)
                ))
        }
        for (latitude, longitude) in points {
            guard let place = Coordinate(latitude: latitude, longitude: longitude) else { continue }
            let found = try #require(try index.nearest(to: place))
            let least = all.leastDistance(to: place)
            // A micrometre is what rounding makes of the two formulas; at opposite points it is more, but none is there.
            #expect(abs(found.metres - least) < 1e-6, "\(place): \(found.metres), \(least)")
            let entry = try #require(try index.entry(found.number))
            #expect(abs(entry.distance(to: place) - least) < 1e-6)
        }
    }
}

/// Every place and point by latitude, searched without any index but that.
private struct AllPlaces {
    private var latitudes: [Double] = []
    private var longitudes: [Double] = []

    init(_ path: String) throws {
        let database = try Database(readOnly: path)
        try database.each(
            "SELECT latitude, longitude FROM places WHERE kind <> 'area' ORDER BY latitude"
        ) {
            latitudes.append($0.double(0))
            longitudes.append($0.double(1))
        }
    }

    var count: Int { latitudes.count }

    func random(using random: inout SeededRandom) -> (Double, Double) {
        let index = Int.random(in: 0..<count, using: &random)
        return (latitudes[index], longitudes[index])
    }

    /// Outwards from the latitude, until the difference of latitude alone is farther than the best.
    func leastDistance(to place: Coordinate) -> Double {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if latitudes[middle] < place.latitude { low = middle + 1 } else { high = middle }
        }
        var least = Double.infinity
        let degree = Coordinate.earthRadius * .pi / 180
        for indices in [AnySequence(low..<count), AnySequence((0..<low).reversed())] {
            for index in indices {
                if abs(latitudes[index] - place.latitude) * degree > least + 1 { break }
                guard
                    let other = Coordinate(latitude: latitudes[index], longitude: longitudes[index])
                else { continue }
                least = min(least, other.distance(to: place))
            }
        }
        return least
    }
}

/// The same numbers in every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
