import Testing
import Wiring

@Suite("Reading one layer of settings")
struct SettingsReaderTests {
    @Test(
        "a key may be written in a section, dotted or inline, with any line ends",
        arguments: [
            "[gate]\nmin_distance_m = 250", "gate.min_distance_m = 250",
            "gate = { min_distance_m = 250 }", "[gate]\r\nmin_distance_m = 250\r\n",
            "\u{FEFF}[gate]\nmin_distance_m = 250.0 # metres",
        ])
    func spellings(toml: String) throws {
        #expect(try load(toml).settings.gate.minDistance == 250)
    }

    @Test(
        "a wrong key is told with its line and the nearest right one",
        arguments: [
            ("\nlangauge = \"en\"", "x.toml:2: langauge is not a setting; did you mean language?"),
            (
                "[mileposts]\nmax_error_m = 10",
                "x.toml:1: mileposts is not a setting; `milepost config defaults` lists all"
            ),
            ("[gps]\nhost = \"h\"", "x.toml:1: gps is not a setting; did you mean gpsd?"),
            (
                "[gpsd]\nmqtt.url = \"mqtt://pi\"",
                "x.toml:2: gpsd.mqtt is not a setting; write the key without \"mqtt.\" below [mqtt], as this"
                    + " line stands below [gpsd]"
            ),
            (
                "min_distance_m = 5",
                "x.toml:1: min_distance_m is not a setting; did you mean gate.min_distance_m?"
            ),
            (
                "[gate]\nmin_distanec_m = 5",
                "x.toml:2: gate.min_distanec_m is not a setting; did you mean gate.min_distance_m?"
            ),
            (
                "[providers.open-meto]\nbase_url = \"http://h\"",
                "x.toml:1: providers.open-meto is not a setting; did you mean providers.open-meteo?"
            ),
            (
                "[providers.openweathermap]\napi_key = \"x\"",
                "x.toml:2: providers.openweathermap.api_key is not a setting;"
                    + " did you mean providers.openweathermap.key_file?"
            ),
            ("gate = 5", "x.toml:1: gate is a section: write [gate] and its keys below"),
            ("[[gate]]", "x.toml:1: gate is a section: write [gate] and its keys below"),
            (
                "\"a\\u001bb\" = 1",
                "x.toml:1: a\\u001bb is not a setting; `milepost config defaults` lists all"
            ),
        ])
    func wrongKeys(toml: String, fault: String) {
        #expect(faults(in: toml) == [fault])
    }

    @Test(
        "a value that begins with a letter is told to want quotation marks",
        arguments: [
            ("units = imperial", true), ("[gpsd]\nhost=localhost", true), ("units = 한국", true),
            ("units = \"imperial", false), ("once = true true", false), ("a = [1", false),
        ])
    func bareWord(text: String, isHinted: Bool) {
        let fault = faults(in: text).first
        #expect(fault?.contains("not TOML: ") == true)
        #expect(
            fault?.hasSuffix("; a text stands in quotation marks, like \"metric\"") == isHinted)
    }

    @Test("what is not TOML is told with line and column")
    func syntax() {
        let faults = faults(in: "language = \"en\"\nunits = = 5\n")
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("x.toml:2: not TOML: ") == true)
        #expect(faults.first?.hasSuffix("(column 9)") == true)
    }

    @Test(
        "keys nested without end are refused, not followed",
        arguments: [
            "%a = 1", "[%a]", "x = { %a = 1 }", "%a = 1\nnot TOML", "\"#\".%a = 1", "x = 1 # %a",
        ])
    func deep(pattern: String) {
        // As many as end the stack when each is freed within the one before.
        let toml = "\n" + pattern.replacing("%", with: String(repeating: "a.", count: 100_000))
        let isComment = pattern.contains("# ")
        #expect(
            faults(in: toml) == [
                isComment
                    ? "x.toml:2: x is not a setting; `milepost config defaults` lists all"
                    : "x.toml:2: not TOML: keys are nested too deeply"
            ])
    }

    @Test("a file that is no file of settings is not answered line by line")
    func manyFaults() {
        let toml = (1...5000).map { "q\($0) = 1\n" }.joined()
        let faults = faults(in: toml)
        #expect(faults.count == 51)
        #expect(faults.last == "x.toml: more may be wrong; correct these first")
    }

    @Test("a variable is named after its key")
    func variables() throws {
        let environment = [
            "MILEPOST_GATE_MIN_DISTANCE_M": "250", "MILEPOST_LANGUAGE": "ko",
            "MILEPOST_WEATHER_PROVIDERS": "openweathermap, open-meteo",
            "MILEPOST_ADDRESS_PROVIDERS": "",
            "MILEPOST_PROVIDERS_OPEN_METEO_BASE_URL": "http://127.0.0.1:8080/",
            "MILEPOST_OPENWEATHERMAP_KEY": "not a setting", "OTHER": "x",
        ]
        let settings = try SettingsLoader(environment: environment, files: files([:])).load()
            .settings
        #expect(settings.gate.minDistance == 250)
        #expect(settings.language == .ko)
        #expect(settings.weatherProviders == ["openweathermap", "open-meteo"])
        #expect(settings.addressProviders == [])
        #expect(settings[provider: "open-meteo"].baseURL == "http://127.0.0.1:8080")
    }

    @Test("a variable that is no setting is told")
    func wrongVariable() {
        let environment = ["MILEPOST_GATE_MIN_DISTNACE_M": "5", "MILEPOST_QQQQ": ""]
        let loader = SettingsLoader(environment: environment, files: files([:]))
        #expect(
            faults { try loader.load() } == [
                "MILEPOST_GATE_MIN_DISTNACE_M: there is no such variable;"
                    + " did you mean MILEPOST_GATE_MIN_DISTANCE_M?",
                "MILEPOST_QQQQ: there is no such variable; unset it",
            ])
    }

    @Test(
        "--set takes a value with or without TOML's brackets",
        arguments: ["openweathermap,open-meteo", "[\"openweathermap\", 'open-meteo']"])
    func setList(value: String) throws {
        let override = SettingOverride(key: "weather.providers", value: value)
        let settings = try SettingsLoader(environment: [:], files: files([:]))
            .load(overrides: [override]).settings
        #expect(settings.weatherProviders == ["openweathermap", "open-meteo"])
    }

    @Test("~/ is the home directory, and refused where there is none")
    func home() throws {
        let override = SettingOverride(key: "state_dir", value: "~/gps")
        let loaded = try SettingsLoader(environment: ["HOME": "/home/kim"], files: files([:]))
            .load(overrides: [override])
        #expect(loaded.settings.stateDirectory == "/home/kim/gps")
        let homeless = SettingsLoader(environment: [:], files: files([:]))
        #expect(
            faults { try homeless.load(overrides: [override]) }
                == ["--set: state_dir begins with ~ but HOME is not set; write the whole path"])
    }
}
