package import Domain

/// A set of distances and intervals that suits one way of moving.
package enum Profile: String, Sendable, CaseIterable {
    case significant, walk, vehicle, train
    case everyFix = "every-fix"
}

/// The numbers of the gate; each was tried on recordings, so change one only with a measurement.
///
/// A number that is set beats that of the profile, in whichever order they are set.
package struct GateSettings: Hashable, Sendable {
    package var profile: Profile
    private var minDistanceSet: Double?
    private var minIntervalSet: Double?
    private var maxIntervalSet: Double?
    /// `max_accuracy_m`, metres of stated error that still count as accurate.
    package var maxAccuracy = 100.0
    /// `max_speed_kmh`, km/h over a gap or without a reported speed; 0 switches the jump test off.
    package var maxSpeed = 600.0
    /// `relax_after_s`, seconds until inaccurate fixes may pass as coarse.
    package var relaxAfter = 60.0
    /// `stop_after_s`, seconds at one place that make a stop.
    package var stopAfter = 180.0
    /// `stale_after_s` of `[gpsd]`, seconds of silence after which another receiver takes over.
    package var staleAfter = 10.0
    /// `[[privacy.zone]]`, places whose fixes are marked as private.
    package var privateZones: [PrivacyZone] = []

    package init(profile: Profile = .significant) { self.profile = profile }

    /// `min_distance_m`, metres from the last accepted fix; 0 switches the significance test off.
    package var minDistance: Double {
        get { minDistanceSet ?? profile.numbers.minDistance }
        set { minDistanceSet = newValue }
    }

    /// `min_interval_s`, seconds from the last accepted fix.
    package var minInterval: Double {
        get { minIntervalSet ?? profile.numbers.minInterval }
        set { minIntervalSet = newValue }
    }

    /// `max_interval_s`, seconds until a heartbeat; 0 means none.
    package var maxInterval: Double {
        get { maxIntervalSet ?? profile.numbers.maxInterval }
        set { maxIntervalSet = newValue }
    }
}

extension Profile {
    /// Metres, seconds, seconds.
    fileprivate var numbers: (minDistance: Double, minInterval: Double, maxInterval: Double) {
        switch self {
        case .significant: (500, 60, 1800)
        case .walk: (50, 30, 1800)
        case .vehicle: (200, 15, 1800)
        case .train: (1000, 60, 1800)
        case .everyFix: (0, 0, 0)
        }
    }
}

/// How a new position is asked for.
package struct RefreshSettings: Hashable, Sendable {
    /// `desired_accuracy_m`, metres; a fix this good is taken at once.
    package var desiredAccuracy = 20.0
    /// `acquire_timeout_s`, seconds after which the best fix so far is taken.
    package var acquireTimeout = 10.0
    /// `lookup_timeout_s`, seconds the lookups may take; who runs them keeps to it.
    package var lookupTimeout = 15.0

    package init() {}
}

/// Limits that are part of the rules and not settings; seconds unless said otherwise.
enum Limits {
    /// A longer silence is a gap: what happened in it is unknown.
    static let gap = 10.0
    /// Without an acceptable fix for so long the last good one is kept.
    static let lost = 60.0
    /// Two acquired fixes this far apart must agree.
    static let agreement = 5.0
    /// Fixes without a time, or with times that ran back, are believed after so long.
    static let timeless = 10.0
    static let ranBack = 60.0
    /// What would be lost in a power cut is saved no more often.
    static let saving = 60.0
    /// Seconds below `movingSpeed` after which that was a stay and no red light.
    static let stay = 60.0
    /// While driving, the newest point of the track is told no more often.
    static let head = 4.0
    /// Metres per second that the receiver must tell for `movingFor` to have moved.
    static let movingSpeed = 1.0
    static let movingFor = 5.0
    /// Metres per second of something that drives, whatever the antenna says.
    static let ridingSpeed = 10.0
    /// The jump veto ends when so many fixes agree over `gap`.
    static let agreeing = 3
    /// Tracking resumes so long after the lookups' limit although nobody told of their end.
    static let lookupGrace = 1.0
}

extension Moment {
    /// True when `duration` has gone by since `start`; equal counts.
    ///
    /// Seconds since 1970 in a Double are good to a quarter of a microsecond; the slack keeps equal equal.
    func isPast(_ start: Moment, by duration: Double) -> Bool {
        self - start >= duration - 1e-6
    }

    /// True when more than `Limits.gap` lies between `last` and this.
    func isGap(since last: Moment) -> Bool { self - last > Limits.gap + 1e-6 }
}
