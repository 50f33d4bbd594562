import Domain
import Testing

@testable import milepost

@Suite("Times as a person gives them")
struct TimeArgumentTests {
    /// 2026-05-04 08:30 in Seoul, where it is still the 3rd in UTC.
    private let now = Timestamp(milliseconds: 1_777_851_000_000)

    private func times(_ text: String, _ zone: String = "Asia/Seoul") throws -> [String]? {
        guard let time = TimeArgument(text, zone: try Zone(zone), now: now) else { return nil }
        return [time.first.rfc3339, time.last.rfc3339]
    }

    @Test(
        "are instants, minutes and whole days of the local clock",
        arguments: [
            ("2026-05-04T03:02:01Z", "2026-05-04T03:02:01.000Z", "2026-05-04T03:02:01.000Z"),
            ("2026-05-04T12:02:01.5+09:00", "2026-05-04T03:02:01.500Z", "2026-05-04T03:02:01.500Z"),
            ("2026-05-04", "2026-05-03T15:00:00.000Z", "2026-05-04T14:59:59.999Z"),
            ("2026-05-04 13:20", "2026-05-04T04:20:00.000Z", "2026-05-04T04:20:00.000Z"),
            ("today", "2026-05-03T15:00:00.000Z", "2026-05-04T14:59:59.999Z"),
            ("yesterday", "2026-05-02T15:00:00.000Z", "2026-05-03T14:59:59.999Z"),
            ("today 07:00", "2026-05-03T22:00:00.000Z", "2026-05-03T22:00:00.000Z"),
        ])
    func times(text: String, first: String, last: String) throws {
        #expect(try times(text) == [first, last])
    }

    @Test(
        "L23 a day has 23 or 25 hours, and an hour that comes twice is meant from its first to its last",
        arguments: [
            ("2026-11-01", "2026-11-01T07:00:00.000Z", "2026-11-02T07:59:59.999Z"),
            ("2026-03-08", "2026-03-08T08:00:00.000Z", "2026-03-09T06:59:59.999Z"),
            ("2026-11-01 01:30", "2026-11-01T08:30:00.000Z", "2026-11-01T09:30:00.000Z"),
            // Left out: what it would be without the change.
            ("2026-03-08 02:30", "2026-03-08T10:30:00.000Z", "2026-03-08T10:30:00.000Z"),
        ])
    func changes(text: String, first: String, last: String) throws {
        #expect(try times(text, "America/Los_Angeles") == [first, last])
    }

    @Test(
        "L23 a day ends where the next one first begins, also when that begins twice",
        arguments: [
            ("2026-10-24", "Atlantic/Azores", "2026-10-24T23:59:59.999Z"),
            ("2026-10-31", "America/Havana", "2026-11-01T03:59:59.999Z"),
        ])
    func twoMidnights(text: String, zone: String, last: String) throws {
        #expect(try times(text, zone)?.last == last)
    }

    @Test(
        "that are none are refused",
        arguments: [
            "", " ", "tomorrow", "2026-02-30", "2026-05-04 25:00", "2026-05-04 13", "13:20",
            "2026-05-04T13:20", "2026-05-04 13:20 x", "4.5.2026",
        ])
    func refused(text: String) throws { #expect(try times(text) == nil) }
}
