import Domain
import Gate

/// Metres of one degree of latitude with R = 6 371 008.8 m: π × R / 180.
let metresPerDegree = 111_195.08

/// 2026-05-04T03:02:00Z, where the clock of a test stands at 0 s.
let zero = Timestamp(milliseconds: 1_777_863_720_000)
/// 2026-01-01T00:00:00Z
let builtAt = Timestamp(milliseconds: 1_767_225_600_000)

/// A mode 3 report `north` metres from 36.5, 127.25 at `t` seconds.
func fix(
    _ t: Double, north: Double = 0, accuracy: Double? = 5, speed: Double? = 0,
    mode: Fix.Mode = .threeD, device: String? = "/dev/ttyACM0", east: Double = 0
) -> Fix {
    Fix(
        source: .gpsd, device: device, mode: mode, time: zero.adding(seconds: t),
        latitude: 36.5 + north / metresPerDegree,
        // cos 36.5° = 0.80386
        longitude: 127.25 + east / (metresPerDegree * 0.80386), accuracy: accuracy, speed: speed)
}

extension Fix {
    func at(_ latitude: Double?, _ longitude: Double?) -> Fix {
        var fix = self
        fix.latitude = latitude
        fix.longitude = longitude
        return fix
    }

    func timed(_ time: Timestamp?) -> Fix {
        var fix = self
        fix.time = time
        return fix
    }
}

/// A tracker with everything it said, and a clock that runs its timers.
struct Rig {
    var tracker: Tracker
    var actions: [Action] = []
    var now = 0.0

    init(
        _ settings: GateSettings = GateSettings(), refresh: RefreshSettings = RefreshSettings(),
        base: TimeBase = .live(builtAt: builtAt), saved: SavedState? = nil
    ) {
        tracker = Tracker(
            settings: settings, refresh: refresh, track: TrackSettings(), base: base, saved: saved)
        tracker.explains = true
        if base != .fixTime {
            let start = Moment(seconds: 0)
            actions += tracker.start(
                at: start, wallClock: WallClock(zero, synchronised: true, at: start))
        }
    }

    /// Tracking since 5 s, with the reference at 0 m and an accuracy of 5 m.
    static func tracking(
        _ settings: GateSettings = GateSettings(), base: TimeBase = .live(builtAt: builtAt)
    ) -> Rig {
        var rig = Rig(settings, base: base)
        for t in 0...5 { rig.feed(fix(Double(t))) }
        return rig
    }

    /// The same for a long run: without a word on what is rejected.
    mutating func feedQuietly(_ fix: Fix) {
        tracker.explains = false
        actions += tracker.handle(fix, at: Moment(seconds: fix.time?.seconds(since: zero) ?? now))
    }

    /// Gives a fix at its own time, or `at` seconds.
    mutating func feed(_ fix: Fix, at seconds: Double? = nil) {
        let time = seconds ?? fix.time.map { $0.seconds(since: zero) } ?? now
        send(.fix(fix), at: time)
    }

    /// Lets time pass: every timer due up to then has run.
    mutating func wait(until seconds: Double) {
        while let due = tracker.deadline, due.seconds <= seconds {
            send(.tick, at: due.seconds)
        }
        now = seconds
    }

    mutating func send(_ input: Input, at seconds: Double? = nil) {
        now = seconds ?? now
        actions += tracker.handle(input, at: Moment(seconds: now))
    }

    var accepted: [AcceptedFix] {
        actions.compactMap { if case .accepted(let fix) = $0 { fix } else { nil } }
    }

    /// "5 first", "65 distance+coarse": seconds and reasons of each accepted fix.
    var log: [String] {
        accepted.map {
            let t = $0.time.seconds(since: zero)
            let time = t == t.rounded() ? "\(Int(t))" : "\(t)"
            return time + " " + $0.reasons.map(\.rawValue).joined(separator: "+")
        }
    }

    /// The reasons of the last rejected fix.
    var lastRejection: [RejectReason]? {
        for case .rejected(_, let reasons) in actions.reversed() { return reasons }
        return nil
    }

    /// Of the track, in order: the seconds of each point that stays, "|" before those that begin a segment.
    var track: [String] {
        actions.flatMap { action -> [String] in
            guard case .track(let points) = action else { return [] }
            return points.map {
                ($0.startsSegment ? "|" : "") + "\(Int($0.time.seconds(since: zero)))"
            }
        }
    }

    /// The seconds of each newest point that was told.
    var heads: [Int] {
        actions.compactMap {
            if case .trackHead(let point) = $0 { Int(point.time.seconds(since: zero)) } else { nil }
        }
    }

    var modes: [Mode] {
        actions.compactMap { if case .mode(let mode) = $0 { mode } else { nil } }
    }

    var answers: [([RefreshID], AcceptedFix)] {
        actions.compactMap {
            if case .refreshAnswered(let ids, let fix) = $0 { (ids, fix) } else { nil }
        }
    }

    var failures: [([RefreshID], ControlError.Code)] {
        actions.compactMap {
            if case .refreshFailed(let ids, let error) = $0 { (ids, error.code) } else { nil }
        }
    }

    var saves: [SavedState] {
        actions.compactMap { if case .save(let state) = $0 { state } else { nil } }
    }
}

/// Gaussian noise that is the same in every run (SplitMix64 and Box–Muller).
struct Noise {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    private mutating func uniform() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((z ^ (z >> 31)) >> 11) / 9_007_199_254_740_992
    }

    /// Mean 0, standard deviation 1.
    mutating func next() -> Double {
        let radius = (-2 * logarithm(1 - uniform())).squareRoot()
        return radius * cosine(2 * .pi * uniform())
    }
}
