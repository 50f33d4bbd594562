import Testing
import Wiring

@Suite("Where settings come from")
struct SettingsLoaderTests {
    private let system = "/etc/milepost/milepost.toml"
    private let user = "/home/kim/.config/milepost/milepost.toml"

    @Test("with no file at all everything has a default")
    func nothing() throws {
        let loaded = try SettingsLoader(environment: ["HOME": "/home/kim"], files: files([:]))
            .load()
        var expected = Settings()
        expected.stateDirectory = "/home/kim/.local/state/milepost"
        #expect(loaded.settings == expected)
        #expect(loaded.files == [])
        #expect(loaded.origin(of: "gate.min_distance_m") == .builtIn)
    }

    @Test("each layer beats the one before: system, user, --config, variable, --set")
    func order() throws {
        var texts = [system: "units = \"imperial\"\ngpsd.port = 1"]
        var environment = ["HOME": "/home/kim"]
        var overrides: [SettingOverride] = []
        func port() throws -> (Int, String) {
            let loaded = try SettingsLoader(environment: environment, files: files(texts))
                .load(config: texts["x.toml"] == nil ? nil : "x.toml", overrides: overrides)
            #expect(loaded.settings.units == .imperial)
            return (loaded.settings.gpsd.port, loaded.origin(of: "gpsd.port").description)
        }
        #expect(try port() == (1, "\(system):2"))
        texts[user] = "gpsd.port = 2"
        #expect(try port() == (2, "\(user):1"))
        texts["x.toml"] = "\n[gpsd]\n\nport = 3"
        #expect(try port() == (3, "x.toml:4"))
        environment["MILEPOST_GPSD_PORT"] = "4"
        #expect(try port() == (4, "MILEPOST_GPSD_PORT"))
        overrides.append(SettingOverride(key: "gpsd.port", value: "5"))
        #expect(try port() == (5, "--set"))
        overrides.append(SettingOverride(key: "gpsd.port", value: "6", option: "--gpsd"))
        #expect(try port() == (6, "--gpsd"))
    }

    @Test("the files that were read are told, strongest last")
    func filesRead() throws {
        let environment = ["HOME": "/home/kim", "XDG_CONFIG_HOME": "/cfg"]
        let texts = [system: "", user: "", "/cfg/milepost/milepost.toml": "", "x.toml": ""]
        let loaded = try SettingsLoader(environment: environment, files: files(texts))
            .load(config: "x.toml")
        #expect(loaded.files == [system, "/cfg/milepost/milepost.toml", "x.toml"])
    }

    @Test("a file of --config that is not there is refused")
    func missingConfig() {
        let loader = SettingsLoader(environment: [:], files: files([:]))
        #expect(
            faults { try loader.load(config: "no.toml") }
                == ["no.toml: there is no such file; correct --config"])
    }

    @Test("L11 a file that cannot be read is refused, not passed over")
    func unreadable() {
        let locked = SystemFiles {
            $0 == "/etc/milepost/milepost.toml" ? .unreadable("Permission denied") : .missing
        }
        let loader = SettingsLoader(environment: [:], files: locked)
        #expect(
            faults { try loader.load() } == [
                "/etc/milepost/milepost.toml: cannot be read: Permission denied;"
                    + " correct its rights or its path"
            ])
    }

    @Test(
        "the state directory is systemd's, else XDG's, else under the home directory",
        arguments: [
            (["STATE_DIRECTORY": "/s/a:/s/b", "XDG_STATE_HOME": "/x"], "/s/a", "$STATE_DIRECTORY"),
            (["XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/milepost", "$XDG_STATE_HOME"),
            (
                ["XDG_STATE_HOME": "not/absolute", "HOME": "/h"], "/h/.local/state/milepost",
                "$HOME"
            ),
            ([:], "/var/lib/milepost", "default"),
            (["MILEPOST_STATE_DIR": "/m", "STATE_DIRECTORY": "/s"], "/m", "MILEPOST_STATE_DIR"),
        ])
    func stateDirectory(environment: [String: String], path: String, origin: String) throws {
        let loaded = try SettingsLoader(environment: environment, files: files([:])).load()
        #expect(loaded.settings.stateDirectory == path)
        #expect(loaded.origin(of: "state_dir").description == origin)
    }

    @Test(
        "who may write to the service's state directory uses that; others are told of it",
        arguments: [
            (["HOME": "/h"], .writable, "/var/lib/milepost", nil),
            (["XDG_STATE_HOME": "/x"], .writable, "/var/lib/milepost", nil),
            (["STATE_DIRECTORY": "/s"], .writable, "/s", nil),
            (["HOME": "/h"], .foreign, "/h/.local/state/milepost", "/var/lib/milepost"),
            (["HOME": "/h"], .missing, "/h/.local/state/milepost", nil),
            (["HOME": "/h", "MILEPOST_STATE_DIR": "/m"], .foreign, "/m", nil),
        ] as [([String: String], SystemFiles.Access, String, String?)])
    func service(
        environment: [String: String], access: SystemFiles.Access, path: String, foreign: String?
    ) throws {
        let files = files([:], folders: ["/var/lib/milepost": access])
        let loaded = try SettingsLoader(environment: environment, files: files).load()
        #expect(loaded.settings.stateDirectory == path)
        #expect(loaded.foreign?.path == foreign)
    }

    @Test("a state directory that is set and another user's is told of too")
    func foreignState() throws {
        let environment = ["MILEPOST_STATE_DIR": "/data"]
        let files = files([:], folders: ["/data": .foreign])
        let loaded = try SettingsLoader(environment: environment, files: files).load()
        #expect(loaded.settings.stateDirectory == "/data")
        #expect(loaded.foreign?.path == "/data")
    }

    @Test(
        "no two things are written to one file, however its path is spelled",
        arguments: [
            ("store.path = \"gazetteer.db\"", "store.path is a file that milepost keeps"),
            ("store.path = \"/s/./x/../cache.db\"", "store.path is a file that milepost keeps"),
            (
                "[store]\npath = \"a\"\n[[log]]\npath = \"/s//a\"",
                "log has the path of the history, \"/s/a\""
            ),
            ("[store]\npath = \"\"\n[[log]]\npath = \"/s/cache.jsonl\"", nil),
        ] as [(String, String?)])
    func clashes(toml: String, fault: String?) {
        let environment = ["STATE_DIRECTORY": "/s"]
        let faults = faults {
            try SettingsLoader(environment: environment, files: files(["x.toml": toml]))
                .load(config: "x.toml")
        }
        #expect(faults.count == (fault == nil ? 0 : 1))
        if let fault { #expect(faults.first?.contains(fault) == true, "\(faults)") }
    }

    @Test("faults of every layer are told at once, in order, each with its place")
    func allFaults() {
        let texts = [
            system: "langauge = \"en\"\n[gate]\nmin_distance_m = -1",
            user: "= 5",
            "x.toml": "[gpsd]\nport = \"2947\"",
        ]
        let environment = ["HOME": "/home/kim", "MILEPOST_UNITS": "feet"]
        let loader = SettingsLoader(environment: environment, files: files(texts))
        let faults = faults {
            try loader.load(
                config: "x.toml", overrides: [.init(key: "gate.porfile", value: "walk")])
        }
        let beginnings = [
            "\(system):1: langauge is not a setting; did you mean language?",
            "\(system):3: gate.min_distance_m must be a number from 0 to 1000000 m, not -1",
            "\(user):1: not TOML: ",
            "x.toml:2: gpsd.port must be a whole number from 1 to 65535, not \"2947\"",
            "MILEPOST_UNITS: units must be \"metric\" or \"imperial\", not \"feet\"",
            "--set: gate.porfile is not a setting; did you mean gate.profile?",
        ]
        #expect(faults.count == beginnings.count)
        for (fault, beginning) in zip(faults, beginnings) {
            #expect(fault.hasPrefix(beginning), "\(fault)")
        }
    }

    @Test(
        "two settings of the broker that do not go together are refused",
        arguments: [
            ("mqtt.password_file = \"/p\"", "mqtt.user"),
            ("mqtt.certificate_file = \"/c\"", "mqtt.certificate_key_file"),
            ("mqtt.certificate_key_file = \"/k\"", "mqtt.certificate_file"),
            ("mqtt.topic = \"m/now\"\nmqtt.base_topic = \"m\"", "mqtt.base_topic"),
        ])
    func brokerClash(toml: String, named: String) {
        let faults = faults(in: toml)
        #expect(faults.count == 1)
        #expect(faults.first?.contains(named) == true)
    }
}
