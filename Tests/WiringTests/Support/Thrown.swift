/// The error of that type that `body` ends with.
func thrown<Failure: Error>(
    _ type: Failure.Type, by body: () async throws -> Void
) async -> Failure? {
    do { try await body() } catch { return error as? Failure }
    return nil
}
