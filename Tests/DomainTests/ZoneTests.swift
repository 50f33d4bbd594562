import Domain
import Foundation
import Testing

@Suite("Zone")
struct ZoneTests {
    // From `TZ=… date -d … +%::z`.
    @Test(
        "knows the offset at an instant",
        arguments: [
            ("UTC", "2026-05-04T03:02:01Z", 0),
            ("Asia/Seoul", "2026-05-04T03:02:01Z", 32_400),
            ("Asia/Seoul", "1988-07-01T00:00:00Z", 36_000),
            ("Asia/Seoul", "1900-01-01T00:00:00Z", 30_472),
            ("Asia/Kathmandu", "2026-01-01T00:00:00Z", 20_700),
            ("America/Los_Angeles", "2026-11-01T08:59:59Z", -25_200),
            ("America/Los_Angeles", "2026-11-01T09:00:00Z", -28_800),
            ("Europe/London", "2026-03-29T00:59:59Z", 0),
            ("Europe/London", "2026-03-29T01:00:00Z", 3_600),
        ])
    func offsets(name: String, time: String, offset: Int) throws {
        let time = try #require(Timestamp(rfc3339: time))
        #expect(try Zone(name).offset(at: time) == offset)
    }

    @Test(
        "follows the yearly rule after the last change of the table",
        arguments: [
            ("Asia/Seoul", "2050-07-01T12:00:00Z", 32_400),
            ("Europe/Berlin", "2050-01-01T12:00:00Z", 3_600),
            ("Europe/Berlin", "2050-07-01T12:00:00Z", 7_200),
            ("America/Los_Angeles", "2040-03-11T09:59:59Z", -28_800),
            ("America/Los_Angeles", "2040-03-11T10:00:00Z", -25_200),
            ("Australia/Sydney", "2045-01-01T00:00:00Z", 39_600),
            ("Australia/Sydney", "2045-07-01T00:00:00Z", 36_000),
            ("Europe/Dublin", "2060-01-01T00:00:00Z", 0),
            ("Europe/Dublin", "2060-07-01T00:00:00Z", 3_600),
        ])
    func laterThanTheTable(name: String, time: String, offset: Int) throws {
        let time = try #require(Timestamp(rfc3339: time))
        #expect(try Zone(name).offset(at: time) == offset)
    }

    @Test("shows what the clock on the wall shows")
    func civil() throws {
        let time = try #require(Timestamp(rfc3339: "2026-05-04T23:30:00Z"))
        let civil = try Zone("Asia/Seoul").civil(time)
        #expect(civil == CivilTime(year: 2026, month: 5, day: 5, hour: 8, minute: 30))
    }

    @Test(
        "refuses a wrong name with the reason and the remedy",
        arguments: [
            "", "Mars/Olympus", "../../etc/passwd", "/etc/passwd", "Asia//Seoul", "Asia",
            "zone.tab",
        ])
    func wrongName(name: String) {
        let message =
            "\"\(name)\" is no time zone of this system: use \"local\", \"UTC\" or a name such as "
            + "\"Asia/Seoul\" from /usr/share/zoneinfo"
        #expect(performing: { try Zone(name) }, throws: { "\($0)" == message })
    }

    @Test(
        "takes the local zone from TZ in each of its forms",
        arguments: [
            ("Asia/Seoul", 32_400), (":Asia/Seoul", 32_400), ("", 0),
            ("/usr/share/zoneinfo/Asia/Seoul", 32_400), ("KST-9", 32_400),
        ])
    func variable(value: String, offset: Int) throws {
        let time = try #require(Timestamp(rfc3339: "2026-05-04T03:02:01Z"))
        #expect(try Zone.local(variable: value).offset(at: time) == offset)
    }

    @Test("refuses a TZ that is neither a name nor a rule", arguments: ["local", "Mars/Olympus"])
    func wrongVariable(value: String) {
        #expect(throws: ZoneError.self) { try Zone.local(variable: value) }
    }

    @Test("takes the local zone from the file without TZ, and its name from where the file leads")
    func file() throws {
        let link = temporaryPath()
        defer { try? FileManager.default.removeItem(atPath: link) }
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "/usr/share/zoneinfo/Asia/Seoul")
        let zone = try Zone.local(variable: nil, file: link)
        #expect(zone.name == "Asia/Seoul")
        #expect(zone.offset(at: Timestamp(milliseconds: 1_777_863_721_000)) == 32_400)
    }

    @Test("is UTC where neither TZ nor the file is there")
    func nothing() throws {
        #expect(try Zone.local(variable: nil, file: "/nonexistent") == .utc)
    }
}

func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appending(path: "milepost-\(UUID().uuidString)").path
}
