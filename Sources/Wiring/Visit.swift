import Concurrency
package import Domain
import Gate
import HTTP
package import Lookup

/// Looks a place up that was named rather than measured: `milepost at`, `milepost search`.
package struct Visit: Sendable {
    private let assembly: Assembly

    package init(assembly: Assembly) { self.assembly = assembly }

    /// Address, weather and forecast at `place`.
    package func answer(at place: Coordinate) async throws -> Answer {
        try await visit { _ in Override(coordinate: place, once: true) }
    }

    /// The same for the place of that name; several of them are an error.
    package func answer(at name: String) async throws -> Answer {
        try await visit { services in
            let found = try await places(services).one(named: name)
            return Override(coordinate: found.coordinate, name: found.label, once: true)
        }
    }

    /// Every place of that name, the likeliest first.
    package func places(named name: String) async throws -> [NamedPlace] {
        try await whileRunning { services, _ in try await places(services).all(named: name) }
    }

    private func places(_ services: Services) -> Places {
        Places(finders: services.finders, language: assembly.settings.language)
    }

    /// The same for what OpenWeatherMap knows by a number or a postal code.
    package func answer(at target: OpenWeatherMap.Target) async throws -> Answer {
        try await visit { services in
            let resolved = try await services.openWeatherMap.weather(
                of: target, language: assembly.settings.language)
            guard let place = resolved.coordinate else {
                throw ControlError(.notFound, "OpenWeatherMap's answer names no coordinate.")
            }
            return Override(coordinate: place, name: resolved.weather.station, once: true)
        }
    }

    private func visit(
        _ find: @Sendable (Services) async throws -> Override
    ) async throws -> Answer {
        try await whileRunning { services, lookups in
            var fix = Self.accepted(try await find(services), now: assembly.time.wall())
            fix.zone = await assembly.gazetteer?.zone(at: fix.coordinate)
            let milepost = await lookups.lookUp(
                fix, timeout: assembly.settings.refresh.lookupTimeout)
            return Answer(fix: fix, milepost: milepost)
        }
    }

    /// Gives `body` what sends requests, for as long as it takes.
    private func whileRunning<Value: Sendable>(
        _ body: @Sendable (Services, Lookups) async throws -> Value
    ) async throws -> Value {
        let http = HTTPClient(environment: assembly.environment)
        let pool = JobPool()
        let services = assembly.services(transport: http, pool: pool)
        let lookups = assembly.lookups(services, pool: pool)
        return try await http.whileRunning {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await lookups.run() }
                defer { group.cancelAll() }
                return try await body(services, lookups)
            }
        }
    }

    /// Only the gate makes an accepted fix, so it is asked for this one too.
    private static func accepted(_ place: Override, now: Timestamp) -> AcceptedFix {
        var tracker = Tracker(
            settings: GateSettings(), refresh: RefreshSettings(), track: TrackSettings(),
            base: .fixTime, saved: nil)
        let start = Moment(now)
        _ = tracker.handle(.wallClock(now, synchronised: true), at: start)
        for case .accepted(let fix) in tracker.handle(.override(place), at: start) { return fix }
        preconditionFailure("an override is always accepted")
    }
}
