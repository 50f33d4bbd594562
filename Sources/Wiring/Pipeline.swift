package import Concurrency
package import Domain
package import Feed
import Glibc
package import HTTP
package import Lookup

/// The whole flow: Feed ─Fix─▶ Gate ─AcceptedFix─▶ Lookup ─Milepost─▶ fan-out ─▶ Record and viewers.
package struct Pipeline: Sendable {
    package let source: Source
    package let tracking: Tracking
    package let lookups: Lookups
    package let output: Output
    package let http: HTTPClient
    package let time: TimeSource
    package let log: Log
    package let vitals: Vitals
    /// Whether the run ends with a `summary`.
    package let summarises: Bool
    /// Ends the feed; what is under way is then brought to its end.
    package let stop: Stop

    /// Seconds after `stop` for the last lookups, and for a reader to take what is written; the whole end must take less
    /// than 5.
    private static let grace = (lookups: 3.0, readers: 4.0)

    /// Runs in the foreground: `signals` stop it, SIGINT and SIGTERM unless they were taken over before.
    package func runUntilInterrupted(by signals: Signals? = nil) async throws {
        let signals = try signals ?? Signals([SIGINT, SIGTERM])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await signals.forEach { _ in stop.tell() } }
            try await run()
            group.cancelAll()
        }
    }

    /// Runs until the source ends or `stop` is told; throws why the source ended early, when all before it is written.
    package func run() async throws(FeedError) {
        async let written: Void = output.run()
        // Cancelled when everything is written.
        async let _: Void = giveUpInTime()
        let ending = await http.whileRunning {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await lookups.run() }
                group.addTask { await tracking.run() }
                await tracking.start()
                let ending = await until(stop) { await feed() }
                await tracking.finish(within: stop.isTold ? Self.grace.lookups : nil)
                group.cancelAll()
                return ending
            }
        }
        let summary = await tracking.summary()
        // A recording that could not be opened came to nothing.
        if summarises, summary.fixes > 0 || (try? ending.get()) != nil {
            output.send(.summary(summary))
        }
        output.finish()
        await written
        try ending.get()
    }

    /// A recording may wait for its reader for ever, the end of the program may not.
    private func giveUpInTime() async {
        await stop.wait()
        if (try? await time.sleep(Self.grace.readers)) != nil { output.giveUp() }
    }

    private func feed() async -> Result<Void, FeedError> {
        do throws(FeedError) {
            return .success(try await source.feed(tracking, time: time, vitals: vitals, log: log))
        } catch {
            return .failure(error)
        }
    }
}
