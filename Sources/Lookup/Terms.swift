package import Domain

/// What a lookup is asked under.
package struct Terms: Hashable, Sendable {
    /// When nobody waits any more; then each provider in turn gets its share of what is left.
    package var deadline: Moment?
    /// The time of a live fix by its receiver, which is right where the machine's clock may be behind.
    package var measuredAt: Timestamp?

    package init(deadline: Moment? = nil, measuredAt: Timestamp? = nil) {
        self.deadline = deadline
        self.measuredAt = measuredAt
    }

    /// For the lookup of `fix`, which ends at `deadline`.
    init(of fix: AcceptedFix, deadline: Moment?) {
        self.init(deadline: deadline, measuredAt: fix.fix.source == .gpsd ? fix.time : nil)
    }

    /// Seconds for the next provider to answer, when `count` of them are left; nil without a limit of its own, as the
    /// last one has all that is left.
    func share(of count: Int, at now: Moment) -> Double? {
        guard let deadline, count > 1 else { return nil }
        return max(0, deadline - now) / Double(count)
    }
}
