import Domain
import Testing

@Suite("Coordinates as people write them")
struct CoordinateTextTests {
    // Seconds by hand: 37 + 33/60 + 17/3600 and 126 + 58/60 + 14/3600.
    private static let dms = (37.55472222222222, 126.97055555555556)

    @Test(
        "the same place however it is written",
        arguments: [
            ("37.5547 126.9706", 37.5547, 126.9706),
            ("37.5547,126.9706", 37.5547, 126.9706),
            ("  37.5547 ,\t126.9706\n", 37.5547, 126.9706),
            ("37.5547;126.9706", 37.5547, 126.9706),
            ("-33.8688 151.2093", -33.8688, 151.2093),
            ("\u{2212}33.8688, +151.2093", -33.8688, 151.2093),
            ("36.5° N, 127.25° E", 36.5, 127.25),
            ("36.5N127.25E", 36.5, 127.25),
            ("n 36.5 e 127.25", 36.5, 127.25),
            ("N36.5, E127.25", 36.5, 127.25),
            ("127.25 E, 36.5 N", 36.5, 127.25),
            ("127.25 E, 36.5", 36.5, 127.25),
            ("33.8688 S 70.5 W", -33.8688, -70.5),
            ("37°33'17\"N 126°58'14\"E", dms.0, dms.1),
            ("37°33′17″N, 126°58′14″E", dms.0, dms.1),
            ("37° 33’ 17” N 126° 58’ 14” E", dms.0, dms.1),
            ("37°33'17''N 126°58'14''E", dms.0, dms.1),
            ("N 37°33'17\" E 126°58'14\"", dms.0, dms.1),
            ("37°30'N 127°15'E", 37.5, 127.25),
            ("37°30.6'N 127°15'E", 37.51, 127.25),
            ("-0°30' 10°0'", -0.5, 10),
            ("90 180", 90, 180),
            ("36, 5", 36, 5),
            (".5 5.", 0.5, 5),
        ])
    func reads(text: String, latitude: Double, longitude: Double) throws {
        let coordinate = try Coordinate(text: text)
        #expect(abs(coordinate.latitude - latitude) < 1e-12)
        #expect(abs(coordinate.longitude - longitude) < 1e-12)
    }

    @Test(
        "R10 refuses with the rule that was broken",
        arguments: [
            ("90.5,127.25", "latitude 90.5 is beyond 90"),
            ("127.25,36.5", "latitude 127.25 is beyond 90"),
            ("36.5,180.5", "longitude 180.5 is beyond 180"),
            ("36,5", "decimal comma"),
            ("36,5 127,25", "decimal comma"),
            ("36,5;127,25", "decimal comma"),
            ("nan,0", "nan does not belong"),
            ("inf 0", "inf does not belong"),
            ("1e2,0", "exponent"),
            ("1e-2 0", "exponent"),
            ("", "empty"),
            ("  \n", "empty"),
            ("36.5", "one number"),
            ("36.5,", "one number"),
            ("36.5 127.25 12", "more than two"),
            ("36.5 N 127.25 N", "both numbers are latitudes"),
            ("36.5 E 127.25 W", "both numbers are longitudes"),
            ("-36.5 S 127.25 E", "contradict"),
            ("36°60'N 127°E", "below 60"),
            ("36°10'60\"N 127°E", "below 60"),
            ("36.5°10'N 127°E", "decimals cannot be followed"),
            ("36.5.1 127", "36.5.1 is not a number"),
            ("36..5 127", "36..5 is not a number"),
            ("36.5,,127.25", "a number is missing"),
            ("--36.5 127.25", "a number is missing"),
            ("N E", "a number is missing"),
            ("36.5 \u{1B}[31m127", "\\u{1B} does not belong"),
            ("서울 36.5", "does not belong"),
        ])
    func refuses(text: String, rule: String) {
        let error = refusal(of: text)
        #expect(error?.message.contains(rule) == true, "\(error?.message ?? "no error")")
    }

    @Test(
        "R10 asks whether a latitude over 90 was swapped", arguments: ["127.25,36.5", "90.5,1.5"])
    func swapped(text: String) {
        let error = refusal(of: text)
        #expect(error?.hint?.hasPrefix("swapped?") == true)
        // Nor would the other way round be a place.
        #expect(refusal(of: "91,181")?.hint?.contains("swapped") == false)
    }

    @Test("R10 refuses 10 kB of digits without repeating them")
    func endless() {
        let text = String(repeating: "7", count: 10240)
        let error = refusal(of: text)
        #expect(error?.message.contains("10240 bytes is too long") == true)
        #expect((error?.message.count ?? .max) < 100)
    }

    @Test(
        "tells a coordinate, right or wrong, from the name of a place",
        arguments: [
            ("37.5547 126.9706", true), ("36,5", true), ("nan,0", true), ("1e2,0", true),
            ("N 36.5 E 127", true), ("37º 30' N 127º E", true),
            ("Seoul", false), ("1600 Amphitheatre Parkway", false), ("세종대로 31", false),
            ("", false), ("S", false),
        ])
    func tellsApart(text: String, isMeant: Bool) {
        #expect(Coordinate.isMeant(by: text) == isMeant)
    }
}

private func refusal(of text: String) -> CoordinateTextError? {
    do {
        _ = try Coordinate(text: text)
        return nil
    } catch {
        return error
    }
}
