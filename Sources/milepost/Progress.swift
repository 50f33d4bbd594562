import Domain
import Glibc

/// A line on standard error that tells what is being waited for, once that takes over a second; on a terminal only.
struct Progress: Sendable {
    let time: TimeSource
    let write: @Sendable (String) -> Void

    /// The terminal of this call, or nobody.
    static func onTerminal(_ time: TimeSource) -> Progress? {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        return Progress(time: time) { _ = writeAll(STDERR_FILENO, Array($0.utf8)) }
    }

    /// Shows `text` anew each second while `body` runs, and leaves the line empty.
    func show<Value: Sendable>(
        _ text: @escaping @Sendable () async -> String,
        while body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                while (try? await time.sleep(1)) != nil { write("\r\u{1B}[K\(await text())") }
                return nil
            }
            group.addTask { try await body() }
            defer { write("\r\u{1B}[K") }
            defer { group.cancelAll() }
            while let value = try await group.next() { if let value { return value } }
            throw CancellationError()
        }
    }
}

extension Session {
    /// Runs `body`, which may take long, and tells the user at a terminal what it waits for.
    func waiting<Value: Sendable>(
        for text: @escaping @Sendable () async -> String,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let progress = Progress.onTerminal(.live), !invocation.has(.quiet) else {
            return try await body()
        }
        return try await progress.show(text, while: body)
    }
}
