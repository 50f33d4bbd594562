import Testing
import Domain

@Suite("The nearest right name")
struct NearestNameTests {
    @Test(
        "counts insertions, deletions, substitutions and swaps",
        arguments: [
            ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "abxc", 1),
            ("abc", "ac", 1), ("abc", "axc", 1), ("abc", "acb", 1), ("kitten", "sitting", 3),
        ])
    func distance(a: String, b: String, distance: Int) {
        #expect(editDistance(a, b) == distance)
    }

    @Test("is the closest, and none when nothing is close")
    func nearest() {
        let names = ["status", "refresh", "replay", "run", "resume"]
        #expect(nearestName(to: "statsu", in: names) == "status")
        #expect(nearestName(to: "REPLAY", in: names) == "replay")
        #expect(nearestName(to: "rnu", in: names) == "run")
        #expect(nearestName(to: "weather", in: names) == nil)
        #expect(nearestName(to: "x", in: names) == nil)
    }
}
