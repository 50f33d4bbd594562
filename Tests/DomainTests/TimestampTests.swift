import Domain
import Testing

@Suite("Timestamp")
struct TimestampTests {
    // Seconds from `date -u -d … +%s`.
    @Test(
        "reads RFC 3339",
        arguments: [
            ("1970-01-01T00:00:00Z", 0),
            ("2026-05-04T03:02:01Z", 1_777_863_721_000),
            ("2026-05-04T03:02:01.000Z", 1_777_863_721_000),
            ("2026-05-04T03:02:01.05Z", 1_777_863_721_050),
            ("2026-05-04T03:02:01.0506Z", 1_777_863_721_051),
            ("2026-05-04t03:02:01z", 1_777_863_721_000),
            ("2026-05-04T12:02:01+09:00", 1_777_863_721_000),
            ("2026-05-03T23:32:01-03:30", 1_777_863_721_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000),
            ("2024-02-29T00:00:00Z", 1_709_164_800_000),
            ("1969-12-31T23:59:59.999Z", -1),
        ])
    func reads(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(
        "refuses what is none",
        arguments: [
            "", "2026-05-04", "2026-05-04T03:02:01", "2026-05-04 03:02:01Z",
            "2026-13-04T03:02:01Z", "2026-00-04T03:02:01Z", "2026-05-32T03:02:01Z",
            "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-05-04T24:00:00Z",
            "2026-05-04T03:60:01Z", "2026-05-04T03:02:61Z", "2026-05-04T03:02:01.Z",
            "2026-05-04T03:02:01Zx", "26-05-04T03:02:01Z", "+026-05-04T03:02:01Z",
            "٢٠٢٦-05-04T03:02:01Z", "9999-12-31T23:30:00-01:00", "0000-01-01T00:30:00+01:00",
        ])
    func refuses(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test(
        "L24 always writes three digits and Z",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_777_863_721_000, "2026-05-04T03:02:01.000Z"),
            (1_777_863_721_050, "2026-05-04T03:02:01.050Z"), (-1, "1969-12-31T23:59:59.999Z"),
        ])
    func writes(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
    }

    @Test(
        "stamps a file by the second that has begun",
        arguments: [
            (0, "19700101T000000Z"), (1_777_863_721_999, "20260504T030201Z"),
            (-1, "19691231T235959Z"),
        ])
    func stamps(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).fileStamp == text)
    }

    // Newfoundland has summer time, UTC−2:30, in May.
    @Test(
        "writes the time of a zone with its offset",
        arguments: [
            ("Asia/Seoul", "2026-05-04T12:02:01.000+09:00"),
            ("America/St_Johns", "2026-05-04T00:32:01.000-02:30"),
            ("UTC", "2026-05-04T03:02:01.000+00:00"),
        ])
    func local(zone: String, text: String) throws {
        let time = Timestamp(milliseconds: 1_777_863_721_000)
        #expect(time.rfc3339(in: try Zone(zone)) == text)
    }

    @Test("counts seconds between two, both ways")
    func differences() {
        let early = Timestamp(milliseconds: 1_500)
        let late = early.adding(seconds: 2.25)
        #expect(late.milliseconds == 3_750)
        #expect(late.seconds(since: early) == 2.25)
        #expect(early.seconds(since: late) == -2.25)
        #expect(early < late)
        #expect(early.seconds == 1.5)
    }

    @Test(
        "survives any number of seconds that a server may send",
        arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
    func extremes(seconds: Double) {
        let limit: Int64 = 8_640_000_000_000_000
        #expect(-limit...limit ~= Timestamp(seconds: seconds).milliseconds)
        #expect(-limit...limit ~= Timestamp(milliseconds: 5).adding(seconds: seconds).milliseconds)
    }
}
