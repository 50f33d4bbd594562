extension Session {
    /// `milepost resume`: tracking goes on.
    func resume() async throws -> ExitCode { try await tell(.post, "/api/v1/resume") }
}
