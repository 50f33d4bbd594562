import Domain
import Lookup
import Testing

@testable import Wiring

@Suite("What leaves this machine")
struct PrivacyTests {
    private func disclosures(
        weather: [String], address: [String] = [], base: [String: String] = [:],
        key: String? = nil, contact: String = "", usage: [RequestCount] = []
    ) throws -> [Disclosure] {
        var settings = Settings()
        settings.weatherProviders = weather
        settings.addressProviders = address
        settings.contact = contact
        for (name, url) in base { settings[provider: name].baseURL = url }
        let keys = try KeyStore(
            settings: settings,
            environment: key.map { ["MILEPOST_OPENWEATHERMAP_KEY": $0] } ?? [:], files: .machine)
        return Privacy.disclosures(settings, keys: keys, usage: usage)
    }

    @Test("is nothing when nobody is asked")
    func nothing() throws {
        #expect(try disclosures(weather: []).isEmpty)
    }

    @Test("a broker is told every fix that matters as it is, outside of private places")
    func broker() {
        var settings = Settings()
        settings.weatherProviders = []
        settings.addressProviders = []
        settings.mqtt.url = "mqtts://pi.local"
        let found = Privacy.disclosures(
            settings, keys: KeyStore(keys: ["mqtt": "secret"]), usage: [], published: 12)
        #expect(
            found == [
                Disclosure(
                    host: "pi.local", provider: "mqtt", fixes: true, hasKey: true, requests: 12)
            ])
    }

    @Test("lists each host with the precision of each part, and where names are searched")
    func hosts() throws {
        let found = try disclosures(weather: ["open-meteo"], contact: "me@example.org")
        #expect(
            found == [
                Disclosure(
                    host: "api.open-meteo.com", provider: "open-meteo",
                    places: [.init(.weather, cell: 0.02), .init(.forecast, cell: 0.1)],
                    contact: "me@example.org"),
                Disclosure(
                    host: "geocoding-api.open-meteo.com", provider: "open-meteo", names: true,
                    language: .en, contact: "me@example.org"),
            ])
    }

    @Test("a server of one's own is one host; a key is told of, never shown")
    func own() throws {
        let found = try disclosures(
            weather: ["openweathermap"], address: ["nominatim"],
            base: ["nominatim": "http://192.0.2.1:8080/nominatim"], key: "0123456789abcdef")
        let nominatim = try #require(found.first { $0.provider == "nominatim" })
        #expect(nominatim.host == "192.0.2.1:8080")
        #expect(nominatim.names)
        #expect(nominatim.places == [.init(.address, cell: 0.001)])
        #expect(!nominatim.hasKey)
        let keyed = try #require(found.first { $0.provider == "openweathermap" })
        #expect(keyed.hasKey)
        #expect(!"\(found)".contains("0123456789abcdef"))
    }

    @Test("a key for OpenWeatherMap has it asked for postal codes, also where no part does")
    func codes() throws {
        let found = try disclosures(weather: [], key: "0123456789abcdef")
        #expect(found.map(\.host) == ["api.openweathermap.org"])
        #expect(found.first?.names == true)
        #expect(found.first?.places.isEmpty == true)
    }

    @Test("a provider without the key or the contact that it wants is marked, as it is not asked")
    func lacks() throws {
        let weather = ["kma", "met-norway", "open-meteo"]
        let without = try disclosures(weather: weather, address: ["nominatim", "kakao"])
        let lacks = Dictionary(
            without.map { ($0.provider, $0.lacks) }, uniquingKeysWith: { first, _ in first })
        #expect(
            lacks == [
                "kma": .key, "kakao": .key, "met-norway": .contact, "nominatim": .contact,
                "open-meteo": nil,
            ])
        let with = try disclosures(weather: weather, address: ["nominatim"], contact: "a@b.c")
        #expect(with.filter { $0.lacks != nil }.map(\.provider) == ["kma"])
    }

    @Test("the language goes only to a host that answers in it, or finds names")
    func language() throws {
        let found = try disclosures(
            weather: ["open-meteo", "met-norway", "kma", "openweathermap"],
            address: ["nominatim", "photon", "kakao"])
        #expect(
            found.filter { $0.language != nil }.map(\.host).sorted() == [
                "api.openweathermap.org", "geocoding-api.open-meteo.com",
                "nominatim.openstreetmap.org", "photon.komoot.io",
            ])
    }

    @Test("a host that was asked and is not any more is listed with its requests")
    func usage() throws {
        let found = try disclosures(
            weather: ["open-meteo"],
            usage: [
                RequestCount(provider: "open-meteo", host: "api.open-meteo.com", count: 12),
                RequestCount(provider: "open-meteo", host: "api.open-meteo.com", count: 3),
                RequestCount(provider: "nominatim", host: "nominatim.example.org", count: 5),
            ])
        #expect(found.map(\.requests) == [15, 0, 5])
        #expect(
            found.last
                == Disclosure(
                    host: "nominatim.example.org", provider: "nominatim", requests: 5))
    }

    @Test(
        "the side of a square in metres is that of its degrees of latitude",
        // A degree of a sphere of 6,371,008.8 m has 111,195 m.
        arguments: [(0.001, 111.0), (0.02, 2224), (0.1, 11_120)])
    func metres(degrees: Double, metres: Double) {
        #expect(abs(Disclosure.Place(.address, cell: degrees).metres - metres) < 0.5)
    }
}
