import Domain

extension Session {
    /// `milepost status`: what the daemon does.
    func status() async throws -> ExitCode {
        let status: Schema.Status = try await ask(.get, "/api/v1/status")
        if format == .jsonl { try show(json: status) } else { try show(renderer.render(status)) }
        return .done
    }
}
