import Domain
import Lookup
import Testing

/// Labels are written by hand as a reader of the language would.
@Suite("Photon's features", .serialized)
struct PhotonFeatureTests {
    private func address(_ stub: ServiceStub, _ language: Language) async throws -> Address {
        try await Photon(fetch: stub.fetch, now: { testNow })
            .address(Query(coordinate: place(37.5665, 126.978), language: language))
    }

    private func address(_ file: String, _ language: Language) async throws -> Address {
        try await address(ServiceStub(try Fixture.answer("photon", file)), language)
    }

    private func address(
        properties: String, _ language: Language = .en
    ) async throws -> Address {
        try await address(
            ServiceStub(#"{"features":[{"properties":{\#(properties)}}]}"#), language)
    }

    @Test(
        "labels in Korean, the Korean ones from large to small",
        arguments: [
            ("reverse-seoul.json", "서울특별시 중구 세종대로 110"),
            ("reverse-korea-province.json", "경기도 성남시 분당구 정자일로"),
            ("reverse-minimal.json", "대한민국"),
            ("reverse-berlin.json", "Brandenburg Gate, Pariser Platz, Mitte, Berlin, Germany"),
        ])
    func korean(file: String, label: String) async throws {
        #expect(try await address(file, .ko).label == label)
    }

    @Test(
        "labels in English, from small to large",
        arguments: [
            ("reverse-seoul.json", "110 세종대로, 중구, 서울특별시, 대한민국"),
            ("reverse-korea-province.json", "정자일로, 분당구, 성남시, 경기도, 대한민국"),
            ("reverse-minimal.json", "대한민국"),
            ("reverse-berlin.json", "Brandenburg Gate, Pariser Platz, Mitte, Berlin, Germany"),
            ("reverse-two-results.json", "12 Church Lane, Upper Sample, England, United Kingdom"),
        ])
    func english(file: String, label: String) async throws {
        #expect(try await address(file, .en).label == label)
    }

    @Test(
        "state, county, city, district and street from whatever key they come under",
        arguments: [
            ("reverse-seoul.json", [nil, nil, "서울특별시", "중구", "세종대로"]),
            ("reverse-korea-province.json", ["경기도", nil, "성남시", "분당구", "정자일로"]),
            ("reverse-minimal.json", [nil, nil, nil, nil, nil]),
            ("reverse-berlin.json", [nil, nil, "Berlin", "Mitte", "Pariser Platz"]),
            (
                "reverse-two-results.json",
                ["England", "Hampshire", "Upper Sample", nil, "Church Lane"]
            ),
        ] as [(String, [String?])])
    func parts(file: String, parts: [String?]) async throws {
        let address = try await address(file, .en)
        #expect(
            [address.state, address.county, address.city, address.district, address.street]
                == parts)
    }

    @Test(
        "country, number, postcode and the object of the map",
        arguments: [
            ("reverse-seoul.json", ["대한민국", "KR", "110", "04524", "way/400012345"]),
            ("reverse-korea-province.json", ["대한민국", "KR", nil, "13561", "way/500023456"]),
            ("reverse-minimal.json", ["대한민국", "KR", nil, nil, "node/1100090123"]),
            ("reverse-berlin.json", ["Germany", "DE", nil, "10117", "way/900089012"]),
            (
                "reverse-two-results.json",
                ["United Kingdom", "GB", "12", "SO20 9ZZ", "node/7000123456"]
            ),
        ] as [(String, [String?])])
    func details(file: String, details: [String?]) async throws {
        let address = try await address(file, .en)
        let told = [
            address.country, address.countryCode, address.houseNumber, address.postcode,
            address.placeID,
        ]
        #expect(told == details)
    }

    @Test(
        "what is itself a part of an address is told as that part",
        arguments: [
            (
                #""type":"city","name":"Berlin","country":"Germany""#, "Berlin, Germany",
                "Berlin", nil
            ),
            (
                #""type":"district","name":"Mitte","city":"Berlin","country":"Germany""#,
                "Mitte, Berlin, Germany", "Berlin", "Mitte"
            ),
            (
                #""type":"locality","name":"Nether End","county":"Kent","country":"UK""#,
                "Nether End, Kent, UK", nil, "Nether End"
            ),
            (#""type":"state","name":"Ohio","country":"US""#, "Ohio, US", nil, nil),
            (#""type":"country","name":"Chile""#, "Chile", nil, nil),
            (#""type":"other","name":"Ben Nevis","country":"UK""#, "Ben Nevis, UK", nil, nil),
        ] as [(String, String, String?, String?)])
    func ownParts(
        properties: String, label: String, city: String?, district: String?
    ) async throws {
        let address = try await address(properties: properties)
        #expect(address.label == label)
        #expect(address.city == city)
        #expect(address.district == district)
    }

    @Test(
        "Korean units are known by their names, and the 법정동 goes before the 행정동",
        arguments: [
            (
                #""state":"경기도","city":"성남시","county":"분당구","district":"정자1동","locality":"정자동""#,
                "경기도 성남시 분당구 정자동"
            ),
            (
                #""type":"street","name":"비자림로","city":"제주시","district":"조천읍","locality":"교래리","state":"제주특별자치도""#,
                "제주특별자치도 제주시 조천읍 비자림로"
            ),
            (
                #""state":"부산광역시","city":"기장군","locality":"대라리","housenumber":"7""#,
                "부산광역시 기장군 대라리 7"
            ),
            (#""type":"district","name":"중구","city":"서울특별시""#, "서울특별시 중구"),
            (#""type":"other","name":"남산","district":"중구","city":"서울특별시""#, "서울특별시 중구 남산"),
        ])
    func koreanUnits(properties: String, label: String) async throws {
        #expect(
            try await address(properties: properties + #","countrycode":"KR""#, .ko).label == label)
    }

    @Test(
        "a house's name stands where no number does, as a shop's may beside one",
        arguments: [
            (#""name":"City Shop","housenumber":"5","street":"Main St""#, "5 Main St"),
            (#""name":"City Hall","street":"Main St""#, "City Hall, Main St"),
            (#""housenumber":"5","locality":"Nether End""#, "5 Nether End"),
        ])
    func names(properties: String, label: String) async throws {
        let line = "\(label), Springfield"
        #expect(
            try await address(properties: properties + #","city":"Springfield""#).label == line)
    }

    @Test(
        "C01 an answer without any name is a normal one: nothing there",
        arguments: [
            #""countrycode":"KR""#, #""name":null,"city":"","state":" ""#, #""name":{"en":"x"}"#,
            "",
        ])
    func nameless(properties: String) async throws {
        let error = try await failure { _ = try await address(properties: properties) }
        #expect(error?.code == .notFound)
        #expect(error?.provider == "photon")
    }

    @Test("C01 features that are none are a normal answer: nothing there")
    func noFeatures() async throws {
        for body in ["[1]", "[null]", #"["x"]"#, #"[{"properties":"x"}]"#, "[{}]"] {
            let stub = ServiceStub(#"{"features":\#(body)}"#)
            let error = try await failure { _ = try await address(stub, .ko) }
            #expect(error?.code == .notFound, "\(body)")
        }
    }

    @Test(
        "C02 without a city, and with nulls and empty names, no comma stands alone",
        arguments: [
            (
                #""locality":"Sanjeong","county":"Yeongdong","country":"Republic of Korea""#,
                "Sanjeong, Yeongdong, Republic of Korea"
            ),
            (
                #""type":"street","name":"Route 4","state":"North Chungcheong","country":"Korea""#,
                "Route 4, North Chungcheong, Korea"
            ),
            (#""street":"","city":null,"district":[],"state":"Ohio","country":"US""#, "Ohio, US"),
            (#""city":"New York","state":"New York""#, "New York"),
        ])
    func noCity(properties: String, label: String) async throws {
        #expect(try await address(properties: properties).label == label)
    }

    @Test("W06 numbers as text and text as numbers lose nothing, a wrong type loses that field")
    func types() async throws {
        let body = #"""
            {"features":[{"properties":{"osm_type":"W","osm_id":"42","housenumber":110,
            "street":"세종대로","postcode":4524,"countrycode":"kr","district":["중구"],
            "city":"서울특별시","extent":"none"},"geometry":{"coordinates":["126.978","37.5665"]}}]}
            """#
        let address = try await address(ServiceStub(body), .ko)
        #expect(address.label == "서울특별시 세종대로 110")
        #expect(address.placeID == "way/42")
        #expect(address.countryCode == "KR")
        #expect(address.postcode == "4524")
        #expect(address.distance == 0)
        #expect(address.district == nil)
    }

    @Test("an unknown kind of object has no id, and a place out of range no distance")
    func unusable() async throws {
        let body = #"""
            {"features":[{"properties":{"osm_type":"Q","osm_id":42,"city":"X"},
            "geometry":{"coordinates":[37.5665,126.978]}}]}
            """#
        let address = try await address(ServiceStub(body), .ko)
        #expect(address.placeID == nil)
        #expect(address.distance == nil)
    }
}
