import Domain
import Foundation
import Record
import Testing

@Suite("CSV")
struct CSVTests {
    /// One row read back, by the names of its columns.
    private func record(_ row: [UInt8]?) throws -> [String: String] {
        let text = CSV.head + String(decoding: try #require(row), as: UTF8.self)
        return try #require(try CSVReader(text).records.first)
    }

    private func label(_ text: String) throws -> String {
        try record(CSV.row(.milepost(Samples.milepost(seq: 1, label: text))))["address_label"] ?? ""
    }

    @Test("a fix has the keys of the output as columns")
    func fix() throws {
        let fix = try record(CSV.row(.fix(Samples.fix(reasons: [.distance, .coarse]))))
        #expect(
            fix == [
                "type": "fix", "seq": "12", "time": "2026-11-30T05:03:07.000Z", "lat": "37.5547",
                "lon": "126.9706", "alt": "38.4", "accuracy": "4.2", "speed": "24.1",
                "course": "44", "mode": "3", "sats": "9", "source": "gpsd",
                "device": "/dev/ttyACM0", "reasons": "distance coarse", "distance": "1234",
            ])
    }

    @Test("a milepost has address and weather, and no forecast")
    func milepost() throws {
        let milepost = try record(CSV.row(.milepost(Samples.milepost(language: .ko))))
        #expect(milepost["type"] == "milepost")
        #expect(milepost["changed"] == "address weather forecast")
        #expect(milepost["address_label"] == "서울특별시 중구 세종대로 31")
        #expect(milepost["address_provider"] == "nominatim")
        #expect(milepost["weather_temperature"] == "8.44")
        #expect(milepost["weather_provider"] == "openweathermap")
        #expect(milepost.count == 25)
    }

    @Test("a point of the track has what is known of it")
    func point() throws {
        let first = try record(CSV.row(Samples.point(0, altitude: nil, startsSegment: true)))
        #expect(
            first == [
                "type": "track", "time": "2026-11-30T05:03:07.000Z", "lat": "37.5547",
                "lon": "126.9706", "speed": "24.1", "course": "44", "starts_segment": "true",
            ])
        let next = try record(CSV.row(Samples.point(1)))
        #expect(next["alt"] == "38.4")
        #expect(next["starts_segment"] == nil)
    }

    @Test(
        "every single value of fix, address and weather in the schema is a column, and no other is")
    func columns() throws {
        let names = Set(CSV.head.dropLast().split(separator: ",").map(String.init))
        var expected: Set = ["starts_segment", "changed"]
        expected.formUnion(try keys(filledFix))
        expected.formUnion(try keys(filledAddress).map { "address_\($0)" })
        expected.formUnion(try keys(filledWeather).map { "weather_\($0)" })
        #expect(names == expected)
        #expect(CSV.head.hasSuffix("\r\n"))
    }

    private func keys(_ value: some Encodable) throws -> [String] {
        let data = try JSONEncoder().encode(value)
        let object = try JSONSerialization.jsonObject(with: data)
        let keys = try #require(object as? [String: Any]).keys
        // Nothing of the type was left out for want of a value.
        #expect(keys.count == Mirror(reflecting: value).children.count)
        return Array(keys)
    }

    private var filledFix: Schema.Fix {
        get throws {
            var fix = Schema.Fix(try Samples.fix())
            fix.climb = 1
            fix.local_time = ""
            fix.time_zone = ""
            return fix
        }
    }

    private var filledAddress: Schema.Address {
        var address = Schema.Address(Address(label: "", provider: ""))
        address.country = ""
        address.country_code = ""
        address.state = ""
        address.county = ""
        address.city = ""
        address.district = ""
        address.street = ""
        address.house_number = ""
        address.postcode = ""
        address.place_id = ""
        address.distance_m = 1
        return address
    }

    private var filledWeather: Schema.Weather {
        var weather = Schema.Weather(Samples.weather)
        weather.icon = ""
        weather.snow_1h = 1
        return weather
    }

    @Test(
        "C05 commas, quotes and other scripts come back as they were",
        arguments: ["Bar \"7, Rue\"; 2F", "Dae,jeon", "\"", ",", "\"\"", "서울 😀", "a; b", "it's"])
    func quoting(text: String) throws {
        #expect(try label(text) == text)
    }

    @Test(
        "C05 L21 line ends and control characters are spaces, so that a record is one line",
        arguments: [
            ("a\r\nb", "a  b"), ("a\nb", "a b"), ("a\tb", "a b"), ("a\u{2028}b", "a b"),
            ("a\u{0}b\u{1B}[31m", "a b [31m"), ("a\u{85}b\u{202E}", "a b "),
        ])
    func oneLine(text: String, read: String) throws {
        let row = CSV.row(.milepost(try Samples.milepost(seq: 1, label: text)))
        let line = String(decoding: try #require(row), as: UTF8.self)
        #expect(line.unicodeScalars.filter { CharacterSet.newlines.contains($0) } == ["\r", "\n"])
        #expect(try label(text) == read)
    }

    @Test(
        "a text that a spreadsheet would take for a formula has an apostrophe before it",
        arguments: [
            ("=1+1", "'=1+1"), ("+82 2", "'+82 2"), ("-", "'-"), ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "' =1"), ("\r=1", "' =1"), (" =1", "' =1"), ("=\"a\",b", "'=\"a\",b"),
            ("1-2", "1-2"), ("'=1", "'=1"), ("", ""),
        ])
    func formulas(text: String, read: String) throws {
        #expect(try label(text) == read)
    }

    @Test("negative numbers are numbers, and none has an exponent")
    func numbers() throws {
        let coordinate = try #require(Coordinate(latitude: -33.123456789, longitude: -1e-7))
        let point = TrackPoint(
            time: Samples.time, coordinate: coordinate, altitude: -0.0001, speed: 1e-9)
        let row = try record(CSV.row(point))
        #expect(row["lat"] == "-33.123456789")
        #expect(row["lon"] == "-0.0000001")
        #expect(row["alt"] == "-0.0001")
        #expect(row["speed"] == "0")
    }

    @Test("what has no place is no row")
    func others() {
        #expect(CSV.row(.summary(Samples.summary)) == nil)
    }
}
