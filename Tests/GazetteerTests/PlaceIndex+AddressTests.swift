import Domain
import Gazetteer
import Testing

@Suite("Addresses of well-known places", .timeLimit(.minutes(10)))
struct PlaceIndexAddressTests {
    struct Spot: Sendable, CustomTestStringConvertible {
        var latitude, longitude: Double
        var label: String
        var city: String
        var district: String?
        var reason: String
        var testDescription: String { reason }

        init(
            _ latitude: Double, _ longitude: Double, _ label: String, city: String,
            district: String? = nil, _ reason: String
        ) {
            (self.latitude, self.longitude) = (latitude, longitude)
            (self.label, self.city, self.district, self.reason) = (label, city, district, reason)
        }
    }

    private func address(
        _ latitude: Double, _ longitude: Double, _ language: Language
    ) async throws -> Address {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let gazetteer = try await World.opened().gazetteer
        return try await gazetteer.address(Query(coordinate: place, language: language))
    }

    private static let parts: [Spot] = [
        Spot(
            52.4990, 13.4030, "Kreuzberg, Berlin, Germany", city: "Berlin", district: "Kreuzberg",
            "a district of a city that is a state is no city, even in its very middle"),
        Spot(
            52.5080, 13.3950, "Kreuzberg, Berlin, Germany", city: "Berlin", district: "Kreuzberg",
            "nor at its border, so that the city does not change on the way"),
        Spot(
            48.8867, 2.3431, "Paris 18 Buttes-Montmartre, Paris, Île-de-France, France",
            city: "Paris", district: "Paris 18 Buttes-Montmartre",
            "an arrondissement carries its city's name"),
        Spot(
            40.7580, -73.9855, "Times Square, Manhattan, New York, United States",
            city: "Manhattan", district: "Times Square",
            "a square with inhabitants is a part of what it is deep inside of"),
        Spot(
            40.6782, -73.9442, "Bushwick, Brooklyn, New York, United States", city: "Brooklyn",
            district: "Bushwick", "Brooklyn is what a person says, not New York City"),
        Spot(
            35.6595, 139.7005, "Dōgenzaka, Tokyo, Japan", city: "Tokyo", district: "Dōgenzaka",
            "a neighbourhood of the prefecture of Tokyo is in Tokyo"),
        Spot(
            51.3762, -0.0982, "Croydon, London, England, United Kingdom", city: "London",
            district: "Croydon", "a suburb of 190,000 in Greater London is London"),
        Spot(
            53.4808, -2.2426, "Manchester City Centre, Manchester, England, United Kingdom",
            city: "Manchester", district: "Manchester City Centre",
            "the centre of a city is no city"),
        Spot(
            -33.8568, 151.2153, "The Rocks, Sydney, New South Wales, Australia", city: "Sydney",
            district: "The Rocks", "the opera is a walk from The Rocks"),
        Spot(
            1.2834, 103.8607, "Marina Bay, Singapore", city: "Singapore", district: "Marina Bay",
            "city and country are named once"),
        Spot(
            40.4168, -3.7038, "Sol, Madrid, Comunidad de Madrid, Spain", city: "Madrid",
            district: "Sol", "the region reads as it is spoken, not as it is sorted"),
    ]

    private static let towns: [Spot] = [
        Spot(
            48.8397, 2.2399, "Boulogne-Billancourt, Île-de-France, France",
            city: "Boulogne-Billancourt", "in the disc of Paris, but in another département"),
        Spot(
            40.7357, -74.1724, "Newark, New Jersey, United States", city: "Newark",
            "in the disc of New York, but in another state"),
        Spot(
            40.9126, -73.8371, "Mount Vernon, New York, United States", city: "Mount Vernon",
            "a town of its own beside a far larger one"),
        Spot(
            53.4875, -2.2901, "Salford, England, United Kingdom", city: "Salford",
            "not Manchester, though it is in Greater Manchester"),
        Spot(
            34.0736, -118.4004, "Beverly Hills, California, United States", city: "Beverly Hills",
            "surrounded by Los Angeles, yet a town"),
        Spot(
            40.3083, -3.7327, "Getafe, Comunidad de Madrid, Spain", city: "Getafe",
            "in the province of Madrid, not in the city"),
        Spot(
            34.5733, 135.4830, "Sakai, Osaka, Japan", city: "Sakai",
            "a city of the prefecture of Osaka is not Osaka"),
        Spot(
            48.1173, 11.6090, "Munich, Bayern, Germany", city: "Munich",
            "inside a city whose districts the data does not have"),
        Spot(
            41.9022, 12.4568, "Vatican City", city: "Vatican City",
            "a square in Rome is not always in Italy"),
        Spot(
            47.5476, 7.5895, "Basel, Basel-Stadt, Switzerland", city: "Basel",
            "the station is nearer to Basel than to its French and German suburbs"),
        Spot(
            47.5890, 7.5950, "Weil am Rhein, Baden-Württemberg, Germany", city: "Weil am Rhein",
            "in the disc of Basel, but in another country"),
        Spot(
            43.0962, -79.0377, "Niagara Falls, New York, United States", city: "Niagara Falls",
            "this side of the falls"),
        Spot(
            43.0896, -79.0849, "Niagara Falls, Ontario, Canada", city: "Niagara Falls",
            "that side of the falls"),
        Spot(
            32.5149, -117.0382, "Tijuana, Baja California, Mexico", city: "Tijuana",
            "south of the border"),
        Spot(
            32.7157, -117.1611, "San Diego, California, United States", city: "San Diego",
            "north of it"),
        Spot(
            38.8895, -77.0353, "Washington, District of Columbia, United States",
            city: "Washington", "no place on the Mall itself is known"),
    ]

    private static let seaAndDesert: [Spot] = [
        Spot(
            50.3, -0.5, "53 km from Selsey, England, United Kingdom", city: "Selsey",
            "in the middle of the Channel"),
        Spot(
            36.5, -116.9, "30 km from Death Valley, California, United States",
            city: "Death Valley", "in a desert"),
        Spot(
            34.9, 129.35, "32 km from Dongsam-dong, Yeongdo-gu, Busan, South Korea", city: "Busan",
            district: "Dongsam-dong", "in the Korea Strait, nearer to Busan than to Japan"),
    ]

    private static let korea: [Spot] = [
        Spot(
            37.33, 127.27, "경기도 용인시 처인구 모현면", city: "용인시", district: "모현면",
            "province, city, ward and township"),
        Spot(
            37.5665, 126.9780, "서울특별시 중구 태평로1가", city: "서울특별시", district: "태평로1가",
            "the city hall in Sejong-daero: the legal district, not the road"),
        Spot(
            35.1631, 129.1636, "부산광역시 해운대구 우동", city: "부산광역시", district: "우동",
            "a metropolitan city has wards"),
        Spot(
            33.4996, 126.5312, "제주특별자치도 제주시 이도일동", city: "제주시", district: "이도일동",
            "a province on an island"),
        Spot(
            36.48, 127.289, "세종특별자치시 보람동", city: "세종특별자치시", district: "보람동",
            "a city without wards"),
        Spot(
            34.9, 129.35, "부산광역시 영도구 동삼동에서 32km", city: "부산광역시", district: "동삼동",
            "out at sea"),
        Spot(
            52.4990, 13.4030, "독일 베를린 Kreuzberg", city: "베를린", district: "Kreuzberg",
            "abroad, large to small, with the Korean names that are known"),
    ]

    @Test("name the city that a place is a part of", arguments: parts)
    func part(spot: Spot) async throws { try await check(spot, .en) }

    @Test("name a town as a town, however near a larger one is", arguments: towns)
    func town(spot: Spot) async throws { try await check(spot, .en) }

    @Test("tell how far it is from the nearest place outside of any", arguments: seaAndDesert)
    func outside(spot: Spot) async throws { try await check(spot, .en) }

    @Test("follow the levels of administration in Korea, in Korean order", arguments: korea)
    func korean(spot: Spot) async throws { try await check(spot, .ko) }

    private func check(_ spot: Spot, _ language: Language) async throws {
        let address = try await address(spot.latitude, spot.longitude, language)
        #expect(address.label == spot.label)
        #expect(address.city == spot.city)
        #expect(address.district == spot.district)
    }

    @Test("fill every field that is known")
    func fields() async throws {
        let address = try await address(37.33, 127.27, .en)
        #expect(
            address.label == "Mohyeon-myeon, Cheoin-gu, Yongin-si, Gyeonggi-do, South Korea")
        #expect(address.country == "South Korea")
        #expect(address.countryCode == "KR")
        #expect(address.state == "Gyeonggi-do")
        #expect(address.county == "Yongin-si Cheoin-gu")
        #expect(address.city == "Yongin-si")
        #expect(address.district == "Mohyeon-myeon")
        #expect(address.provider == "gazetteer")
        #expect(address.placeID?.hasPrefix("k") == true)
        #expect(address.street == nil)
        let distance = try #require(address.distance)
        #expect(distance > 0 && distance < 3000)
    }

    @Test("are none in the middle of the Pacific and at the poles")
    func nowhere() async throws {
        for (latitude, longitude) in [(0.0, -150.0), (90, 0), (-90, 0)] {
            await #expect {
                _ = try await address(latitude, longitude, .en)
            } throws: {
                ($0 as? LookupFailure)?.code == .notFound
            }
        }
    }

    @Test(
        "come with the time zone of the place",
        arguments: [
            (37.5665, 126.978, "Asia/Seoul"), (52.52, 13.405, "Europe/Berlin"),
            (40.758, -73.9855, "America/New_York"), (50.3, -0.5, "Europe/London"),
            (-16.5, 179.9, "Pacific/Fiji"),
        ] as [(Double, Double, String)])
    func zones(latitude: Double, longitude: Double, name: String) async throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let gazetteer = try await World.opened().gazetteer
        #expect(await gazetteer.zone(at: place)?.name == name)
    }
}
