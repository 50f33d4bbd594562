/// Which fixes matter: a profile, and numbers that beat it.
package struct GateSettings: Hashable, Sendable {
    /// Ready-made choices of the three numbers that say how dense the log is.
    package enum Profile: String, Sendable, CaseIterable {
        case significant, walk, vehicle, train
        case everyFix = "every-fix"
    }

    package var profile = Profile.significant
    /// Metres; nil when the profile decides. 0 turns the test of significance off.
    package var minDistanceOverride: Double?
    /// Seconds; nil when the profile decides.
    package var minIntervalOverride: Double?
    /// Seconds; nil when the profile decides. 0 is none.
    package var maxIntervalOverride: Double?
    /// Metres.
    package var maxAccuracy = 100.0
    /// Seconds.
    package var relaxAfter = 60.0
    /// Kilometres per hour; 0 turns the test of jumps off.
    package var maxSpeed = 600.0
    /// Seconds.
    package var stopAfter = 180.0

    /// The number in force, of the profile unless set; setting it beats the profile.
    package var minDistance: Double {
        get { minDistanceOverride ?? profile.numbers.minDistance }
        set { minDistanceOverride = newValue }
    }

    /// The number in force, of the profile unless set; setting it beats the profile.
    package var minInterval: Double {
        get { minIntervalOverride ?? profile.numbers.minInterval }
        set { minIntervalOverride = newValue }
    }

    /// The number in force, of the profile unless set; setting it beats the profile.
    package var maxInterval: Double {
        get { maxIntervalOverride ?? profile.numbers.maxInterval }
        set { maxIntervalOverride = newValue }
    }
}

extension GateSettings.Profile {
    /// Metres, seconds, seconds.
    var numbers: (minDistance: Double, minInterval: Double, maxInterval: Double) {
        switch self {
        case .significant: (500, 60, 1800)
        case .walk: (50, 30, 1800)
        case .vehicle: (200, 15, 1800)
        case .train: (1000, 60, 1800)
        case .everyFix: (0, 0, 0)
        }
    }
}
