import Domain
import Testing

@Suite("Condition")
struct ConditionTests {
    /// The severity order of the fact sheet, written out once more.
    @Test("orders kinds by severity")
    func severity() {
        let names =
            "unknown clear mostlyClear partlyCloudy cloudy overcast haze mist smoke dust sand fog "
            + "drizzle snowGrains rainShowers rain sleetShowers sleet snowShowers snow "
            + "freezingDrizzle freezingRain squall thunderstorm ash tornado"
        let sorted = Condition.Kind.allCases.shuffled().sorted().map(\.rawValue)
        #expect(sorted.joined(separator: " ") == names)
    }

    @Test("calls the lesser of two milder, by kind and then by intensity")
    func milder() {
        let light = Condition(.rain, .light, rawCode: "500")
        let heavy = Condition(.rain, .heavy, rawCode: "502")
        let unstated = Condition(.rain, rawCode: "?")
        let heavyDrizzle = Condition(.drizzle, .heavy, rawCode: "302")
        #expect(light.isMilder(than: heavy))
        #expect(!heavy.isMilder(than: light))
        #expect(heavyDrizzle.isMilder(than: light))
        #expect(!light.isMilder(than: heavyDrizzle))
        #expect(unstated.isMilder(than: light))
        #expect(!light.isMilder(than: unstated))
        #expect(!light.isMilder(than: light))
        #expect(!unstated.isMilder(than: unstated))
    }
}
