import Domain
import Foundation
import Lookup
import TestSupport
import Testing
import Wiring

@Suite("A visit to a named place", .serialized)
struct VisitTests {
    private let diary = Diary()

    private func visit(_ server: ScriptedHTTPServer) throws -> Visit {
        var settings = Settings()
        settings.weatherProviders = ["openweathermap"]
        settings.addressProviders = ["openweathermap"]
        settings.providers["openweathermap"] = ProviderSettings(server.url)
        let keys = try KeyStore(
            settings: settings, environment: ["MILEPOST_OPENWEATHERMAP_KEY": "abc"],
            files: .machine)
        return Visit(
            assembly: Assembly(settings: settings, keys: keys, environment: [:], log: diary.log()))
    }

    /// The demo's answers, and two towns of one name.
    private static func server(towns: String = "[]") throws -> ScriptedHTTPServer {
        let weather = DemoWeather(now: { .now() })
        return try ScriptedHTTPServer { request in
            if request.path == "/geo/1.0/direct" { return ScriptedAnswer(towns) }
            if request.parameters["id"] != nil {
                return ScriptedAnswer(
                    #"{"cod":200,"name":"Busan","coord":{"lat":35.1,"lon":129.04},"main":{"temp":7}}"#
                )
            }
            let body = try? weather.answer(path: request.path, query: request.parameters)
            return body.map { ScriptedAnswer(body: $0) } ?? ScriptedAnswer(status: 404, "{}")
        }
    }

    @Test("by coordinate has every part, from three requests")
    func coordinate() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let place = try #require(Coordinate(latitude: 37.5547, longitude: 126.9706))
        let answer = try await visit(server).answer(at: place)
        #expect(answer.fix.coordinate == place)
        #expect(answer.fix.reasons == [.override])
        #expect(answer.fix.fix.source == .manual)
        #expect(answer.milepost?.address?.city == "Seoul")
        #expect(answer.milepost?.weather?.provider == "openweathermap")
        #expect((answer.milepost?.forecast?.days.count ?? 0) >= 5)
        #expect(answer.milepost?.failures == [])
        #expect(
            server.requests.map(\.path).sorted()
                == ["/data/2.5/forecast", "/data/2.5/weather", "/geo/1.0/reverse"])
    }

    @Test("by name goes where the one place of that name is")
    func name() async throws {
        let server = try Self.server(
            towns: #"[{"name":"Daegu","lat":35.87,"lon":128.6,"country":"KR"}]"#)
        defer { server.stop() }
        let answer = try await visit(server).answer(at: "Daegu")
        #expect(answer.fix.coordinate == Coordinate(latitude: 35.87, longitude: 128.6))
    }

    @Test("by a name of several places, or none, is an error and looks nothing up")
    func ambiguous() async throws {
        let two = #"{"name":"Daegu","lat":35.87,"lon":128.6,"country":"KR"}"#
        for (towns, code) in [("[\(two),\(two)]", ControlError.Code.conflict), ("[]", .notFound)] {
            let server = try Self.server(towns: towns)
            defer { server.stop() }
            let visit = try visit(server)
            let error = await thrown(ControlError.self) {
                _ = try await visit.answer(at: "Daegu")
            }
            #expect(error?.code == code)
            #expect(server.requests.map(\.path) == ["/geo/1.0/direct"])
        }
    }

    @Test("by OpenWeatherMap's number of a city goes where that city is")
    func cityID() async throws {
        let server = try Self.server()
        defer { server.stop() }
        let answer = try await visit(server).answer(at: .cityID(1_838_524))
        #expect(answer.fix.coordinate == Coordinate(latitude: 35.1, longitude: 129.04))
    }
}
