import Testing
import Wiring

@testable import milepost

@Suite("A call of a command")
struct InvocationTests {
    @Test("the last of several values counts, unless each does")
    func repeated() throws {
        let call = try invocation("run --lang en --set a=1 --lang ko --set b=2")
        #expect(call.text(.lang) == "ko")
        #expect(call.texts(.set) == ["a=1", "b=2"])
    }

    @Test("values have types")
    func types() throws {
        let call = try invocation("simulate --speed 305.5 --seed 7 --outliers=2 r.gpx")
        #expect(call.number(.speed) == 305.5)
        #expect(call.integer(.seed) == 7)
        #expect(call.integer(.outliers) == 2)
        #expect(call.number(.noise) == nil)
        #expect(call.operandText == "r.gpx")
        let replay = try invocation("replay --speed max f")
        #expect(replay.text(.speed) == "max")
        #expect(replay.number(.speed) == nil)
    }

    @Test("words of a place are one text")
    func operandText() throws {
        #expect(try invocation("at New York").operandText == "New York")
        #expect(try invocation("at -33.9 151.2").operandText == "-33.9 151.2")
    }

    @Test("options that stand for a setting are settings, in the order given")
    func settings() throws {
        let call = try invocation(
            "run --set gate.profile=walk --profile train --units imperial --lang ko"
                + " --set contact=a=b --gpsd [::1]:2948:/dev/ttyACM0 --explain")
        let expected = [
            SettingOverride(key: "gate.profile", value: "walk"),
            SettingOverride(key: "gate.profile", value: "train", option: "--profile"),
            SettingOverride(key: "units", value: "imperial", option: "--units"),
            SettingOverride(key: "language", value: "ko", option: "--lang"),
            SettingOverride(key: "contact", value: "a=b"),
            SettingOverride(key: "gpsd.host", value: "::1", option: "--gpsd"),
            SettingOverride(key: "gpsd.port", value: "2948", option: "--gpsd"),
            SettingOverride(key: "gpsd.device", value: "/dev/ttyACM0", option: "--gpsd"),
        ]
        #expect(call.settings == expected)
    }

    @Test("--gpsd names the whole address")
    func gpsd() throws {
        let expected = [("gpsd.host", "car"), ("gpsd.port", "2947"), ("gpsd.device", "")]
        let settings = try invocation("now --gpsd car").settings
        #expect(settings == expected.map { SettingOverride(key: $0, value: $1, option: "--gpsd") })
    }

    @Test("an empty value is a value")
    func empty() throws {
        let call = try invocation("run --set address.providers=")
        #expect(call.settings == [SettingOverride(key: "address.providers", value: "")])
    }
}
