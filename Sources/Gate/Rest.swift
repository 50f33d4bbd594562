import Domain

/// Standing still: since when every fix was within noise of the first of them.
///
/// Silence does not end a rest: a car parked where nothing is received stands all the same.
package struct Rest: Sendable {
    private var anchor: Spot?
    private var told = false

    package init() {}

    /// True when the rest has lasted for `stop_after_s` and was not told yet.
    package mutating func note(_ spot: Spot, noiseFactor: Double, stopAfter: Double) -> Bool {
        guard let anchor, anchor.agrees(with: spot, factor: noiseFactor) else {
            self.anchor = spot
            told = false
            return false
        }
        return !told && spot.moment.isPast(anchor.moment, by: stopAfter)
    }

    /// True when the rest has lasted for `stop_after_s`, told or not.
    func lasts(at now: Moment, stopAfter: Double) -> Bool {
        anchor.map { now.isPast($0.moment, by: stopAfter) } ?? false
    }

    /// Once for each rest.
    package mutating func tell() { told = true }

    /// The next fix begins another rest.
    package mutating func reset() { self = Rest() }
}
