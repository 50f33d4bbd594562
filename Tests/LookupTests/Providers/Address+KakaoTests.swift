import Domain
import Lookup
import Testing

/// Labels are written by hand as they stand on an envelope.
@Suite("Kakao's addresses", .serialized)
struct AddressKakaoTests {
    private func made(_ label: String, _ set: (inout Address) -> Void) -> Address {
        var address = Address(label: label, provider: "kakao")
        (address.country, address.countryCode) = ("대한민국", "KR")
        set(&address)
        return address
    }

    @Test("by street, with the name of the building")
    func street() async throws {
        let expected = made("서울특별시 중구 세종대로 110 (서울특별시청)") {
            ($0.city, $0.district) = ("서울특별시", "중구")
            ($0.street, $0.houseNumber, $0.postcode) = ("세종대로", "110", "04524")
        }
        #expect(try await KakaoStub.samples("coord2address-seoul.json").ask() == expected)
    }

    @Test("by street in the country, with a sub-number and without an empty name")
    func rural() async throws {
        let expected = made("강원특별자치도 평창군 대관령면 대관령마루길 12-3") {
            ($0.state, $0.county, $0.city) = ("강원특별자치도", "평창군", "대관령면")
            ($0.street, $0.houseNumber, $0.postcode) = ("대관령마루길", "12-3", "25342")
        }
        #expect(try await KakaoStub.samples("coord2address-rural.json").ask() == expected)
    }

    @Test("by plot on a mountain, where there is no street")
    func mountain() async throws {
        let expected = made("강원특별자치도 인제군 북면 용대리 산 12-34") {
            ($0.state, $0.county, $0.city) = ("강원특별자치도", "인제군", "북면")
            $0.houseNumber = "산 12-34"
        }
        #expect(try await KakaoStub.samples("coord2address-no-road.json").ask() == expected)
    }

    @Test("by region in a city, the 법정동 before the 행정동")
    func region() async throws {
        let expected = made("서울특별시 중구 태평로1가") {
            ($0.city, $0.district) = ("서울특별시", "중구")
            $0.placeID = "1114010300"
        }
        let stub = try KakaoStub.samples("coord2address-empty.json", "coord2regioncode-seoul.json")
        #expect(try await stub.ask() == expected)
    }

    @Test("by region in the country, down to the 리")
    func ruralRegion() async throws {
        let expected = made("강원특별자치도 평창군 대관령면 횡계리") {
            ($0.state, $0.county, $0.city) = ("강원특별자치도", "평창군", "대관령면")
            $0.placeID = "5176038021"
        }
        let stub = try KakaoStub.samples("coord2address-empty.json", "coord2regioncode-ri.json")
        #expect(try await stub.ask() == expected)
    }

    @Test(
        "C01 at sea, where regions are nameless or missing, nothing is there",
        arguments: ["coord2regioncode-sea.json", "coord2regioncode-empty.json"])
    func sea(file: String) async throws {
        let stub = try KakaoStub.samples("coord2address-empty.json", file)
        let error = try await failure { _ = try await stub.ask() }
        #expect(error?.code == .notFound)
        #expect(error?.message == "kakao knows nothing of this place")
    }

    @Test(
        "the region is that of offices where the other has no name, and no other kind",
        arguments: [
            (#"{"region_type":"B"},{"region_type":"H","region_1depth_name":"부산광역시"}"#, "부산광역시"),
            (#"{"region_type":"H","region_3depth_name":"명동"}"#, "명동"),
            (#"{"region_type":"Z","region_1depth_name":"부산광역시"},7"#, nil),
        ] as [(String, String?)])
    func regions(documents: String, label: String?) async throws {
        let stub = KakaoStub(
            address: ServiceStub(#"{"documents":[]}"#),
            region: ServiceStub(#"{"documents":[\#(documents)]}"#))
        #expect((try? await stub.ask())?.label == label)
    }

    @Test(
        "a plot's first region is written out, as the authorities write it",
        arguments: [
            ("서울", "서울특별시"), ("부산", "부산광역시"), ("대구", "대구광역시"), ("인천", "인천광역시"),
            ("광주", "광주광역시"), ("대전", "대전광역시"), ("울산", "울산광역시"), ("세종", "세종특별자치시"),
            ("경기", "경기도"), ("강원", "강원특별자치도"), ("충북", "충청북도"), ("충남", "충청남도"),
            ("전북", "전북특별자치도"), ("전남", "전라남도"), ("경북", "경상북도"), ("경남", "경상남도"),
            ("제주", "제주특별자치도"), ("경기도", "경기도"), ("세종특별자치시", "세종특별자치시"),
        ])
    func firstRegion(short: String, full: String) async throws {
        let body = #"{"documents":[{"address":{"region_1depth_name":"\#(short)"}}]}"#
        let address = try await KakaoStub.body(body).ask()
        #expect(address.label == full)
        #expect(address.state == (full.hasSuffix("도") ? full : nil))
        #expect(address.city == (full.hasSuffix("시") ? full : nil))
    }

    /// The members of a road's address, of a plot's, and the label.
    private static let rows: [(String, String, String)] = [
        (
            #""region_1depth_name":"경기","region_2depth_name":"성남시 분당구","road_name":"정자일로","main_building_no":"95""#,
            "", "경기도 성남시 분당구 정자일로 95"
        ),
        (
            #""region_1depth_name":"부산","region_2depth_name":"기장군","region_3depth_name":"기장읍","road_name":"차성로","main_building_no":"2""#,
            "", "부산광역시 기장군 기장읍 차성로 2"
        ),
        (
            #""region_1depth_name":"서울","region_2depth_name":"중구","road_name":"을지로","main_building_no":"106","underground_yn":"Y""#,
            "", "서울특별시 중구 을지로 지하 106"
        ),
        (
            #""road_name":"세종대로""#,
            #""region_1depth_name":"서울","region_2depth_name":"중구","main_address_no":"31""#,
            "서울특별시 중구 세종대로"
        ),
        (
            #""building_name":"서울특별시청""#,
            #""region_1depth_name":"서울","region_2depth_name":"중구","region_3depth_name":"태평로1가","main_address_no":"31","sub_address_no":"""#,
            "서울특별시 중구 태평로1가 31"
        ),
        (
            "",
            #""region_1depth_name":"서울","region_2depth_name":"종로구","region_3depth_name":"세종로","main_address_no":"1","sub_address_no":"0""#,
            "서울특별시 종로구 세종로 1"
        ),
        (
            "", #""region_1depth_name":"경남","region_2depth_name":"통영시","mountain_yn":"Y""#,
            "경상남도 통영시"
        ),
        (#""address_name":"서울특별시 중구 세종대로 110""#, "", "서울특별시 중구 세종대로 110"),
        ("", #""address_name":"서울 중구 태평로1가 31""#, "서울 중구 태평로1가 31"),
    ]

    @Test("C02 whatever is missing loses nothing else", arguments: rows)
    func missing(road: String, plot: String, label: String) async throws {
        let body = #"{"documents":[{"road_address":{\#(road)},"address":{\#(plot)}}]}"#
        #expect(try await KakaoStub.body(body).ask().label == label)
    }

    @Test("W06 numbers for text lose nothing, and a wrong type loses that field alone")
    func types() async throws {
        let body = #"""
            {"documents":[17,{"road_address":{"road_name":"세종대로","main_building_no":110,
            "sub_building_no":2.0,"zone_no":14524,"building_name":["x"],"region_1depth_name":null,
            "region_2depth_name":{"name":"중구"},"underground_yn":true},
            "address":"서울 중구 태평로1가 31"}]}
            """#
        let expected = made("세종대로 110-2") {
            ($0.street, $0.houseNumber, $0.postcode) = ("세종대로", "110-2", "14524")
        }
        #expect(try await KakaoStub.body(body).ask() == expected)
    }

    @Test("C05 quotes and commas stay, line ends and control characters go")
    func quotes() async throws {
        let body = #"""
            {"documents":[{"road_address":{"road_name":"7, \"길\"\r\n","main_building_no":"1",
            "building_name":"\u001b[2J가, 나\u202e"}}]}
            """#
        #expect(try await KakaoStub.body(body).ask().label == #"7, "길" 1 ([2J가, 나)"#)
    }
}
