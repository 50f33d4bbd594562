package import Concurrency

/// Runs a pool beside `body`; every job it left is cancelled at the end.
package func withPool<Value: Sendable>(_ body: (JobPool) async throws -> Value) async rethrows
    -> Value
{
    let pool = JobPool()
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await pool.run() }
        defer { group.cancelAll() }
        return try await body(pool)
    }
}
