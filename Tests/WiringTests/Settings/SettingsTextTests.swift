import Foundation
import Testing
import Wiring

@Suite("The settings as text")
struct SettingsTextTests {
    @Test("config/milepost.toml is what the code says")
    func file() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: root.appending(path: "config/milepost.toml"), encoding: .utf8)
        #expect(text == SettingsText.defaults)
    }

    @Test("as it stands it sets nothing")
    func commented() throws {
        let loaded = try load(SettingsText.defaults)
        #expect(loaded.origins.isEmpty)
        #expect(loaded.settings.logs == Settings().logs)
    }

    @Test("with every # in front of a setting removed it sets everything to what it was")
    func uncommented() throws {
        let lines = SettingsText.defaults.split(separator: "\n", omittingEmptySubsequences: false)
        let bare = lines.map { $0.hasPrefix("#") && !$0.hasPrefix("# ") ? $0.dropFirst() : $0 }
        let loaded = try load(bare.joined(separator: "\n"))
        // The state directory's default is not the empty text but what stands for it.
        let keys = Set(SettingsTable.all.map(\.key)).union(["log", "privacy.zone"])
        #expect(Set(loaded.origins.keys) == keys)
        var expected = Settings()
        expected.stateDirectory = loaded.settings.stateDirectory
        expected.gate.minDistance = 500
        expected.gate.minInterval = 60
        expected.gate.maxInterval = 1800
        expected.logs[0].language = .en
        expected.logs[0].units = .metric
        // There is none unless it is set; the example is a place of its own.
        #expect(loaded.settings.zones.map(\.radius) == [ZoneSettings().radius])
        expected.zones = loaded.settings.zones
        #expect(loaded.settings == expected)
    }

    @Test("every setting is documented, within 100 columns")
    func documented() {
        #expect(SettingsTable.all.allSatisfy { $0.summary.count > 15 })
        #expect(SettingsText.defaults.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test("what is in force can be read back, tells each origin, and never a key")
    func show() throws {
        let environment = [
            "HOME": "/home/kim", "MILEPOST_LANGUAGE": "ko",
            "MILEPOST_OPENWEATHERMAP_KEY": "0123456789abcdef",
        ]
        let toml = "contact = \"a \\\"b\\\" \\\\ c\"\n[gate]\nprofile = \"train\""
        let loaded = try SettingsLoader(environment: environment, files: files(["x.toml": toml]))
            .load(config: "x.toml")
        let keys = try KeyStore(
            settings: loaded.settings, environment: environment, files: files([:]))
        let text = SettingsText.show(loaded, keys: keys)
        let lines = text.split(separator: "\n")
        func line(_ name: String) -> Substring { lines.first { $0.hasPrefix("\(name) = ") } ?? "" }
        #expect(line("language").hasPrefix("language = \"ko\" "))
        #expect(line("language").hasSuffix(" # MILEPOST_LANGUAGE"))
        #expect(line("profile").hasSuffix("# x.toml:3"))
        #expect(line("min_distance_m").hasPrefix("min_distance_m = 1000 "))
        #expect(line("min_distance_m").hasSuffix(" # x.toml:3"))
        #expect(line("max_accuracy_m").hasSuffix("# default"))
        #expect(lines.contains("# has a key, from MILEPOST_OPENWEATHERMAP_KEY"))
        #expect(!text.contains("0123456789abcdef"))
        #expect(try load(text).settings.gate.minDistance == 1000)
        #expect(try load(text).settings.contact == "a \"b\" \\ c")
    }
}
