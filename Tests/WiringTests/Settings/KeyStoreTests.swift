import Foundation
import Lookup
import Testing
import Wiring

@Suite("Keys of providers")
struct KeyStoreTests {
    private let variable = "MILEPOST_OPENWEATHERMAP_KEY"
    private let credential = "/run/cred/openweathermap"

    private func key(
        file: String? = nil, mode: UInt32 = 0o600, environment: [String: String] = [:],
        texts: [String: String] = [:]
    ) throws -> KeyStore {
        var settings = Settings()
        var texts = texts
        if let file {
            settings[provider: "openweathermap"].keyFile = "/k"
            texts["/k"] = file
        }
        return try KeyStore(
            settings: settings, environment: environment, files: files(texts, mode: mode))
    }

    @Test("comes from the file, trimmed", arguments: ["abc", " abc\n", "abc\r\n", "\tabc \n\n"])
    func file(text: String) throws {
        let keys = try key(file: text)
        #expect(keys["openweathermap"]?.header(prefix: "") == "abc")
        #expect(keys.origin(of: "openweathermap") == .file(path: "/k", line: 0))
        #expect(keys["open-meteo"] == nil)
    }

    @Test(
        "the broker's password may have spaces and signs, and comes from the same places",
        arguments: ["open sesame", "p%40ss", "ключ"])
    func password(text: String) throws {
        var settings = Settings()
        settings.mqtt.passwordFile = "/p"
        let file = try KeyStore(
            settings: settings, environment: [:], files: files(["/p": text + "\n"], mode: 0o600))
        #expect(file["mqtt"]?.header(prefix: "") == text)
        let variable = try KeyStore(
            settings: Settings(), environment: ["MILEPOST_MQTT_KEY": text],
            files: files([:], mode: 0o600))
        #expect(variable["mqtt"]?.header(prefix: "") == text)
    }

    @Test("a password that others can read is refused by the name of its setting")
    func openPassword() throws {
        var settings = Settings()
        settings.mqtt.passwordFile = "/p"
        let faults = faults {
            try KeyStore(
                settings: settings, environment: [:], files: files(["/p": "sesame"], mode: 0o644))
        }
        #expect(
            faults == ["/p: the password for the MQTT broker can be read by others: chmod 600 /p"])
    }

    @Test("comes from the first of variable, systemd's credentials and file")
    func order() throws {
        var environment = ["CREDENTIALS_DIRECTORY": "/run/cred"]
        #expect(
            try key(file: "f", environment: environment)["openweathermap"]?.header(prefix: "")
                == "f")
        let texts = [credential: "c\n"]
        let second = try key(file: "f", environment: environment, texts: texts)
        #expect(second["openweathermap"]?.header(prefix: "") == "c")
        environment[variable] = "v"
        let third = try key(file: "f", environment: environment, texts: texts)
        #expect(third["openweathermap"]?.header(prefix: "") == "v")
    }

    @Test("is missing without a fault; an empty variable is none")
    func none() throws {
        let keys = try key(environment: [variable: ""])
        #expect(keys["openweathermap"] == nil)
        #expect(ProviderKey.remedy(for: "openweathermap").contains(variable))
    }

    @Test("a file that others can read is refused", arguments: [0o640, 0o604, 0o644, 0o620, 0o601])
    func mode(mode: UInt32) {
        #expect(
            faults { try key(file: "abc", mode: mode) }
                == ["/k: the key of openweathermap can be read by others: chmod 600 /k"])
    }

    @Test("a stricter mode is fine", arguments: [0o600, 0o400])
    func strictMode(mode: UInt32) throws {
        #expect(try key(file: "abc", mode: mode)["openweathermap"] != nil)
    }

    @Test("systemd answers for the mode of its own directory")
    func credentialMode() throws {
        let keys = try key(
            mode: 0o440, environment: ["CREDENTIALS_DIRECTORY": "/run/cred"],
            texts: [credential: "abc"])
        #expect(keys["openweathermap"]?.header(prefix: "") == "abc")
    }

    @Test("W21 the plain form is taken as it is")
    func plain() throws {
        #expect(try key(file: "ab+cd/ef==")["openweathermap"]?.header(prefix: "") == "ab+cd/ef==")
    }

    @Test(
        "W21 a wrong form is refused with what to do, and never repeated",
        arguments: [
            ("ab%2Bcd%2Fef%3D%3D", "percent signs"), ("SECRET SECRET", "not one word"),
            ("SECRET\nSECRET", "not one word"), ("SECRET\u{0}", "not one word"),
            ("SECRÉT", "not one word"), ("", "is empty"), (" \n", "is empty"),
            (String(repeating: "SECRET", count: 100), "not one word"),
        ])
    func wrongForm(text: String, reason: String) {
        let faults = faults { try key(file: text) }
        #expect(faults.count == 1)
        #expect(faults.first?.contains(reason) == true, "\(faults)")
        #expect(faults.first?.contains("SECR") == false)
        #expect(faults.first?.contains("ab%2B") == false)
    }

    @Test("W21 a key written where its file belongs is not shown")
    func keyForPath() {
        var settings = Settings()
        settings[provider: "openweathermap"].keyFile = "0123456789abcdef0123456789abcdef"
        let faults = faults {
            try KeyStore(settings: settings, environment: [:], files: files([:]))
        }
        #expect(
            faults == [
                "providers.openweathermap.key_file names no file that there is;"
                    + " it takes the whole path of a file with the key, not the key"
            ])
    }

    @Test("a file that is not there is refused")
    func missingFile() {
        var settings = Settings()
        settings[provider: "openweathermap"].keyFile = "/none"
        let faults = faults {
            try KeyStore(settings: settings, environment: [:], files: files([:]))
        }
        #expect(
            faults == [
                "/none: the key of openweathermap cannot be read: there is no such file;"
                    + " correct the path or its rights"
            ])
    }
}
