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
    private let log: Log
    /// Used by one thread at a time: `next` is called again only when it has returned.
    private let reader = Mutex<RecordingReader?>(nil)

    init(path: String, log: Log) {
        self.path = path
        self.log = log
    }

    /// The next fixes; none at the end, or at once when the task is cancelled: a read cannot be interrupted, so the
    /// thread is left behind.
    func next() async throws(FeedError) -> [Fix] {
        let first = FirstValue<Stretch>()
        let stretch = await first.wait {
            first.give(.success([]))
        } begin: {
            startThread { [self] in first.give(read()) }
        }
        return try stretch.get()
    }

    private func read() -> Stretch {
        reader.withLock { reader in
            do throws(FeedError) {
                if reader == nil { reader = try RecordingReader(path: path, log: log) }
                return .success(try reader?.nextBatch(limit: Self.length) ?? [])
            } catch {
                return .failure(error)
            }
        }
    }
}
