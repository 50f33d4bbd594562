import Domain

extension Session {
    /// `milepost refresh`: the daemon's answer to it.
    func refresh() async throws -> ExitCode {
        let body = invocation.number(.timeout).map { ["timeout": $0] }
        let answer: Schema.Answer = try await waiting(for: { "waiting for a fix" }) {
            try await ask(.post, "/api/v1/refresh", body: body)
        }
        return try close(with: answer)
    }
}
