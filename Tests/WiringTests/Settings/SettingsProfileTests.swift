import Testing
import Wiring

@Suite("The profile of the gate")
struct SettingsProfileTests {
    // The table of profiles in the design's section 3.
    @Test(
        "a profile gives the three numbers",
        arguments: [
            ("significant", 500.0, 60.0, 1800.0), ("walk", 50, 30, 1800),
            ("vehicle", 200, 15, 1800),
            ("train", 1000, 60, 1800), ("every-fix", 0, 0, 0),
        ])
    func profiles(name: String, distance: Double, least: Double, most: Double) throws {
        let gate = try load("gate.profile = \"\(name)\"").settings.gate
        #expect((gate.minDistance, gate.minInterval, gate.maxInterval) == (distance, least, most))
    }

    @Test("a number that is set beats the profile, whichever is said first")
    func overrides() throws {
        for toml in [
            "[gate]\nprofile = \"train\"\nmin_distance_m = 5",
            "[gate]\nmin_distance_m = 5\nprofile = \"train\"",
        ] {
            let gate = try load(toml).settings.gate
            #expect((gate.minDistance, gate.minInterval) == (5, 60))
        }
    }
}
