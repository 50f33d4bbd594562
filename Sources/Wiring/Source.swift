import Concurrency
import Domain
package import Feed

/// Where fixes come from.
package enum Source: Sendable {
    case gpsd(GpsdFeed)
    /// Recordings one after the other; `-` is standard input.
    ///
    /// `pace` is how many times faster than it was; nil is as fast as the machine can.
    case recordings([String], pace: Double?)
}

extension Source {
    var isLive: Bool {
        if case .gpsd = self { true } else { false }
    }

    /// Feeds `tracking` until the recordings end or the task is cancelled.
    func feed(_ tracking: Tracking, time: TimeSource, log: Log) async throws(FeedError) {
        switch self {
        case .gpsd(let feed): try await Self.follow(feed, tracking, log)
        case .recordings(let paths, let pace):
            for path in paths where !Task.isCancelled {
                let reader = ReaderOnThread(path: path, log: log)
                try await Self.read(reader, tracking, pace.map { Pace($0, time: time) })
            }
        }
    }

    private static func follow(
        _ feed: GpsdFeed, _ tracking: Tracking, _ log: Log
    ) async throws(FeedError) {
        // A receiver sends a few events a second; this many wait only when the machine stands still.
        let (events, continuation) = AsyncStream.makeStream(
            of: FeedEvent.self, bufferingPolicy: .bufferingNewest(4096))
        let failure = await withTaskGroup(of: FeedError?.self) { group in
            group.addTask {
                defer { continuation.finish() }
                do throws(FeedError) {
                    try await feed.run { event in
                        guard case .dropped = continuation.yield(event) else { return }
                        log(
                            .warning,
                            "gpsd tells more than this machine can take: the oldest of it"
                                + " is left out.", key: "feed full")
                    }
                    return nil
                } catch {
                    return error
                }
            }
            for await event in events { await tracking.receive(event) }
            return await group.next() ?? nil
        }
        if let failure { throw failure }
    }

    private static func read(
        _ reader: ReaderOnThread, _ tracking: Tracking, _ pace: Pace?
    ) async throws(FeedError) {
        var pace = pace
        while !Task.isCancelled {
            let fixes = try await reader.next()
            if fixes.isEmpty { return }
            guard pace != nil else {
                await tracking.replay(fixes)
                continue
            }
            for fix in fixes {
                guard await pace?.wait(for: fix) ?? false else { return }
                await tracking.replay(fix)
            }
        }
    }
}

/// Lets a recording go by as fast as it was, or a multiple of that.
private struct Pace {
    private let speed: Double
    private let time: TimeSource
    private var start: (fix: Timestamp, moment: Moment)?

    init(_ speed: Double, time: TimeSource) {
        self.speed = speed
        self.time = time
    }

    /// Waits until `fix` is due; false when the task was cancelled.
    mutating func wait(for fix: Fix) async -> Bool {
        guard let at = fix.time else { return !Task.isCancelled }
        let start = start ?? (at, time.moment())
        self.start = start
        let wait = at.seconds(since: start.fix) / speed - (time.moment() - start.moment)
        return wait <= 0 ? !Task.isCancelled : (try? await time.sleep(wait)) != nil
    }
}
