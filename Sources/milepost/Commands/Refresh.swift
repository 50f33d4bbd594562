extension Session {
    /// `milepost refresh`: the daemon's answer to it.
    func refresh() async throws -> ExitCode {
        let body = invocation.number(.timeout).map { ["timeout": $0] }
        try await show(ask(.post, "/api/v1/refresh", body: body))
        return .done
    }
}
