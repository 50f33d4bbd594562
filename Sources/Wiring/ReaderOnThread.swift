import Concurrency
import Domain
import Feed
import Synchronization

/// Reads a recording a stretch at a time on a blocking thread: a pipe may have nothing to say for hours.
final class ReaderOnThread: Sendable {
    private typealias Stretch = Result<[Fix], FeedError>

    /// Long enough for a thread to be nothing beside it, short enough for a little memory.
    private static let length = 4096

    private let path: String
    /// Used by one thread at a time: `next` is called again only when it has returned.
    private let reader = Mutex<RecordingReader?>(nil)
    private let caller = Mutex<CheckedContinuation<Stretch, Never>?>(nil)

    init(path: String) { self.path = path }

    /// The next fixes; none at the end, or at once when the task is cancelled: a read cannot be interrupted, so the
    /// thread is left behind.
    func next() async throws(FeedError) -> [Fix] {
        let stretch = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                caller.withLock { $0 = continuation }
                if Task.isCancelled { answer(.success([])) }
                startThread { [self] in answer(read()) }
            }
        } onCancel: {
            answer(.success([]))
        }
        return try stretch.get()
    }

    private func read() -> Stretch {
        reader.withLock { reader in
            do throws(FeedError) {
                if reader == nil { reader = try RecordingReader(path: path) }
                return .success(try reader?.nextBatch(limit: Self.length) ?? [])
            } catch {
                return .failure(error)
            }
        }
    }

    /// Whoever is first answers.
    private func answer(_ stretch: Stretch) {
        caller.withLock { caller in
            defer { caller = nil }
            return caller
        }?.resume(returning: stretch)
    }
}
