import Gazetteer
import Testing

@Suite("Reach of a town")
struct ReachTests {
    // √(30,000 / (π × 3,000)) = 1.784 km.
    @Test("is the radius of a disc with 3,000 on each square kilometre")
    func town() {
        #expect(abs(Reach.radius(population: 30_000) - 1784) < 1)
        #expect(Reach.radius(population: 0) == 0)
    }

    // 8 million: 3,000 × 8^0.4 = 6,892 on a square kilometre; √(8,000,000 / (π × 6,892)) = 19.22 km.
    @Test("grows less beyond a million")
    func city() {
        #expect(abs(Reach.radius(population: 1_000_000) - 10_301) < 1)
        #expect(abs(Reach.radius(population: 8_000_000) - 19_222) < 10)
    }
}
