import Domain
import Foundation
import Synchronization
import TestSupport
import Wiring

/// A server in OpenWeatherMap's shape that answers when and as the test wants.
final class WeatherService: Sendable {
    enum Behaviour: Sendable {
        case prompt
        /// The answer waits for the gate.
        case held(Gate)
        case failing
    }

    let server: ScriptedHTTPServer
    private let behaviour: Box

    /// Answers are the demo's, which change with the place and nothing else.
    init(_ first: Behaviour = .prompt) throws {
        let behaviour = Box(first)
        let observed = Timestamp.now()
        let weather = DemoWeather(now: { observed })
        server = try ScriptedHTTPServer { request in
            let body = try? weather.answer(path: request.path, query: request.parameters)
            let answer = body.map { ScriptedAnswer(body: $0) } ?? ScriptedAnswer(status: 404, "{}")
            switch behaviour.present.withLock({ $0 }) {
            case .prompt: return answer
            case .held(let gate): return answer.held(by: gate)
            case .failing: return ScriptedAnswer(status: 500, "{}")
            }
        }
        self.behaviour = behaviour
    }

    /// From the next request on.
    func behave(_ behaviour: Behaviour) { self.behaviour.present.withLock { $0 = behaviour } }

    func stop() { server.stop() }

    /// Settings that ask it for weather and forecast, two requests for a fix.
    var settings: String {
        """
        [weather]
        providers = ["openweathermap"]
        [providers.openweathermap]
        base_url = "\(server.url)"

        """
    }

    private final class Box: Sendable {
        let present: Mutex<Behaviour>
        init(_ first: Behaviour) { present = Mutex(first) }
    }
}
