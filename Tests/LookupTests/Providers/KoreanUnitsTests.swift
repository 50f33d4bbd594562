import Domain
import Lookup
import Testing

/// Through Nominatim, whose keys vary most.
@Suite("The units of a Korean address", .serialized)
struct KoreanUnitsTests {
    private func address(_ keys: String, _ language: Language) async throws -> Address {
        let country = language == .ko ? "대한민국" : "South Korea"
        let stub = ServiceStub(
            #"{"address":{\#(keys),"country":"\#(country)","country_code":"kr"}}"#)
        return try await Nominatim(fetch: stub.fetch, now: { testNow })
            .address(Query(coordinate: place(37.5, 127), language: language))
    }

    /// A label, then state, county, city and district.
    struct Row: Sendable, CustomTestStringConvertible {
        let keys, label: String
        let parts: [String?]
        var testDescription: String { label }

        init(_ keys: String, _ label: String, _ parts: [String?]) {
            (self.keys, self.label, self.parts) = (keys, label, parts)
        }
    }

    private static let koreanRows: [Row] = [
        Row(
            #""city":"서울특별시","borough":"중구","quarter":"태평로1가","house_number":"31""#,
            "서울특별시 중구 태평로1가 31", [nil, nil, "서울특별시", "중구"]),
        Row(
            #""state":"서울특별시","city":"중구","suburb":"명동","road":"세종대로","house_number":"110""#,
            "서울특별시 중구 세종대로 110", [nil, nil, "서울특별시", "중구"]),
        Row(
            #""province":"인천광역시","county":"강화군","town":"강화읍","village":"관청리","house_number":"12-3""#,
            "인천광역시 강화군 강화읍 관청리 12-3", [nil, "강화군", "인천광역시", nil]),
        Row(
            #""state":"경기도","city":"성남시","county":"분당구","suburb":"정자1동""#,
            "경기도 성남시 분당구 정자1동", ["경기도", nil, "성남시", "분당구"]),
        Row(
            #""region":"경기도","city":"성남시","suburb":"분당구","neighbourhood":"정자동","road":"정자일로""#,
            "경기도 성남시 분당구 정자일로", ["경기도", nil, "성남시", "분당구"]),
        Row(
            #""province":"강원특별자치도","municipality":"평창군","district":"대관령면","hamlet":"횡계리""#,
            "강원특별자치도 평창군 대관령면 횡계리", ["강원특별자치도", "평창군", "대관령면", nil]),
        Row(
            #""city":"세종특별자치시","town":"조치원읍","road":"새내로","house_number":"73""#,
            "세종특별자치시 조치원읍 새내로 73", [nil, nil, "세종특별자치시", nil]),
        Row(
            #""city":"부산광역시","borough":"해운대구","house_number":"3""#,
            "부산광역시 해운대구", [nil, nil, "부산광역시", "해운대구"]),
        Row(
            #""city":"서울특별시","borough":"종로구","quarter":"세종로""#,
            "서울특별시 종로구 세종로", [nil, nil, "서울특별시", "종로구"]),
        Row(
            #""city":"전주시","quarter":"중앙동1가","suburb":"중앙동""#,
            "전주시 중앙동1가", [nil, nil, "전주시", "중앙동1가"]),
    ]

    @Test(
        "each is known by the ending of its name, whatever key it comes under",
        arguments: koreanRows)
    func korean(row: Row) async throws {
        let address = try await address(row.keys, .ko)
        #expect(address.label == row.label)
        #expect([address.state, address.county, address.city, address.district] == row.parts)
    }

    private static let englishRows: [Row] = [
        Row(
            #""city":"Seoul","borough":"Jung-gu","road":"Sejong-daero","house_number":"31""#,
            "31 Sejong-daero, Jung-gu, Seoul, South Korea", [nil, nil, "Seoul", "Jung-gu"]),
        Row(
            #""city":"Seoul","county":"Jung-gu","district":"Taepyeongno 1-ga","house_number":"31""#,
            "31 Taepyeongno 1-ga, Jung-gu, Seoul, South Korea", [nil, nil, "Seoul", "Jung-gu"]),
        Row(
            #""state":"Gyeonggi-do","county":"Bundang-gu","city":"Seongnam-si","road":"Jeongjail-ro""#,
            "Jeongjail-ro, Bundang-gu, Seongnam-si, Gyeonggi-do, South Korea",
            ["Gyeonggi-do", nil, "Seongnam-si", "Bundang-gu"]),
        Row(
            #""province":"Gangwon","city":"Pyeongchang-gun","suburb":"Daegwallyeong-myeon","quarter":"Hoenggye-ri""#,
            "Hoenggye-ri, Daegwallyeong-myeon, Pyeongchang-gun, Gangwon, South Korea",
            ["Gangwon", "Pyeongchang-gun", "Daegwallyeong-myeon", nil]),
    ]

    @Test("in Latin letters too, and from small to large in English", arguments: englishRows)
    func english(row: Row) async throws {
        let address = try await address(row.keys, .en)
        #expect(address.label == row.label)
        #expect([address.state, address.county, address.city, address.district] == row.parts)
    }

    @Test("an ending that is the whole name tells nothing")
    func wholeName() async throws {
        let address = try await address(#""city":"군","borough":"리""#, .ko)
        #expect([address.county, address.city, address.district] == [nil, "군", "리"])
    }
}
