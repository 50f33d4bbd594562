import Domain

/// The fourth step: how far the fix can be trusted.
///
/// An inaccurate fix passes as coarse when it is at least `min_distance_m` and `min_interval_s` from the reference and
/// either of two things says that this is a ride and no garage:
/// - every report for `relax_after_s` told at least 10 m/s, and the fix is beyond √(a²+b²). A longer silence than
///   `relax_after_s` starts that anew; a shorter one, a tunnel, does not, so that no ride is lost;
/// - for `relax_after_s` only inaccurate fixes came, each beyond 3 × √(a²+b²), without a gap of over 10 s.
package struct AccuracyStep: Sendable {
    private struct Run: Sendable {
        var since: Moment
        var last: Moment
    }
    private var riding: Run?
    private var far: Run?

    package init() {}

    /// Adds `inaccurate`, or the mark `coarse`; remembers only what passed the steps before.
    package mutating func check(
        _ sighting: inout Sighting, from reference: Spot?, _ settings: GateSettings
    ) {
        let inaccurate = sighting.accuracy > settings.maxAccuracy
        if sighting.rejections.isEmpty { note(sighting, inaccurate, reference, settings) }
        guard inaccurate else { return }
        sighting.coarse =
            sighting.rejections.isEmpty
            && reference.map {
                isFarEnough(sighting, from: $0, settings)
            } ?? false
        if !sighting.coarse { sighting.rejections.insert(.inaccurate) }
    }

    /// Distances were counted from the old reference.
    package mutating func reset() { far = nil }

    private mutating func note(
        _ sighting: Sighting, _ inaccurate: Bool, _ reference: Spot?, _ settings: GateSettings
    ) {
        let now = sighting.moment
        if let speed = sighting.speed, speed >= Limits.ridingSpeed {
            let unbroken = riding.flatMap {
                now - $0.last > settings.relaxAfter + 1e-6 ? nil : $0.since
            }
            riding = Run(since: unbroken ?? now, last: now)
        } else {
            riding = nil
        }
        if inaccurate, let reference, let spot = sighting.spot,
            sighting.distance >= Movement.noise * spot.error(with: reference)
        {
            let unbroken = far.flatMap { now.isGap(since: $0.last) ? nil : $0.since }
            far = Run(since: unbroken ?? now, last: now)
        } else {
            far = nil
        }
    }

    private func isFarEnough(
        _ sighting: Sighting, from reference: Spot, _ settings: GateSettings
    ) -> Bool {
        guard let spot = sighting.spot, sighting.distance >= settings.minDistance,
            sighting.moment.isPast(reference.moment, by: settings.minInterval)
        else { return false }
        func lasts(_ run: Run?) -> Bool {
            run.map { sighting.moment.isPast($0.since, by: settings.relaxAfter) } ?? false
        }
        return lasts(far) || lasts(riding) && sighting.distance >= spot.error(with: reference)
    }
}
