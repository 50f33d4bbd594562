import Domain

/// The search for a first position that is not a cold receiver's guess.
///
/// Taken is the first fix of at most `desired_accuracy_m` that another one, at least 5 s older, agrees with. Its time
/// limit runs from the first fix on, not from the start of the program: a cold receiver has no fix for half a minute,
/// and its very first one is the one not to be trusted. Fixes seen while an override was in force may bear witness, so
/// that after clearing it the next good fix is taken at once.
struct Acquisition: Sendable {
    /// Witnesses are kept this far apart, seconds, and for as long as they are of use.
    private static let spacing = 0.5
    private static let capacity = 32

    private var witnesses: [Spot] = []
    private(set) var best: Candidate?
    private var since: Moment?

    /// Notes a fix that cannot be taken itself.
    mutating func witness(_ spot: Spot) {
        if let last = witnesses.last, !spot.moment.isPast(last.moment, by: Self.spacing) { return }
        if witnesses.count == Self.capacity { witnesses.removeFirst() }
        witnesses.append(spot)
    }

    /// True when this fix is the one.
    mutating func offer(_ candidate: Candidate, desiredAccuracy: Double) -> Bool {
        let spot = candidate.spot
        since = since ?? spot.moment
        if candidate.spot.accuracy <= best?.spot.accuracy ?? .infinity { best = candidate }
        if spot.accuracy <= desiredAccuracy,
            witnesses.contains(where: {
                spot.moment.isPast($0.moment, by: Limits.agreement) && $0.agrees(with: spot)
            })
        {
            return true
        }
        witness(spot)
        return false
    }

    /// When the best so far is taken; nil before the first fix.
    func deadline(after timeout: Double) -> Moment? { since.map { $0 + timeout } }

    /// Begins anew; who witnessed stays.
    mutating func restart() {
        best = nil
        since = nil
    }
}
