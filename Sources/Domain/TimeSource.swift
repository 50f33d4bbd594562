/// Where a part of the program takes time and chance from, so that a test can hold both still.
package struct TimeSource: Sendable {
    /// For durations; never steps.
    package let moment: @Sendable () -> Moment
    /// For ages that outlive the program, and for the times told to a person.
    package let wall: @Sendable () -> Timestamp
    /// Waits for so many seconds; throws when cancelled.
    package let sleep: @Sendable (Double) async throws -> Void
    /// 0..<1
    package let random: @Sendable () -> Double

    package init<C: Clock>(
        clock: C, wall: @escaping @Sendable () -> Timestamp = Timestamp.now,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) where C.Duration == Duration {
        let start = clock.now
        moment = { Moment(seconds: start.duration(to: clock.now).inSeconds) }
        sleep = {
            try await clock.sleep(until: clock.now.advanced(by: .seconds($0)), tolerance: nil)
        }
        self.wall = wall
        self.random = random
    }

    package static var live: TimeSource { TimeSource(clock: ContinuousClock()) }
}

extension Duration {
    fileprivate var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
