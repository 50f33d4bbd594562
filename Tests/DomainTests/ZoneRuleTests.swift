import Domain
import Testing

@Suite("Zone rule")
struct ZoneRuleTests {
    // Worked out by hand from POSIX's notation; dates from a calendar.
    @Test(
        "turns the clock on its days",
        arguments: [
            // The second Sunday of March 2026 is the 8th, the first of November the 1st.
            ("PST8PDT,M3.2.0,M11.1.0", "2026-03-08T09:59:59Z", -28_800),
            ("PST8PDT,M3.2.0,M11.1.0", "2026-03-08T10:00:00Z", -25_200),
            ("PST8PDT,M3.2.0,M11.1.0", "2026-11-01T08:59:59Z", -25_200),
            ("PST8PDT,M3.2.0,M11.1.0", "2026-11-01T09:00:00Z", -28_800),
            // Without dates, those of the United States.
            ("PST8PDT", "2026-03-08T10:00:00Z", -25_200),
            // The last Sunday of March 2026 is the 29th.
            ("GMT0BST,M3.5.0/1,M10.5.0", "2026-03-29T00:59:59Z", 0),
            ("GMT0BST,M3.5.0/1,M10.5.0", "2026-03-29T01:00:00Z", 3_600),
            // South of the equator summer goes over the new year.
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", 39_600),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T00:00:00Z", 36_000),
            // J60 is 1 March in every year, 59 is it in common years and 29 February in leap years.
            ("AAA0BBB,J60/0,J300", "2024-02-29T23:59:59Z", 0),
            ("AAA0BBB,J60/0,J300", "2024-03-01T00:00:00Z", 3_600),
            ("AAA0BBB,59/0,300", "2024-02-28T23:59:59Z", 0),
            ("AAA0BBB,59/0,300", "2024-02-29T00:00:00Z", 3_600),
            // A name of signs and digits, an offset with minutes, a summer offset of its own, a day at -1 h.
            ("<+0545>-5:45", "2026-01-01T00:00:00Z", 20_700),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7_200),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3_600),
            ("LHST-10:30LHDT-11,M10.1.0,M4.1.0", "2026-01-01T00:00:00Z", 39_600),
        ])
    func clocks(rule: String, time: String, offset: Int) throws {
        let time = try #require(Timestamp(rfc3339: time))
        #expect(try Zone.local(variable: rule).offset(at: time) == offset)
    }

    @Test(
        "refuses what is no rule",
        arguments: [
            "A0B", "KST", "KST-", "KST-9x", "KST-999", "PST8PDT,", "PST8PDT,M3.2.0",
            "PST8PDT,M13.2.0,M11.1.0", "PST8PDT,M3.6.0,M11.1.0", "PST8PDT,M3.2.7,M11.1.0",
            "PST8PDT,J0,J300", "PST8PDT,366,1", "<KST-9", "PST8PDT,M3.2.0/,M11.1.0", "PST8:60",
        ])
    func refuses(rule: String) {
        #expect(throws: ZoneError.self) { try Zone.local(variable: rule) }
    }
}
