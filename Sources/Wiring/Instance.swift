package import Domain

/// The running tracker as the control socket, signals and the page see it.
package struct Instance: Controller {
    private let tracking: Tracking
    private let places: Places

    package init(tracking: Tracking, places: Places) {
        self.tracking = tracking
        self.places = places
    }

    package func status() async -> Status { await tracking.status() }

    package func refresh(timeout: Double?) async throws -> Answer {
        try await tracking.refresh(timeout: timeout)
    }

    package func override(_ override: Override) async throws -> Answer {
        try await tracking.override(override)
    }

    package func override(place: String, once: Bool) async throws -> Answer {
        let found = try await places.one(named: place)
        return try await tracking.override(
            Override(coordinate: found.coordinate, name: found.label, once: once))
    }

    package func clearOverride() async { await tracking.clearOverride() }
    package func pause() async throws { await tracking.pause() }
    package func resume() async throws { await tracking.resume() }

    package func search(_ text: String) async throws -> [NamedPlace] {
        try await places.all(named: text)
    }
}
