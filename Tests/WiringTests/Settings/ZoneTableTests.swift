import Domain
import Testing
import Wiring

@Suite("The list of private zones")
struct ZoneTableTests {
    @Test("each section is one zone, of 200 m where nothing else is said")
    func reads() throws {
        let zones = try load(
            """
            [[privacy.zone]]
            lat = 37.5
            lon = 127
            [[privacy.zone]]
            lat = -33.9
            lon = 18.4
            radius_m = 1500
            """
        ).settings.zones.compactMap(\.zone)
        let home = try #require(Coordinate(latitude: 37.5, longitude: 127))
        let work = try #require(Coordinate(latitude: -33.9, longitude: 18.4))
        #expect(zones == [PrivacyZone(home, radius: 200), PrivacyZone(work, radius: 1500)])
    }

    @Test("there is none unless it is set, also not after --set of an empty list")
    func none() throws {
        #expect(try load("").settings.zones.isEmpty)
        let loaded = try SettingsLoader(
            environment: [:],
            files: files(["x.toml": "[[privacy.zone]]\nlat = 1\nlon = 2"])
        ).load(config: "x.toml", overrides: [SettingOverride(key: "privacy.zone", value: "[]")])
        #expect(loaded.settings.zones.isEmpty)
    }

    @Test(
        "faults are told with the line of the key",
        arguments: [
            (
                "[privacy]\nzone = 5",
                "x.toml:2: privacy.zone is a list of sections: write [[privacy.zone]]"
            ),
            (
                "[[privacy.zone]]\nlat = 91\nlon = 1",
                "x.toml:2: privacy.zone.lat must be a number from -90 to 90"
            ),
            ("[[privacy.zone]]\nlat = 9", "x.toml:1: privacy.zone needs lat and lon"),
            (
                "[[privacy.zone]]\nlat = 9\nlon = 1\nradius = 5",
                "x.toml:4: privacy.zone.radius is not a setting; did you mean radius_m?"
            ),
            (
                "[[privacy.zones]]\nlat = 9",
                "x.toml:1: privacy.zones is not a setting; did you mean privacy.zone?"
            ),
            ("privacy = 1", "x.toml:1: privacy is a section: write [privacy]"),
        ])
    func faulty(toml: String, fault: String) {
        let faults = faults(in: toml)
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix(fault) == true, "\(faults)")
    }
}
