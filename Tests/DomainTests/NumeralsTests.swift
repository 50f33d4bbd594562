import Domain
import Testing

@Suite("Numbers as text")
struct NumeralsTests {
    @Test(
        "fills up with zeros and cuts nothing",
        arguments: [(7, 2, "07"), (0, 3, "000"), (123, 2, "123")])
    func digits(number: Int, width: Int, text: String) {
        #expect(number.digits(width) == text)
    }

    @Test(
        "rounds to decimal places, without -0 and without an exponent",
        arguments: [
            (1.05, 0, "1"), (-0.4, 0, "0"), (-0.5, 0, "-1"), (0.00004, 4, "0.0000"),
            (-0.00005, 4, "-0.0001"), (59.999_999_6, 6, "60.000000"), (180, 6, "180.000000"),
            (999_999_999.25, 6, "999999999.250000"),
        ] as [(Double, Int, String)])
    func fixed(number: Double, places: Int, text: String) {
        #expect(number.fixed(places) == text)
    }

    @Test("drops the fraction of a whole number", arguments: [(500.0, "500"), (20.5, "20.5")])
    func shortest(number: Double, text: String) {
        #expect(number.shortest == text)
    }
}
