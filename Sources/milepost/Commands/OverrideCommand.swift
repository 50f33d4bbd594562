import Domain

extension Session {
    /// `milepost override`: sets the daemon's position by hand, or clears that.
    func override() async throws -> ExitCode {
        if invocation.has(.clear) { return try await tell(.delete, "/api/v1/override") }
        var body = OverrideBody(once: invocation.has(.once))
        switch try place(invocation.operandText) {
        case .coordinate(let place): (body.lat, body.lon) = (place.latitude, place.longitude)
        case .name(let name): body.place = name
        }
        let request = body
        let answer: Schema.Answer = try await waiting(for: { "waiting for the lookups" }) {
            try await ask(.put, "/api/v1/override", body: request)
        }
        // It is in force, whatever could be looked up there.
        try show(answer)
        return .done
    }

    private struct OverrideBody: Encodable {
        var lat: Double?
        var lon: Double?
        var place: String?
        var once: Bool
    }
}
