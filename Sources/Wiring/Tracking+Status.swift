package import Domain

/// What is told of the tracker.
extension Tracking {
    /// Everything known, for `status`; the providers are the lookups' to tell.
    package func status() async -> Status {
        var status = Status(
            version: Version.number, mode: tracker.mode, receiver: receiver, since: since)
        if let fix = tracker.lastAccepted, let moment = tracker.lastAcceptedAt {
            var last = Status.LastFix(fix, age: time.moment() - moment, isStale: isStale)
            last.fix = await output.localized(fix)
            status.fix = last
        }
        // What was found at an earlier place is not told as that of this one.
        if let latest = await lookups.latest, latest.fix.seq == status.fix?.fix.seq {
            status.address = latest.address
            status.weather = latest.weather
            status.forecast = latest.forecast
        }
        status.queue = output.queue
        status.lost = output.lost
        status.summary = await summary()
        status.providers = await lookups.providers()
        return status
    }

    /// The last accepted place.
    var position: Coordinate? { tracker.lastAccepted?.coordinate }

    /// True unless a hand, or a receiver that is followed and has a fix, vouches for the last accepted place.
    private var isStale: Bool {
        switch tracker.mode {
        case .overridden: false
        case .tracking, .refreshing: receiver.state != .fix
        case .acquiring, .paused: true
        }
    }

    /// What the run came to so far.
    package func summary() async -> Summary {
        let counters = await lookups.count()
        var summary = tracker.summary
        summary.requests = counters.requests
        summary.cacheHits = counters.cacheHits
        summary.cancelled = counters.cancelled
        summary.wallSeconds = time.moment() - startedAt
        return summary
    }
}
