import Domain
import Record
import Testing

@Suite("Path pattern")
struct PathPatternTests {
    // Values from `TZ=Asia/Seoul date -d 2026-11-30T15:03:07Z +…`.
    @Test(
        "expands to the date in the zone of the log",
        arguments: [
            ("log/%Y/%m/%d.jsonl", "log/2026/12/01.jsonl"), ("%F", "2026-12-01"),
            ("%y%j", "26335"), ("%G-W%V-%u", "2026-W49-2"), ("%a %b %e", "Tue Dec  1"),
            ("%H%M%S", "000307"), ("%-d", "1"), ("%T%z", "00:03:07+0900"), ("100%%", "100%"),
            ("%%Y", "%Y"), ("서울/%Y", "서울/2026"), ("plain", "plain"), ("/a//b", "/a//b"),
        ])
    func expands(pattern: String, path: String) throws {
        let time = try #require(Timestamp(rfc3339: "2026-11-30T15:03:07Z"))
        #expect(try PathPattern(pattern).path(at: time, in: Zone("Asia/Seoul")) == path)
    }

    @Test(
        "a pattern without a date is one path",
        arguments: [
            ("plain", "plain"), ("100%%", "100%"), ("%%Y", "%Y"), ("%Y", nil), ("%%%Y", nil),
        ])
    func constant(pattern: String, path: String?) throws {
        #expect(try PathPattern(pattern).constant == path)
    }

    @Test(
        "refuses a conversion that is none or that could lead out of the directory",
        arguments: [
            ("%", "%"), ("a%/b", "%/"), ("%Q", "%Q"), ("%D", "%D"), ("%x", "%x"), ("%c", "%c"),
            ("%n", "%n"), ("%t", "%t"), ("%s", "%s"), ("%-", "%-"), ("%5Y", "%5"), ("%Y%", "%"),
            ("%é", "%é"),
        ])
    func refuses(pattern: String, wrong: String) {
        let message =
            "the log path \"\(pattern)\" has \"\(wrong)\", which is no date conversion for a file name: "
            + "use %Y %m %d %H, or %% for a percent sign"
        #expect(performing: { try PathPattern(pattern) }, throws: { "\($0)" == message })
    }

    @Test("refuses a path that names no file", arguments: ["", "log/", "a\0b"])
    func noFile(pattern: String) {
        #expect(throws: RecordError.self) { try PathPattern(pattern) }
    }
}
