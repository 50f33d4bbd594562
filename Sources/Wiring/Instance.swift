package import Domain

/// The running tracker as the control socket, signals and the page see it.
package struct Instance: Controller {
    private let tracking: Tracking
    package let places: Places
    private let vitals: Vitals
    private let publishing: (@Sendable () -> Status.Publishing)?

    package init(
        tracking: Tracking, places: Places, vitals: Vitals,
        publishing: (@Sendable () -> Status.Publishing)? = nil
    ) {
        self.tracking = tracking
        self.places = places
        self.vitals = vitals
        self.publishing = publishing
    }

    /// Never of gpsd or of a network, as no restart would bring these.
    package func standstill() -> String? {
        vitals.standstill(limit: Self.patience).map {
            "Nothing has passed the \($0.stage.rawValue) for \(Int($0.seconds)) s: restart milepost."
        }
    }

    /// Seconds without a beat after which the pipeline is taken to stand still: those of several beats.
    private static let patience = 30.0

    /// Asked of the tracker itself, so it is never older than the question.
    package func status() async -> Status {
        var status = await tracking.status()
        status.publishing = publishing?()
        return status
    }

    /// Throws `ControlError`; cancelling leaves a refresh that others wait for.
    package func refresh(timeout: Double?) async throws -> Answer {
        try await tracking.refresh(timeout: timeout)
    }

    /// In force at once; the answer waits for its lookups.
    package func override(_ override: Override) async throws -> Answer {
        try await tracking.override(override)
    }

    /// The same for the one place of that name.
    package func override(place: String, once: Bool) async throws -> Answer {
        let found = try await places.one(named: place, near: await tracking.position)
        return try await tracking.override(
            Override(coordinate: found.coordinate, name: found.label, once: once))
    }

    /// Back to the receiver, whose position is acquired anew.
    package func clearOverride() async { await tracking.clearOverride() }
    /// Nothing is tracked until `resume`.
    package func pause() async throws { await tracking.pause() }
    /// The next good fix is accepted wherever it is.
    package func resume() async throws { await tracking.resume() }

    /// Every place of that name, the likeliest first.
    package func search(_ text: String) async throws -> [NamedPlace] {
        try await places.all(named: text, near: await tracking.position)
    }
}
