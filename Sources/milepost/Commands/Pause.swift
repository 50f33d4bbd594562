extension Session {
    /// `milepost pause`: nothing is tracked until `resume`.
    func pause() async throws -> ExitCode { try await tell(.post, "/api/v1/pause") }
}
