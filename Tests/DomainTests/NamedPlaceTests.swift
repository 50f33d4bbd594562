import Domain
import Testing

@Suite("Which place of a name is meant")
struct NamedPlaceTests {
    private func place(
        _ label: String, population: Int? = nil, isExact: Bool = true
    ) throws -> NamedPlace {
        NamedPlace(
            coordinate: try #require(Coordinate(latitude: 1, longitude: 2)), label: label,
            provider: "p", population: population, isExact: isExact)
    }

    @Test("the only one is, but not one of another name, however large")
    func single() throws {
        let only = try place("Seoul")
        #expect([only].clearlyMeant == only)
        let other = try place("Seoul Station", population: 9_000_000, isExact: false)
        #expect([other].clearlyMeant == nil)
        #expect([other, try place("Seoulville", isExact: false)].clearlyMeant == nil)
        #expect([NamedPlace]().clearlyMeant == nil)
    }

    @Test("the only one of exactly the name is, among longer names of any size")
    func exact() throws {
        let york = try place("York", population: 150_000)
        let others = [try place("New York", population: 8_000_000, isExact: false), york]
        #expect(others.clearlyMeant == york)
    }

    @Test(
        "of several of one name, one with ten times the inhabitants of any other is",
        arguments: [
            // Busan in Korea and one in the Philippines; two Springfields; Paris in France and in Texas.
            ([3_448_737, 2_000], true), ([170_000, 155_000], false),
            ([2_138_551, 24_782, 10_000], true),
            ([10_000, 1_000], true), ([9_999, 1_000], false),
            // An unknown size counts as 1,000, so that no hamlet is clear by a missing figure.
            ([10_000, nil], true), ([9_000, nil], false), ([nil, nil], false), ([500, nil], false),
        ] as [([Int?], Bool)])
    func size(populations: [Int?], isClear: Bool) throws {
        let places = try populations.map { try place("Name", population: $0) }
        #expect(places.clearlyMeant == (isClear ? places[0] : nil))
        #expect(Array(places.reversed()).clearlyMeant == (isClear ? places[0] : nil))
    }
}
