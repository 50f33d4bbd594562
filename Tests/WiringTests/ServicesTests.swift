import Concurrency
import Domain
import Gazetteer
import HTTP
import Lookup
import TestSupport
import Testing
import Wiring

/// Carries nothing out.
private struct NoNetwork: Transport {
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        throw HTTPError(.connect, "no network in this test")
    }
}

@Suite("The providers of the settings")
struct ServicesTests {
    private func services(
        weather: [String], address: [String], gazetteer: Gazetteer? = nil
    ) throws -> Services {
        var settings = Settings()
        settings.weatherProviders = weather
        settings.addressProviders = address
        return Services(
            settings,
            keys: try KeyStore(settings: settings, environment: [:], files: .machine),
            transport: NoNetwork(), gazetteer: gazetteer, pool: JobPool(), log: Diary().log())
    }

    @Test("are in the order of the settings, one sender each, and all can be asked for names")
    func order() throws {
        let services = try services(
            weather: ["openweathermap", "open-meteo"], address: ["nominatim", "openweathermap"])
        #expect(services.weather.map(\.name) == ["openweathermap", "open-meteo"])
        #expect(services.address.map(\.name) == ["nominatim", "openweathermap"])
        #expect(services.senders.map(\.name) == ["openweathermap", "open-meteo", "nominatim"])
        #expect(services.finders.count == 3)
    }

    @Test("the places of this machine stand where the list has them, and are first asked for names")
    func gazetteer() throws {
        let gazetteer = Gazetteer(directory: "/nowhere", log: Diary().log())
        let services = try services(
            weather: [], address: ["kakao", "gazetteer", "nominatim"], gazetteer: gazetteer)
        #expect(services.address.map(\.name) == ["kakao", "gazetteer", "nominatim"])
        #expect(services.address.map(\.isOffline) == [false, true, false])
        #expect(services.senders.map(\.name) == ["kakao", "nominatim"])
        #expect(services.finders.map(\.name) == ["gazetteer", "nominatim"])
    }

    @Test("are none where the lists are empty")
    func none() throws {
        let services = try services(weather: [], address: [])
        #expect(services.weather.isEmpty && services.address.isEmpty)
        #expect(services.senders.isEmpty && services.finders.isEmpty)
    }
}
