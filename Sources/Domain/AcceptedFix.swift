/// A fix that passed the gate, with the reasons why; among the sources only the gate makes one.
package struct AcceptedFix: Hashable, Sendable {
    /// Why a fix was accepted; `coarse` and `assumed` are marks beside a reason.
    package enum Reason: String, Sendable, CaseIterable {
        case first, distance, stopped, heartbeat, lost, improved, refresh, override, resumed
        case coarse, assumed
    }

    /// Counts accepted fixes from 1 in each run of the program.
    package let seq: Int
    package let time: Timestamp
    package let coordinate: Coordinate
    /// The report behind it. A heartbeat repeats the reference's place with the new report's time.
    package let fix: Fix
    /// What the gate reckoned with, metres; nil only for a coordinate set by hand.
    package let accuracy: Double?
    package let reasons: [Reason]
    /// Metres from the last accepted fix; nil for the first.
    package let distance: Double?
    /// That of the place; nil until it is known, and far from any known place.
    package var zone: Zone?
    /// In a privacy zone: nothing is looked up there, and nobody is told of it.
    package var isPrivate = false

    package init(
        seq: Int, time: Timestamp, coordinate: Coordinate, fix: Fix, accuracy: Double?,
        reasons: [Reason], distance: Double?
    ) {
        self.seq = seq
        self.time = time
        self.coordinate = coordinate
        self.fix = fix
        self.accuracy = accuracy
        self.reasons = reasons
        self.distance = distance
    }
}

/// Why the gate turned a fix away; a verdict carries every reason that holds.
package enum RejectReason: String, Sendable, CaseIterable {
    case noFix = "no-fix"
    case badCoordinate = "bad-coordinate"
    case nullIsland = "null-island"
    case noTime = "no-time"
    case implausibleTime = "implausible-time"
    case outOfOrder = "out-of-order"
    case duplicate
    case otherDevice = "other-device"
    case inaccurate
    case jump
    case near
    case debounced
}
