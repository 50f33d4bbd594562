import Domain
import Lookup
import Testing

/// Labels are written by hand as a reader of the language would.
@Suite("Nominatim's address keys", .serialized)
struct NominatimKeysTests {
    private func address(_ stub: ServiceStub, _ language: Language) async throws -> Address {
        let coordinate = try #require(Coordinate(latitude: 37.567, longitude: 126.978))
        return try await Nominatim(fetch: stub.fetch, now: { testNow })
            .address(Query(coordinate: coordinate, language: language))
    }

    private func address(_ file: String, _ language: Language) async throws -> Address {
        try await address(ServiceStub(try Fixture.answer("nominatim", file)), language)
    }

    @Test(
        "labels in Korean, the Korean ones from large to small",
        arguments: [
            ("reverse-seoul-ko.json", "서울특별시 중구 세종대로 110"),
            ("reverse-seongnam-province.json", "경기도 성남시 분당구 정자일로"),
            ("reverse-seongnam-state-variant.json", "경기도 성남시 분당구 정자일로"),
            ("reverse-rural-myeon.json", "강원특별자치도 평창군 대관령면 대관령마루길"),
            ("reverse-jeju.json", "제주특별자치도 제주시 조천읍 비자림로"),
            ("reverse-mountain-no-road.json", "강원특별자치도 인제군"),
            ("reverse-minimal-country.json", "대한민국"),
            ("reverse-no-addressdetails.json", "인천광역시 중구"),
            ("reverse-missing-ids.json", "서울특별시"),
            ("reverse-tokyo.json", "丸の内仲通り, 千代田区, 日本"),
            ("reverse-newyork.json", "350 5th Avenue, Manhattan, New York, United States"),
        ])
    func korean(file: String, label: String) async throws {
        #expect(try await address(file, .ko).label == label)
    }

    @Test(
        "labels in English, from small to large",
        arguments: [
            ("reverse-seoul-en.json", "110 Sejong-daero, Jung-gu, Seoul, South Korea"),
            ("reverse-newyork.json", "350 5th Avenue, Manhattan, New York, United States"),
            (
                "reverse-english-village.json",
                "12 Church Lane, Nether End, Upper Sample, Test Valley, England, United Kingdom"
            ),
            ("reverse-tokyo.json", "丸の内仲通り, 千代田区, 日本"),
            ("reverse-seongnam-province.json", "정자일로, 분당구, 성남시, 경기도, 대한민국"),
            ("reverse-seongnam-state-variant.json", "정자일로, 분당구, 성남시, 경기도, 대한민국"),
            (
                "reverse-rural-myeon.json",
                "대관령마루길, 대관령면, 평창군, 강원특별자치도, 대한민국"
            ),
            ("reverse-jeju.json", "비자림로, 조천읍, 제주시, 제주특별자치도, 대한민국"),
            ("reverse-mountain-no-road.json", "인제군, 강원특별자치도, 대한민국"),
            ("reverse-minimal-country.json", "대한민국"),
            ("reverse-no-addressdetails.json", "중구, 인천광역시, 대한민국"),
        ])
    func english(file: String, label: String) async throws {
        #expect(try await address(file, .en).label == label)
    }

    @Test(
        "state, county, city and district from whatever key they come under",
        arguments: [
            ("reverse-seongnam-province.json", "경기도", nil, "성남시", "분당구"),
            ("reverse-seongnam-state-variant.json", "경기도", nil, "성남시", "분당구"),
            ("reverse-rural-myeon.json", "강원특별자치도", "평창군", "대관령면", nil),
            ("reverse-jeju.json", "제주특별자치도", nil, "제주시", nil),
            ("reverse-mountain-no-road.json", "강원특별자치도", "인제군", nil, nil),
            ("reverse-newyork.json", "New York", "New York County", "New York", "Manhattan"),
            ("reverse-english-village.json", "England", "Hampshire", "Upper Sample", "Test Valley"),
            ("reverse-tokyo.json", nil, nil, "千代田区", "丸の内"),
            ("reverse-minimal-country.json", nil, nil, nil, nil),
        ] as [(String, String?, String?, String?, String?)])
    func parts(
        file: String, state: String?, county: String?, city: String?, district: String?
    ) async throws {
        let address = try await address(file, .ko)
        #expect(address.state == state)
        #expect(address.county == county)
        #expect(address.city == city)
        #expect(address.district == district)
    }

    @Test(
        "country, street, number, postcode and the object of the map",
        arguments: [
            ("reverse-seoul-ko.json", ["KR", "세종대로", "110", "04524", "way/400012345"]),
            ("reverse-seoul-en.json", ["KR", "Sejong-daero", "110", "04524", "way/400012345"]),
            ("reverse-seongnam-province.json", ["KR", "정자일로", nil, "13561", "way/500023456"]),
            (
                "reverse-seongnam-state-variant.json",
                ["KR", "정자일로", nil, "13561", "way/500023456"]
            ),
            ("reverse-rural-myeon.json", ["KR", "대관령마루길", nil, "25342", "way/600034567"]),
            ("reverse-jeju.json", ["KR", "비자림로", nil, "63346", "way/600045678"]),
            ("reverse-newyork.json", ["US", "5th Avenue", "350", "10118", "way/34633854"]),
            (
                "reverse-english-village.json",
                ["GB", "Church Lane", "12", "SO20 9ZZ", "node/7000123456"]
            ),
            ("reverse-tokyo.json", ["JP", "丸の内仲通り", nil, "100-0005", "way/700056789"]),
            ("reverse-minimal-country.json", ["KR", nil, nil, nil, "relation/307756"]),
            ("reverse-mountain-no-road.json", ["KR", nil, nil, nil, "way/800067890"]),
            ("reverse-no-addressdetails.json", [nil, nil, nil, nil, "way/800067891"]),
            ("reverse-missing-ids.json", ["KR", nil, nil, "06000", nil]),
        ] as [(String, [String?])])
    func details(file: String, details: [String?]) async throws {
        let address = try await address(file, .ko)
        let told = [
            address.countryCode, address.street, address.houseNumber, address.postcode,
            address.placeID,
        ]
        #expect(told == details)
    }

    @Test(
        "a house without a street has its number in the quarter or village, and may have a name",
        arguments: [
            (
                #""house_number":"12","hamlet":"Nether End","village":"Upton""#,
                "12 Nether End, Upton"
            ),
            (#""house_number":"12","suburb":"Soho","city":"London""#, "12 Soho, London"),
            (#""house_name":"Rose Cottage","road":"Mill Lane""#, "Rose Cottage, Mill Lane"),
            (
                #""house_name":"Rose Cottage","house_number":"3","road":"Mill Lane""#,
                "Rose Cottage, 3 Mill Lane"
            ),
            (#""house_number":"12","city":"London""#, "London"),
        ])
    func houses(keys: String, label: String) async throws {
        #expect(try await address(ServiceStub(#"{"address":{\#(keys)}}"#), .en).label == label)
    }

    @Test("a postcode's answer has no object of the map")
    func missingIDs() async throws {
        let address = try await address("reverse-missing-ids.json", .ko)
        #expect(address.placeID == nil)
        #expect(address.postcode == "06000")
    }

    @Test("a 읍 or 면 that comes as a city stands behind its 군")
    func townAsCity() async throws {
        let body = #"""
            {"address":{"road":"대관령마루길","house_number":7,"city":"대관령면","county":"평창군",
            "province":"강원특별자치도","country_code":"kr","country":"대한민국"}}
            """#
        let address = try await address(ServiceStub(body), .ko)
        #expect(address.label == "강원특별자치도 평창군 대관령면 대관령마루길 7")
        #expect(address.city == "대관령면")
    }

    @Test("without a road the 동 or 리 stands last")
    func noRoad() async throws {
        let body = #"""
            {"address":{"quarter":"정자동","suburb":"정자1동","borough":"분당구","city":"성남시",
            "province":"경기도","country_code":"kr","country":"대한민국"}}
            """#
        #expect(try await address(ServiceStub(body), .ko).label == "경기도 성남시 분당구 정자동")
    }

    @Test(
        "C02 without a city, and with nulls and empty names, no comma stands alone",
        arguments: [
            (
                #"{"display_name":"Sanjeong, Yeongdong, KR","address":{"village":"Sanjeong","county":"Yeongdong","country":"Republic of Korea"}}"#,
                "Sanjeong, Yeongdong, Republic of Korea"
            ),
            (
                #"{"address":{"road":"Route 4","state":"North Chungcheong","country":"Republic of Korea"}}"#,
                "Route 4, North Chungcheong, Republic of Korea"
            ),
            (
                #"{"address":{"road":"","suburb":null,"city":" ","town":[],"state":"Ohio","country":"US"}}"#,
                "Ohio, US"
            ),
            (#"{"display_name":"Somewhere","address":"none"}"#, "Somewhere"),
        ])
    func noCity(body: String, label: String) async throws {
        #expect(try await address(ServiceStub(body), .en).label == label)
    }

    @Test("C05 quotes and commas stay, line ends and control characters go")
    func quotes() async throws {
        let body = #"""
            {"display_name":"Bar \"7, Rue\"; 2F\r\nDaejeon",
            "address":{"road":"7, \"Rue\"","city":"Dae,\u0007jeon\r\n\u202e"}}
            """#
        let first = try await address(ServiceStub(body), .en)
        #expect(first.label == #"7, "Rue", Dae, jeon"#)
        #expect(first.street == #"7, "Rue""#)
        #expect(first.city == "Dae, jeon")
        let second = try await address(
            ServiceStub(#"{"display_name":"Bar \"7, Rue\"; 2F\r\nDaejeon"}"#), .en)
        #expect(second.label == #"Bar "7, Rue"; 2F Daejeon"#)
    }
}
