package import Domain
package import Feed

/// Several choices of settings, tried on the same recordings.
package actor Trials {
    private var trials: [Trial]

    package init(_ trials: [Trial]) { self.trials = trials }

    /// Goes through the recordings as a replay would; what came before an error counts too.
    package func run(
        _ paths: [String], environment: [String: String], log: Log
    ) async -> Result<Void, FeedError> {
        let recordings = Recordings(
            paths: paths, pace: nil, environment: environment, time: .live, log: log
        ) { await self.take($0) }
        return await result { () throws(FeedError) in try await recordings.feed() }
    }

    private func take(_ fixes: [Fix]) {
        for index in trials.indices { trials[index].take(fixes) }
    }

    /// What came of each; the last call.
    package func results() -> [Tuning] {
        for index in trials.indices { trials[index].finish() }
        return trials.map(\.tuning)
    }
}
