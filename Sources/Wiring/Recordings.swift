import Concurrency
import Domain
import Feed

/// Recordings in the order of their time, on one thread from the reading to who takes the fixes.
struct Recordings: Sendable {
    let paths: [String]
    let pace: Double?
    /// Where programs and room for temporary files are found.
    let environment: [String: String]
    let time: TimeSource
    let log: Log
    /// Is given the next fixes, one at a time when there is a pace.
    let take: @Sendable ([Fix]) async -> Void

    /// Fixes that are read before any is judged: for each stretch the writers are waited for once.
    private static let stretch = 4096

    private struct Recording {
        var path: String
        /// Nil too for one that is alone, as its place in the order is sure.
        var start: Timestamp?
    }

    /// Hands fixes out until the recordings end or the task is cancelled, also while a pipe is waited for.
    func feed() async throws(FeedError) {
        let wake = try WakeUp()
        // Reading blocks, so this is no thread of Swift's pool; and a change of threads costs more than a stretch does.
        let queue = QueueExecutor()
        let outcome = await withTaskExecutorPreference(queue) {
            await withTaskCancellationHandler {
                await result { () throws(FeedError) in try await read(wake) }
            } onCancel: {
                wake.signal()
            }
        }
        try outcome.get()
    }

    private func read(_ wake: WakeUp) async throws(FeedError) {
        var newest: (time: Timestamp, path: String)?
        for recording in try inOrder(wake) where !Task.isCancelled {
            if let newest, let start = recording.start, start < newest.time {
                log(
                    .warning,
                    "\(recording.path): begins before \(newest.path) ends; they are not merged, and"
                        + " what is older than the newest fix is turned away")
            }
            let reader = try RecordingReader(path: recording.path, wake: wake, log: log)
            guard let end = try await replay(reader, wake) else { continue }
            if newest.map({ $0.time < end }) ?? true { newest = (end, recording.path) }
        }
    }

    /// By the time of their first fix; those that tell no time last, as they were given.
    private func inOrder(_ wake: WakeUp) throws(FeedError) -> [Recording] {
        guard paths.count > 1 else { return paths.map { Recording(path: $0) } }
        var recordings: [Recording] = []
        for path in paths where !Task.isCancelled {
            let reader = try RecordingReader(path: path, wake: wake)
            guard !reader.isPipe else {
                throw FeedError(
                    .unreadable,
                    "\(path == "-" ? "standard input" : path): can be read only once, so it is"
                        + " replayed alone; save it to a file first")
            }
            recordings.append(Recording(path: path, start: try reader.firstTime()))
        }
        let latest = Timestamp(milliseconds: .max)
        // Not `sort`, which may change the order of what is equal.
        return recordings.enumerated()
            .sorted {
                ($0.element.start ?? latest, $0.offset) < ($1.element.start ?? latest, $1.offset)
            }
            .map(\.element)
    }

    /// Gives back the newest time.
    private func replay(
        _ reader: RecordingReader, _ wake: WakeUp
    ) async throws(FeedError) -> Timestamp? {
        let end = try await follow(reader)
        guard reader.isNMEA, !Task.isCancelled else { return end }
        let decoding = NMEADecoding(reader: reader, wake: wake, environment: environment)
        let decoded = try await decoding.run { (reports) async throws(FeedError) in
            try await follow(reports, isDecoded: true)
        }
        // Why it ended before its end.
        _ = try reader.nextBatch(limit: 1)
        return decoded
    }

    /// To its end; a gpsd of one's own has receivers whose names mean nothing.
    private func follow(
        _ reader: RecordingReader, isDecoded: Bool = false
    ) async throws(FeedError) -> Timestamp? {
        var pace = pace.map { Pace($0, time: time) }
        var newest: Timestamp?
        while !Task.isCancelled {
            var fixes = try reader.nextBatch(limit: Self.stretch)
            guard let last = fixes.last else { break }
            if let time = last.time { newest = max(newest ?? time, time) }
            if isDecoded { for index in fixes.indices { fixes[index].device = nil } }
            guard pace != nil else {
                await take(fixes)
                continue
            }
            for fix in fixes {
                guard await pace?.wait(for: fix) ?? false else { return newest }
                await take([fix])
            }
        }
        return newest
    }
}

/// What `body` comes to.
func result<Value, Failure: Error>(
    _ body: () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
    do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
}
