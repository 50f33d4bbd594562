import Domain
import HTTP
import Lookup
import TestSupport

/// A transport whose requests wait on a desk.
struct FakeTransport: Transport {
    typealias Reply = Result<HTTPResponse, HTTPError>
    let desk: Desk<HTTPRequest, Reply>

    init(automatic: (@Sendable (HTTPRequest, Int) -> Reply?)? = nil) {
        desk = Desk(automatic: automatic)
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard let reply = await desk.ask(request) else {
            throw HTTPError(.cancelled, "cancelled")
        }
        return try reply.get()
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
    static func status(_ status: Int, retryAfter: Double? = nil, _ body: String = "") -> Self {
        .success(
            HTTPResponse(
                status: status, headers: [("Content-Type", "text/plain")], body: .init(body.utf8),
                retryAfter: retryAfter))
    }
}

/// A provider whose questions wait on a desk.
struct FakeProvider: AddressProvider, WeatherProvider {
    struct Question: Hashable, Sendable {
        var part: Part
        var coordinate: Coordinate
        var language: Language
    }
    typealias Reply = Result<Found, LookupFailure>

    let name: String
    let desk: Desk<Question, Reply>

    init(_ name: String, automatic: (@Sendable (Question, Int) -> Reply?)? = nil) {
        self.name = name
        desk = Desk(automatic: automatic)
    }

    private func ask(_ part: Part, _ query: Query) async throws(LookupFailure) -> Found {
        let question = Question(
            part: part, coordinate: query.coordinate, language: query.language)
        guard let reply = await desk.ask(question) else {
            throw LookupFailure(part: part, provider: name, code: .network, message: "cancelled")
        }
        return try reply.get()
    }

    func address(_ query: Query) async throws(LookupFailure) -> Address {
        guard case .address(let address) = try await ask(.address, query) else { throw wrong }
        return address
    }

    func weather(_ query: Query) async throws(LookupFailure) -> Weather {
        guard case .weather(let weather) = try await ask(.weather, query) else { throw wrong }
        return weather
    }

    func forecast(_ query: Query) async throws(LookupFailure) -> Forecast {
        guard case .forecast(let forecast) = try await ask(.forecast, query) else { throw wrong }
        return forecast
    }

    private var wrong: LookupFailure {
        LookupFailure(part: .address, provider: name, code: .badAnswer, message: "wrong type")
    }
}
