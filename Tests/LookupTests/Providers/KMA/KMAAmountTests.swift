import Domain
import Lookup
import Testing

@Suite("Amounts in Korea's forecast")
struct KMAAmountTests {
    @Test(
        "classes in words are ranges, in every wording there was",
        arguments: [
            ("강수없음", 0, 0), ("적설없음", 0, 0), ("-", 0, 0), ("", 0, 0), ("0", 0, 0),
            ("1mm 미만", 0, 1), ("1.0mm 미만", 0, 1), ("0.5cm 미만", 0, 0.5), ("1cm 미만", 0, 1),
            ("1mm미만", 0, 1), ("1.0mm", 1, 1), ("29.9mm", 29.9, 29.9), ("4.9cm", 4.9, 4.9),
            ("30.0~50.0mm", 30, 50), ("1.0~29.0mm", 1, 29), ("50.0mm 이상", 50, nil),
            ("50.0mm이상", 50, nil), ("5.0cm 이상", 5, nil), ("12.5", 12.5, 12.5), ("0.4", 0.4, 0.4),
        ] as [(String, Double, Double?)])
    func words(text: String, least: Double, most: Double?) {
        #expect(KMAAmount(.string(text)) == KMAAmount(least: least, most: most))
    }

    @Test("W06 numbers are read as well as text, and null is none")
    func numbers() {
        #expect(KMAAmount(.number(12.5)) == KMAAmount(least: 12.5, most: 12.5))
        #expect(KMAAmount(.null) == KMAAmount.none)
    }

    @Test(
        "unknown words and missing values are nothing",
        arguments: [
            "많음", "약한 비", "-998.9", "-999", "900", "999mm", "nan", "inf", "미만", "이상", "~", "30~",
            "5~3",
            "1~2~3", "?",
        ])
    func unknown(text: String) {
        #expect(KMAAmount(.string(text)) == nil)
        #expect(KMAAmount(.array([])) == nil)
    }

    @Test("one number stands for a range: its middle, or the lower end of an open one")
    func typical() {
        #expect(KMAAmount(least: 0, most: 1).typical == 0.5)
        #expect(KMAAmount(least: 30, most: 50).typical == 40)
        #expect(KMAAmount(least: 50, most: nil).typical == 50)
        #expect(KMAAmount(least: 6.5, most: 6.5).typical == 6.5)
        #expect(KMAAmount.none.typical == 0)
    }

    @Test("a code tells how hard, not how much")
    func code() {
        #expect(KMAAmount(least: 3, most: 15, isMeasured: false).typical == nil)
        #expect(KMAAmount(least: 15, most: nil, isMeasured: false).typical == nil)
    }
}
