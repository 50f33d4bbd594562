import Domain
import Gazetteer
import Testing

@Suite("Naming a place after what is around it")
struct PlacementTests {
    /// `north` kilometres of the equator, at 0°; a degree is 111.195 km.
    private static func entry(
        _ name: String, north: Double, _ population: Int, admin1: String = "State",
        admin2: String = "", country: String = "XX"
    ) -> Entry {
        var entry = Entry()
        entry.number = Int64(name.hashValue)
        entry.name = name
        entry.latitude = north / 111.195
        entry.population = population
        entry.admin1 = admin1
        entry.admin2 = admin2
        entry.country = country
        return entry
    }

    // A million reach 10.3 km, 10,000 reach 1.03 km.
    private static let city = entry("City", north: 0, 1_000_000)

    private func place(north: Double, nearest: Entry, _ towns: [Entry]) throws -> Placement {
        let place = try #require(Coordinate(latitude: north / 111.195, longitude: 0))
        return Placement(of: place, nearest: nearest, towns: towns)
    }

    @Test("gives a place beyond the middle of the city its own name")
    func ownName() throws {
        let town = Self.entry("Town", north: 8, 10_000)
        let here = try place(north: 8.2, nearest: town, [Self.city, town])
        #expect(here.city == town)
        #expect(here.district == nil)
        #expect(abs(here.distance - 200) < 1)
    }

    @Test("makes the nearest place a district of the city that is nearer by its size")
    func district() throws {
        let town = Self.entry("Town", north: 6, 60_000)
        // 1.2 km of the 2.5 that 60,000 reach, and 4.8 of 10.3.
        let here = try place(north: 4.8, nearest: town, [Self.city, town])
        #expect(here.city == Self.city)
        #expect(here.district == town)
        #expect(abs(here.distance - 1200) < 1)
    }

    @Test("leaves a village out that is too far to name a part of the city")
    func dropped() throws {
        let village = Self.entry("Village", north: 9, 600)
        let here = try place(north: 7, nearest: village, [Self.city])
        #expect(here.city == Self.city)
        #expect(here.district == nil)
        #expect(abs(here.distance - 7000) < 1)
        #expect(!here.isOutside)
    }

    @Test("counts no town that is known to be in another division or country")
    func borders() throws {
        for other in [
            Self.entry("Town", north: 8, 500, admin1: "Other"),
            Self.entry("Town", north: 8, 500, country: "YY"),
        ] {
            #expect(try place(north: 5, nearest: other, [Self.city]).city == other)
        }
        let county = Self.entry("City", north: 0, 1_000_000, admin2: "County")
        let beyond = Self.entry("Town", north: 8, 500, admin2: "Other county")
        let unknown = Self.entry("Town", north: 8, 500)
        #expect(try place(north: 5, nearest: beyond, [county]).city == beyond)
        #expect(try place(north: 5, nearest: unknown, [county]).city == county)
    }

    @Test("makes a place a part of the city by its name, its division's, or deep inside")
    func parts() throws {
        let parts = [
            Self.entry("City Centre", north: 8, 100_000), Self.entry("Quarter", north: 5, 49_000),
            Self.entry("Suburb", north: 8, 100_000, admin2: "Greater City"),
        ]
        for part in parts {
            let here = try place(north: part.latitude * 111.195, nearest: part, [Self.city, part])
            #expect(here.city == Self.city, "\(part.name)")
            #expect(here.district == part)
        }
        let towns = [
            Self.entry("Citytown", north: 8, 100_000), Self.entry("Quarter", north: 5, 51_000),
            Self.entry("Quarter", north: 5.3, 49_000),
            Self.entry("Suburb", north: 8, 100_000, admin2: "City County"),
        ]
        for town in towns {
            let here = try place(north: town.latitude * 111.195, nearest: town, [Self.city, town])
            #expect(here.city == town, "\(town.name)")
        }
    }

    @Test("takes the smaller of two cities that a place is deep inside of")
    func borough() throws {
        let borough = Self.entry("Borough", north: 1, 400_000)
        let square = Self.entry("Square", north: 2, 5000)
        let here = try place(north: 2, nearest: square, [Self.city, borough])
        #expect(here.city == borough)
    }

    @Test("is outside beyond 5 km, but not of a place that reaches farther")
    func outside() throws {
        let village = Self.entry("Village", north: 0, 600)
        #expect(try !place(north: 4.9, nearest: village, []).isOutside)
        #expect(try place(north: 5.1, nearest: village, []).isOutside)
        #expect(try !place(north: 10.2, nearest: Self.city, [Self.city]).isOutside)
        #expect(try place(north: 10.4, nearest: Self.city, [Self.city]).isOutside)
    }

    @Test("follows the administration in Korea, whatever is around")
    func korea() throws {
        let city = Self.entry("Seoul", north: 0, 10_000_000, country: "KR")
        let district = Self.entry("Sinsa-dong", north: 1, 0, country: "KR")
        let here = try place(north: 1, nearest: district, [city])
        #expect(here.city == district)
        #expect(here.district == nil)
    }
}
