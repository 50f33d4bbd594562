import Domain
import Testing

@testable import Record

@Suite("Text of exports")
struct ExportTextTests {
    private func text(_ body: (inout ExportText) -> Void) -> String {
        var text = ExportText()
        body(&text)
        return String(decoding: text.take(), as: UTF8.self)
    }

    @Test(
        "numbers are decimals without an exponent or zeros at their end",
        arguments: [
            (0, "0"), (-0.0, "0"), (5, "5"), (-33.8688, "-33.8688"),
            (126.970612345, "126.970612345"),
            (-0.000000001, "-0.000000001"), (0.0000000004, "0"), (179.9999999999, "180"),
            (36.1, "36.1"), (10.05, "10.05"),
        ] as [(Double, String)])
    func degrees(value: Double, expected: String) {
        #expect(text { $0.add(degrees: value) } == expected)
    }

    @Test(
        "heights and speeds have four decimals at most",
        arguments: [
            (38.4, "38.4"), (-12.00006, "-12.0001"), (8848.86, "8848.86"), (0.00004, "0"),
            (1_000_000, "1000000"), (.nan, "0"), (.infinity, "0"),
        ] as [(Double, String)])
    func values(value: Double, expected: String) {
        #expect(text { $0.add(value) } == expected)
    }

    @Test(
        "L24 times have three decimals, on both sides of midnight and of 1970",
        arguments: [
            "2026-05-04T03:02:01.000Z", "2026-05-04T23:59:59.999Z", "2026-05-05T00:00:00.000Z",
            "2026-05-04T09:08:07.060Z", "1969-12-31T23:59:59.001Z", "2000-02-29T12:00:00.050Z",
        ])
    func times(expected: String) throws {
        let time = try #require(Timestamp(rfc3339: expected))
        #expect(text { $0.add(time) } == expected)
        // The day of the last time is remembered.
        #expect(
            text {
                $0.add(Timestamp(milliseconds: 0))
                $0.add(time)
            } == "1970-01-01T00:00:00.000Z" + expected)
    }
}
