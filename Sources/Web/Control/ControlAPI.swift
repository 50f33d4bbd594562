package import Concurrency
package import Domain
import FoundationEssentials

/// The HTTP API of a running tracker, the same on the Unix socket and for the page.
///
/// `answer` is a server's handler. Whoever may ask is for the server around it to decide: on the Unix socket the file's
/// mode does, on TCP a handler in front that looks at `Host` and `Origin` and passes on what it lets through.
package struct ControlAPI: Sendable {
    private let controller: any Controller
    private let events: FanOut<Event>
    private let clock: any Clock<Duration>
    private let log: Log

    /// `clock` times the comments that keep event streams alive.
    package init(
        controller: any Controller, events: FanOut<Event>, log: Log,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.controller = controller
        self.events = events
        self.log = log
        self.clock = clock
    }

    /// Routes one request; every error becomes an answer of the contract's shape.
    package func answer(_ request: ServerRequest) async -> ServerResponse {
        do {
            return try await route(request)
        } catch let error as ControlError {
            return .failure(error)
        } catch is CancellationError {
            return .stopping
        } catch {
            log(.error, "\(request.method) \(request.path) failed: \(error).")
            return .error(
                500, "internal", "Something went wrong inside Milepost.", hint: "Its log says what."
            )
        }
    }

    private func route(_ request: ServerRequest) async throws -> ServerResponse {
        guard let actions = actions(at: request.path) else {
            return .error(
                404, "not-found", "There is nothing at this path.",
                hint: "GET /api/v1/status is a place to begin.")
        }
        // The server leaves a HEAD's body out by itself.
        let method = request.method == "HEAD" ? "GET" : request.method
        guard let action = actions[method] else { return .wrongMethod(allowed: actions.keys) }
        guard request.body.isEmpty || request.isJSON else { return .notJSON }
        return try await action(request)
    }

    private typealias Action = @Sendable (ServerRequest) async throws -> ServerResponse

    private func actions(at path: String) -> [String: Action]? {
        switch path {
        case "/api/v1/status": ["GET": status]
        case "/api/v1/events": ["GET": stream]
        case "/api/v1/refresh": ["POST": refresh]
        case "/api/v1/override": ["PUT": setOverride, "DELETE": clearOverride]
        case "/api/v1/pause": ["POST": pause]
        case "/api/v1/resume": ["POST": resume]
        case "/api/v1/search": ["GET": search]
        case "/healthz": ["GET": health]
        case "/metrics": ["GET": metrics]
        default: nil
        }
    }
}

// MARK: - Actions

extension ControlAPI {
    private func status(_ request: ServerRequest) async throws -> ServerResponse {
        .json(Schema.Status(await controller.status()))
    }

    private func refresh(_ request: ServerRequest) async throws -> ServerResponse {
        let timeout = try RequestFields(request.body, allowed: ["timeout"]).number("timeout")
        if let timeout, !(timeout > 0 && timeout <= 3600) {
            throw ControlError(
                .badRequest,
                "timeout \(timeout) is out of range: more than 0, at most 3600 seconds.")
        }
        return .json(Schema.Answer(try await controller.refresh(timeout: timeout)))
    }

    private func setOverride(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try RequestFields(request.body, allowed: OverrideRequest.keys)
        let answer =
            switch try OverrideRequest(fields) {
            case .coordinate(let override): try await controller.override(override)
            case .place(let name, let once): try await controller.override(place: name, once: once)
            }
        return .json(Schema.Answer(answer))
    }

    private func clearOverride(_ request: ServerRequest) async throws -> ServerResponse {
        _ = try RequestFields(request.body, allowed: [])
        await controller.clearOverride()
        return .noContent
    }

    private func pause(_ request: ServerRequest) async throws -> ServerResponse {
        _ = try RequestFields(request.body, allowed: [])
        try await controller.pause()
        return .noContent
    }

    private func resume(_ request: ServerRequest) async throws -> ServerResponse {
        _ = try RequestFields(request.body, allowed: [])
        try await controller.resume()
        return .noContent
    }

    private func search(_ request: ServerRequest) async throws -> ServerResponse {
        guard let text = request.query.first(where: { $0.name == "q" })?.value else {
            throw ControlError(
                .badRequest, "q is missing.", hint: "Ask as /api/v1/search?q=Seoul.")
        }
        let places = try await controller.search(RequestFields.checked(text, name: "q"))
        return .json(places.map(Schema.Place.init))
    }

    private func health(_ request: ServerRequest) async throws -> ServerResponse {
        let standstill = controller.standstill()
        return ServerResponse(
            status: standstill == nil ? 200 : 503,
            headers: ServerResponse.apiHeaders.merging(["Content-Type": "text/plain"]) { $1 },
            body: .data(Data("\(standstill ?? "ok")\n".utf8)))
    }

    private func metrics(_ request: ServerRequest) async throws -> ServerResponse {
        let metrics = Metrics(
            status: await controller.status(), process: .own(),
            moves: controller.standstill() == nil)
        return ServerResponse(
            status: 200,
            headers: ServerResponse.apiHeaders.merging(["Content-Type": Metrics.contentType]) {
                $1
            },
            body: .data(Data(metrics.text.utf8)))
    }

    private func stream(_ request: ServerRequest) async throws -> ServerResponse {
        // Subscribed before the answer begins, so that nothing is lost in between.
        let events = EventStream(
            events: events.subscribe(capacity: 64), clock: clock, log: log)
        return ServerResponse(
            status: 200,
            headers: ServerResponse.apiHeaders.merging(["Content-Type": "text/event-stream"]) {
                $1
            },
            body: .stream(events.write))
    }
}
