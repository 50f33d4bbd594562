import Gate
import Testing

@Suite("Gate settings")
struct GateSettingsTests {
    @Test(
        "hold the numbers of each profile",
        arguments: [
            (Profile.significant, 500.0, 60.0, 1800.0), (.walk, 50, 30, 1800),
            (.vehicle, 200, 15, 1800), (.train, 1000, 60, 1800), (.everyFix, 0, 0, 0),
        ])
    func profiles(profile: Profile, distance: Double, least: Double, most: Double) {
        let settings = GateSettings(profile: profile)
        #expect(settings.minDistance == distance)
        #expect(settings.minInterval == least)
        #expect(settings.maxInterval == most)
        #expect(settings.profile == profile)
    }

    @Test("hold the numbers that no profile changes")
    func others() {
        let settings = GateSettings()
        #expect(settings.profile == .significant)
        #expect(settings.maxAccuracy == 100)
        #expect(settings.maxSpeed == 600)
        #expect(settings.relaxAfter == 60)
        #expect(settings.stopAfter == 180)
        #expect(settings.staleAfter == 10)
        let refresh = RefreshSettings()
        #expect(refresh.desiredAccuracy == 20)
        #expect(refresh.acquireTimeout == 10)
        #expect(refresh.lookupTimeout == 15)
    }

    @Test("are found by the profile's name in the configuration")
    func names() {
        #expect(Profile(rawValue: "every-fix") == .everyFix)
        #expect(Profile.allCases.count == 5)
    }
}
