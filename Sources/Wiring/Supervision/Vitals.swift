package import Domain
import Synchronization

/// Whether the pipeline moves: a beat begins in the feed and goes the way of a fix, and each stage notes that it passed.
///
/// No timer beside the pipeline could know that.
package final class Vitals: Sendable {
    /// In the order of the flow.
    package enum Stage: String, CaseIterable, Sendable {
        case feed, gate, lookups, output
    }

    /// Where the flow ends, and for how long already.
    package struct Standstill: Hashable, Sendable {
        package var stage: Stage
        package var seconds: Double
    }

    private let now: @Sendable () -> Moment
    private let arrived: @Sendable () -> Void
    private let passed: Mutex<[Stage: Moment]>

    /// `arrived` is called for each beat that has passed every stage.
    package init(
        now: @escaping @Sendable () -> Moment, arrived: @escaping @Sendable () -> Void = {}
    ) {
        self.now = now
        self.arrived = arrived
        let start = now()
        passed = Mutex(Dictionary(uniqueKeysWithValues: Stage.allCases.map { ($0, start) }))
    }

    /// A beat has passed `stage`.
    package func pass(_ stage: Stage) {
        let now = now()
        passed.withLock { $0[stage] = now }
        if stage == .output { arrived() }
    }

    /// The first stage that no beat has passed for more than `limit` seconds; nil while the pipeline moves.
    package func standstill(limit: Double) -> Standstill? {
        let now = now()
        let passed = passed.withLock { $0 }
        for stage in Stage.allCases {
            guard let last = passed[stage], now - last > limit else { continue }
            return Standstill(stage: stage, seconds: now - last)
        }
        return nil
    }
}
