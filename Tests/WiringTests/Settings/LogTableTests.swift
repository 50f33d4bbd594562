import Testing
import Wiring

@Suite("The list of logs")
struct LogTableTests {
    @Test("each section is one log; what it does not say has a default")
    func reads() throws {
        let logs = try load(
            """
            [[log]]
            [[log]]
            path = "/var/log/milepost/%Y-%m-%d.jsonl"
            format = "jsonl"
            time_zone = "Asia/Seoul"
            language = "ko"
            units = "imperial"
            compress = "gzip"
            """
        ).settings.logs
        var file = LogSettings()
        file.path = "/var/log/milepost/%Y-%m-%d.jsonl"
        file.format = .jsonl
        file.timeZone = "Asia/Seoul"
        file.language = .ko
        file.units = .imperial
        file.compresses = true
        #expect(logs == [LogSettings(), file])
    }

    @Test("without any there is text on standard output")
    func standard() throws {
        let log = try #require(load("").settings.logs.first)
        #expect(log.path == "-")
        #expect(log.format == .text)
    }

    @Test("the list of a later layer replaces the earlier one")
    func replaces() throws {
        let override = SettingOverride(key: "log", value: "[{ path = \"b\", format = \"jsonl\" }]")
        let loaded = try SettingsLoader(
            environment: [:], files: files(["x.toml": "[[log]]\npath = \"a\""])
        ).load(config: "x.toml", overrides: [override])
        #expect(loaded.settings.logs.map(\.path) == ["b"])
        #expect(loaded.origin(of: "log") == .commandLine(option: "--set"))
    }

    @Test(
        "faults are told with the line of the key",
        arguments: [
            (
                "[[log]]\npath = \"/tmp/%Q.txt\"",
                "x.toml:1: the log path \"/tmp/%Q.txt\" has \"%Q\", which is no date conversion for a file"
                    + " name: use %Y %m %d %H, or %% for a percent sign"
            ),
            ("[log]\npath = \"a\"", "x.toml:1: log is a list of sections: write [[log]]"),
            ("log = \"a\"", "x.toml:1: log is a list of sections: write [[log]]"),
            ("log = [5]", "x.toml:1: log must be a list of sections, not of 5"),
            (
                "[[log]]\npath = \"a\"\nfromat = \"text\"",
                "x.toml:3: log.fromat is not a setting; did you mean format?"
            ),
            (
                "[[log]]\nqqqqqq = 1",
                "x.toml:2: log.qqqqqq is not a setting; it has path, format, time_zone"
            ),
            (
                "[[log]]\n\n\nformat = \"kml\"",
                "x.toml:4: log.format must be \"text\", \"jsonl\", \"csv\", \"gpx\" or \"geojson\""
            ),
            (
                "[[log]]\nformat = \"gpx\"",
                "x.toml:1: log.format \"gpx\" needs a file: give that log a path, or the format \"text\""
            ),
            (
                "[[log]]\npath = \"a\"\ncompress = true",
                "x.toml:3: log.compress must be \"none\" or \"gzip\""
            ),
            (
                "[[log]]\npath = \"l/a\"\n[[log]]\npath = \"./l/b/..//a\"",
                "x.toml:3: two logs have the path \"./l/b/..//a\"; give each its own"
            ),
            (
                "[[log]]\npath = \"a\"\n[[log]]\npath = \"a\"",
                "x.toml:3: two logs have the path \"a\"; give each its own"
            ),
        ])
    func faulty(toml: String, fault: String) {
        let faults = faults(in: toml)
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix(fault) == true, "\(faults)")
    }
}
