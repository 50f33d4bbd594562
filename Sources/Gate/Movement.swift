package import Domain

/// What the receiver itself told of movement since the reference; it sets how much is noise.
///
/// A run of speeds is one when every report in it is at least 1 m/s or tells no speed. Reports that the jump step
/// turned away do not count: their speed belongs to another place.
package struct Movement: Sendable {
    /// Noise is three standard errors, and six while the receiver says that it stands.
    package static let noise = 3.0
    package static let noiseAtRest = 6.0

    private var moved = false
    private var runSince: Moment?
    private var lastHeard: Moment?

    package init() {}

    package var factor: Double { moved ? Self.noise : Self.noiseAtRest }

    /// Notes that a report came at all; a gap may hide any movement.
    package mutating func hear(at now: Moment) {
        if let lastHeard, now.isGap(since: lastHeard) {
            moved = true
            runSince = nil
        }
        lastHeard = now
    }

    /// Takes in the speed that the receiver tells, m/s; nil counts as movement.
    package mutating func note(speed: Double?, at now: Moment) {
        guard !moved else { return }
        guard speed.map({ $0 >= Limits.movingSpeed }) ?? true else {
            runSince = nil
            return
        }
        let since = runSince ?? now
        runSince = since
        moved = now.isPast(since, by: Limits.movingFor)
    }

    /// Begins anew at a new reference.
    package mutating func reset(with reference: Spot) {
        moved = false
        runSince = nil
        note(speed: reference.speed, at: reference.moment)
    }
}
