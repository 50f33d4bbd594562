/// What one choice of settings makes of a recording, for `milepost tune`.
package struct Tuning: Hashable, Sendable {
    /// As it was asked for: `train`, `gate.min_distance_m=300`.
    package var name: String
    package var fixes = 0
    package var accepted = 0
    /// How often a service would have been asked, were each part looked up and kept as long as it stays good.
    package var requests: [Part: Int] = [:]
    package var trackPoints = 0
    /// Metres along the track.
    package var distance = 0.0
    /// Seconds between two accepted fixes at most; nil when there are no two.
    package var greatestGap: Double?
    /// Metres along the track without an accepted fix at most.
    package var longestStretch = 0.0
    /// For the picture; empty where there is to be none.
    package var track: [TrackPoint] = []
    package var mileposts: [AcceptedFix] = []

    package init(name: String) { self.name = name }
}
