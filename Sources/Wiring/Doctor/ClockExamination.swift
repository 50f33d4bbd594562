package import Domain

/// Whether this machine knows the time, and whether the receiver does.
package enum ClockExamination {
    /// Seconds by which clock and receiver may differ: a report is told within a second.
    private static let tolerance = 5.0
    private static let week = 604_800.0

    static func findings(_ heard: Heard) -> [Finding] {
        let clock = heard.clock ?? systemClock()
        return findings(
            clock: clock.time, synchronised: clock.synchronised, receiver: heard.fix?.time,
            builtAt: Version.released)
    }

    /// `receiver` is what it told when the clock showed `clock`; nil when it told nothing.
    package static func findings(
        clock: Timestamp, synchronised: Bool, receiver: Timestamp?, builtAt: Timestamp
    ) -> [Finding] {
        let offset = receiver?.seconds(since: clock)
        let dates = receiver.flatMap {
            rollover($0, offset: synchronised ? offset : nil, builtAt: builtAt)
        }
        return [Self.clock(synchronised, dates == nil ? offset : nil)] + [dates].compactMap { $0 }
    }

    private static func clock(_ synchronised: Bool, _ offset: Double?) -> Finding {
        let remedy = "let systemd-timesyncd or chrony set it (`timedatectl`), or give it a battery"
        if let offset, abs(offset) > tolerance {
            let seconds = Int(min(abs(offset), 1e12).rounded())
            return .wrong(
                "clock",
                "is \(seconds) s \(offset > 0 ? "behind" : "ahead of") the receiver's: \(remedy)")
        }
        if synchronised { return .well("clock", "is synchronised") }
        // It is right by the receiver, though nobody vouches for it.
        guard offset == nil else { return .well("clock", "agrees with the receiver's") }
        return .wrong("clock", "is not synchronised, so services may be refused: \(remedy)")
    }

    /// A receiver that counts weeks from a wrong beginning: each 1024 weeks they begin anew.
    private static func rollover(
        _ receiver: Timestamp, offset: Double?, builtAt: Timestamp
    ) -> Finding? {
        let remedy =
            "such fixes are turned away: renew the receiver's firmware, or gpsd (3.23 or newer)"
        if let offset {
            let rounds = (offset / (1024 * week)).rounded()
            let rest = offset - rounds * 1024 * week
            guard rounds != 0, abs(rest) < 86_400 else { return nil }
            return .wrong(
                "dates",
                "the receiver's are \(Int(abs(rounds) * 1024)) weeks \(rounds < 0 ? "behind" : "ahead")"
                    + " (week rollover); \(remedy)")
        }
        guard receiver < builtAt else { return nil }
        return .wrong("dates", "the receiver's are older than this program; \(remedy)")
    }
}
