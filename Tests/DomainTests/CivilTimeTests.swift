import Domain
import Testing

@Suite("Civil time")
struct CivilTimeTests {
    @Test("is what a clock at an offset shows, before 1970 too")
    func offsets() {
        let seoul = CivilTime(Timestamp(milliseconds: 1_777_863_721_999), offset: 9 * 3600)
        #expect(
            seoul == CivilTime(year: 2026, month: 5, day: 4, hour: 12, minute: 2, second: 1))
        let before = CivilTime(Timestamp(milliseconds: -1), offset: 0)
        #expect(
            before == CivilTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59))
    }

    @Test("counts the seconds since 1970 as UTC")
    func seconds() {
        let time = CivilTime(year: 2026, month: 5, day: 4, hour: 3, minute: 2, second: 1)
        #expect(time.secondsSince1970 == 1_777_863_721)
    }

    // Weekdays from `date -d … +%w`.
    @Test(
        "knows the weekday, Sunday being 0",
        arguments: [
            (LocalDate(year: 2026, month: 11, day: 30), 1),
            (LocalDate(year: 2026, month: 5, day: 3), 0),
            (LocalDate(year: 2024, month: 2, day: 29), 4),
            (LocalDate(year: 1969, month: 12, day: 31), 3),
        ])
    func weekday(date: LocalDate, weekday: Int) {
        #expect(date.weekday == weekday)
    }
}

@Suite("Local date")
struct LocalDateTests {
    @Test("is read and written as ISO 8601")
    func iso() {
        #expect(LocalDate("2026-05-04") == LocalDate(year: 2026, month: 5, day: 4))
        #expect(LocalDate(year: 2026, month: 5, day: 4).iso == "2026-05-04")
    }

    @Test(
        "refuses what is no day",
        arguments: ["", "2026-5-4", "2026-02-30", "2025-02-29", "2026-05-04T00:00:00Z"])
    func refuses(text: String) {
        #expect(LocalDate(text) == nil)
    }

    @Test("sorts by year, then month, then day")
    func order() {
        let days = [
            LocalDate(year: 2026, month: 5, day: 4), LocalDate(year: 2025, month: 12, day: 31),
            LocalDate(year: 2026, month: 1, day: 31), LocalDate(year: 2026, month: 5, day: 3),
        ]
        #expect(
            days.sorted().map(\.iso) == ["2025-12-31", "2026-01-31", "2026-05-03", "2026-05-04"])
    }
}
