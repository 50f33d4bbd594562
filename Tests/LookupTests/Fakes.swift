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

extension Result where Success == HTTPResponse, Failure == HTTPError {
    /// An answer of 200 with those headers.
    static func headers(_ headers: [String: String], _ body: String) -> Self {
        .success(
            HTTPResponse(
                status: 200, headers: headers.map { ($0.key, $0.value) }, body: .init(body.utf8)))
    }

    /// An answer that stands until `expires`.
    static func kept(
        _ status: Int, _ body: String, expires: Timestamp, lastModified: String? = nil
    ) -> Self {
        var headers = [("Content-Type", "application/json"), ("Expires", expires.httpDate)]
        if let lastModified { headers.append(("Last-Modified", lastModified)) }
        return .success(HTTPResponse(status: status, headers: headers, body: .init(body.utf8)))
    }
}

extension Timestamp {
    /// `Mon, 04 May 2026 12:00:00 GMT`
    var httpDate: String {
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let time = CivilTime(self, offset: 0)
        let clock = rfc3339.dropFirst(11).prefix(8)
        let day = rfc3339.dropFirst(8).prefix(2)
        return "\(days[time.weekday]), \(day) \(months[time.month - 1]) \(time.year) \(clock) GMT"
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
