import Domain

/// The fifth step: no fix may have come faster than anything travels.
///
/// The speed is reckoned from the last plausible fix, over what lies beyond noise. The time between is the longer of
/// the monotonic clock's and the receiver's own: fixes that were held up and come in one burst are no jumps.
///
/// The veto ends when at least three vetoed fixes in a row, each plausible after the one before, span 10 s.
package struct JumpStep: Sendable {
    private struct Chain: Sendable {
        var first: Moment
        var last: Spot
        var count: Int
    }
    private var lastPlausible: Spot?
    private var chain: Chain?

    package init() {}

    /// Adds `jump`; accurate fixes that passed so far are remembered.
    package mutating func check(
        _ sighting: inout Sighting, noiseFactor: Double, _ settings: GateSettings
    ) {
        guard settings.maxSpeed > 0, let spot = sighting.spot,
            sighting.rejections.isDisjoint(with: [
                .noTime, .implausibleTime, .outOfOrder, .duplicate,
            ])
        else { return }
        let remembers = sighting.rejections.isEmpty
        if let lastPlausible, isJump(from: lastPlausible, to: spot, noiseFactor, settings) {
            guard remembers, endsVeto(spot, noiseFactor, settings) else {
                sighting.rejections.insert(.jump)
                return
            }
        }
        if remembers, !sighting.coarse { settle(at: spot) }
    }

    /// Makes an accepted fix the last plausible one, also an inaccurate one, unless a later one is known.
    package mutating func settle(at spot: Spot) {
        if let lastPlausible, lastPlausible.moment > spot.moment { return }
        lastPlausible = spot
        chain = nil
    }

    /// Forgets where the receiver was: the next fix has no veto to fear.
    package mutating func reset() {
        lastPlausible = nil
        chain = nil
    }

    private func isJump(
        from a: Spot, to b: Spot, _ factor: Double, _ settings: GateSettings
    ) -> Bool {
        var seconds = b.moment - a.moment
        if let start = a.time, let end = b.time {
            seconds = max(seconds, end.seconds(since: start))
        }
        let noise = factor * a.error(with: b)
        let range = Self.limit(a.speed, b.speed, over: seconds, settings) * max(0, seconds)
        // Most fixes lie well within, which is told without a sine.
        guard a.coordinate.detour(to: b.coordinate) >= noise + range else { return false }
        return a.coordinate.distance(to: b.coordinate) - noise > range
    }

    /// Metres per second: 1.5 × the larger reported speed + 30, and after a gap or without one at least `max_speed_kmh`.
    package static func limit(
        _ a: Double?, _ b: Double?, over seconds: Double, _ settings: GateSettings
    ) -> Double {
        let reported = max(a ?? 0, b ?? 0)
        let limit = 1.5 * reported + 30
        let trustsReport = (a != nil || b != nil) && seconds <= Limits.gap + 1e-6
        return trustsReport ? limit : max(limit, settings.maxSpeed / 3.6)
    }

    private mutating func endsVeto(
        _ spot: Spot, _ factor: Double, _ settings: GateSettings
    ) -> Bool {
        guard var chain, !isJump(from: chain.last, to: spot, factor, settings) else {
            self.chain = Chain(first: spot.moment, last: spot, count: 1)
            return false
        }
        chain.last = spot
        chain.count += 1
        self.chain = chain
        return chain.count >= Limits.agreeing && spot.moment.isPast(chain.first, by: Limits.gap)
    }
}
