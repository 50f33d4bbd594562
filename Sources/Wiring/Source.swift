import Domain
package import Feed

/// Where fixes come from.
package enum Source: Sendable {
    case gpsd(GpsdFeed)
    /// Recordings in the order of their time; `-` is standard input.
    ///
    /// `pace` is how many times faster than it was; nil is as fast as the machine can. `environment` says where the gpsd
    /// for NMEA is, and room for temporary files.
    case recordings([String], pace: Double?, environment: [String: String] = [:])
}

extension Source {
    var isLive: Bool {
        if case .gpsd = self { true } else { false }
    }

    /// Feeds `tracking` until the recordings end or the task is cancelled.
    func feed(
        _ tracking: Tracking, time: TimeSource, vitals: Vitals, log: Log
    ) async throws(FeedError) {
        switch self {
        case .gpsd(let feed): try await Self.follow(feed, tracking, vitals, log)
        case .recordings(let paths, let pace, let environment):
            let recordings = Recordings(
                paths: paths, pace: pace, environment: environment, time: time, log: log
            ) { fixes in
                guard pace != nil else { return await tracking.replay(fixes) }
                for fix in fixes { await tracking.replay(fix) }
            }
            try await recordings.feed()
        }
    }

    private static func follow(
        _ feed: GpsdFeed, _ tracking: Tracking, _ vitals: Vitals, _ log: Log
    ) async throws(FeedError) {
        // A receiver sends a few events a second; this many wait only when the machine stands still.
        let (events, continuation) = AsyncStream.makeStream(
            of: FeedEvent.self, bufferingPolicy: .bufferingNewest(4096))
        let failure = await withTaskGroup(of: FeedError?.self) { group in
            group.addTask {
                defer { continuation.finish() }
                do throws(FeedError) {
                    try await feed.run { event in
                        if case .beat = event { vitals.pass(.feed) }
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
}
