import Concurrency
import Domain
import Glibc
import Wiring

extension Session {
    /// `milepost status`: what the daemon does.
    func status() async throws -> ExitCode {
        guard !invocation.has(.watch) else { return try await watchStatus() }
        let status: Schema.Status = try await ask(.get, "/api/v1/status")
        if format == .jsonl { try show(json: status) } else { try show(renderer.render(status)) }
        return .done
    }

    /// Shows the status until interrupted or nobody reads it; throws when the daemon is gone.
    private func watchStatus() async throws -> ExitCode {
        let signals = try Signals([SIGINT, SIGTERM])
        let stop = Stop()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await signals.forEach { _ in stop.tell() } }
            defer { group.cancelAll() }
            return try await until(stop) { await Result { try await followStatus() } }.get()
        }
    }

    private func followStatus() async throws -> ExitCode {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        var watch = StatusWatch(form: format == .jsonl ? .json : isTerminal ? .screen : .text)
        while !Task.isCancelled {
            let status: Schema.Status
            do {
                status = try await ask(.get, "/api/v1/status")
            } catch {
                // A question that the end cut off is none that failed.
                if Task.isCancelled { break }
                throw error
            }
            if let text = try watch.next(status, render: { renderer.render($0) }) {
                let isTaken = writeAll(STDOUT_FILENO, Array(text.utf8))
                // Who has left has seen what was wanted.
                if !isTaken, errno == EPIPE { return .done }
                guard isTaken else { throw CommandFailure.unwritableOutput }
            }
            // The ages are told in seconds.
            guard (try? await TimeSource.live.sleep(1)) != nil else { break }
        }
        return .done
    }
}

extension Result where Failure == any Error {
    /// What `body` gives or throws.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
