import Domain

extension Session {
    /// `milepost refresh`: the daemon's answer to it.
    func refresh() async throws -> ExitCode {
        let answer: Schema.Answer = try await waiting(for: { "waiting for a fix" }) {
            try await ask(.post, "/api/v1/refresh", body: refreshBody)
        }
        return try close(with: answer)
    }

    /// How long the daemon is to wait for a fix, if the call says so.
    var refreshBody: [String: Double]? { invocation.number(.timeout).map { ["timeout": $0] } }
}
