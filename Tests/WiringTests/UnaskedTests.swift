import Domain
import Testing
import Wiring

@Suite("Providers that are not asked")
struct UnaskedTests {
    private func unasked(
        _ weather: [String], _ address: [String], contact: String = "", key: String? = nil
    ) throws -> [Unasked] {
        var settings = Settings()
        (settings.weatherProviders, settings.addressProviders) = (weather, address)
        settings.contact = contact
        let keys = try KeyStore(
            settings: settings,
            environment: key.map { ["MILEPOST_OPENWEATHERMAP_KEY": $0] } ?? [:], files: .machine)
        return Unasked.all(in: settings, keys: keys)
    }

    @Test("are those listed that lack a key or a contact, with what to do")
    func listed() throws {
        let found = try unasked(["openweathermap", "met-norway", "open-meteo"], ["nominatim"])
        #expect(found.map(\.provider) == ["met-norway", "nominatim", "openweathermap"])
        #expect(found.map(\.lack) == [.contact, .contact, .key])
        #expect(found.map { $0.reason.contains("`contact`") } == [true, true, false])
        #expect(found.last?.reason.contains("MILEPOST_OPENWEATHERMAP_KEY") == true)
    }

    @Test("are none when everything is given, or nothing wants it")
    func none() throws {
        #expect(
            try unasked(
                ["openweathermap", "met-norway"], ["nominatim"], contact: "me@example.org",
                key: "0123456789abcdef"
            ).isEmpty)
        #expect(try unasked(["open-meteo"], ["gazetteer", "photon"]).isEmpty)
        #expect(try unasked([], ["nominatim"], contact: "()").map(\.lack) == [.contact])
    }
}
