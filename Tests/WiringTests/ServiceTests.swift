import Domain
import Testing
import Wiring

@Suite("The services")
struct ServiceTests {
    @Test("are those of the design, each known to the settings with its own base URL")
    func names() {
        let names = [
            "open-meteo", "met-norway", "nominatim", "photon", "openweathermap", "kma", "kakao",
        ]
        #expect(Service.all.map(\.name) == names)
        for service in Service.all {
            #expect(Settings()[provider: service.name].baseURL == service.baseURL)
            #expect(service.baseURL.hasPrefix("https://"))
            #expect(Service.named(service.name)?.title == service.title)
        }
        #expect(Service.named("gazetteer") == nil)
    }

    @Test(
        "say whose their data is, in the words their terms want",
        arguments: [
            ("open-meteo", "CC BY 4.0"), ("met-norway", "NLOD"), ("openweathermap", "CC BY-SA 4.0"),
            ("nominatim", "© OpenStreetMap contributors"),
            ("photon", "© OpenStreetMap contributors"),
            ("kma", "기상청"), ("kakao", "Kakao"),
        ])
    func attribution(name: String, words: String) throws {
        #expect(try #require(Service.named(name)).attribution.contains(words))
    }

    @Test("want a key where the facts say so")
    func keys() {
        #expect(
            Service.all.filter(\.isKeyed).map(\.name) == ["openweathermap", "kma", "kakao"])
    }
}
