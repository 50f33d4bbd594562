package import Domain

/// When one provider may be asked: spacing, pauses, quota, and the block after a refusal. Pure.
///
/// Waits follow RFC 9110's `Retry-After`, else "full jitter" (Brooker, AWS 2015): anything up to a doubling limit.
package struct Politeness: Sendable {
    /// What a provider asks of its users.
    package struct Rules: Sendable, Hashable {
        /// Seconds from one request to the next, at least.
        package var spacing: Double
        /// Requests in a day of UTC; nil for no limit.
        package var dailyQuota: Int?
        /// Seconds to stay away after "too many requests" that does not say for how long.
        package var rateLimitWait: Double
        /// The same refusal may come with any status, and may concern one of several services behind one key: whether it
        /// is one is told by who reads the body.
        package var judgesByBody: Bool

        package init(
            spacing: Double = 0, dailyQuota: Int? = nil, rateLimitWait: Double = 600,
            judgesByBody: Bool = false
        ) {
            self.spacing = spacing
            self.dailyQuota = dailyQuota
            self.rateLimitWait = rateLimitWait
            self.judgesByBody = judgesByBody
        }
    }

    package enum Decision: Sendable, Hashable {
        /// Counted as sent.
        case go
        /// Ask again after so many seconds.
        case wait(Double)
        /// Not until then; the reason is that of the last failure.
        case paused(LookupFailure.Code, seconds: Double)
        /// Not until the settings change.
        case blocked
    }

    /// How a request ended, as far as can be told without reading the body.
    package enum Ending: Sendable, Hashable {
        case answered(status: Int, retryAfter: Double?)
        case failed(LookupFailure.Code)
    }

    /// The provider is left alone.
    package struct Pause: Sendable, Hashable {
        package var until: Moment
        package var code: LookupFailure.Code
    }

    /// All that keeps a provider from being asked, but for spacing and quota.
    package struct Hindrance: Sendable, Hashable {
        package var pause: Pause?
        package var isBlocked = false
    }

    static let backoffBase = 30.0
    static let backoffCap = 3600.0
    /// No network costs the provider nothing, and after a tunnel it is back at once.
    static let networkCap = 300.0
    static let clockWait = 30.0
    static let retryAfterRange = 1.0...86_400
    /// Seconds after which nobody finds fault with an answer any more.
    static let reading = 1.0

    private var rules: Rules
    private let random: @Sendable () -> Double
    private var lastSent: Moment?
    private var pause: Pause?
    private var day: Int64 = 0
    private var sentToday = 0
    private var failuresInRow = 0
    /// When the last answer came that was not seen to be bad yet.
    private var goodSince: Moment?

    package private(set) var isBlocked = false
    package private(set) var requests = 0
    package private(set) var failures = 0

    package init(rules: Rules, random: @escaping @Sendable () -> Double) {
        self.rules = rules
        self.random = random
    }

    /// Goes on where `old` was: all but its rules and its block, which end when the settings change.
    package mutating func takeOver(from old: Politeness) {
        let rules = rules
        self = old
        self.rules = rules
        isBlocked = false
    }

    package var hindrance: Hindrance { Hindrance(pause: pause, isBlocked: isBlocked) }

    /// Seconds from one request to the next, at least.
    package var spacing: Double { rules.spacing }

    /// Whether it makes a difference how many requests were sent today.
    package var hasQuota: Bool { rules.dailyQuota != nil }

    /// Takes in how many requests were sent on the day of `wall`, by an earlier run or by another process too.
    package mutating func recall(sentToday count: Int, wall: Timestamp) {
        begin(wall.day)
        sentToday = max(sentToday, count)
    }

    /// Takes in that another process was refused, or told to wait for so long; never less than it knows of itself.
    package mutating func recall(_ code: LookupFailure.Code, seconds: Double, at now: Moment) {
        if code == .refused {
            isBlocked = true
        } else if seconds > pauseLeft(at: now) ?? 0 {
            pause(code, for: seconds, at: now)
        }
    }

    /// Whether a request may be sent at `now`; on `go` it counts as sent.
    package mutating func ask(at now: Moment, wall: Timestamp) -> Decision {
        if isBlocked { return .blocked }
        if let pause, now < pause.until { return .paused(pause.code, seconds: pause.until - now) }
        if let seconds = secondsUntilQuota(wall) { return .paused(.quota, seconds: seconds) }
        if let lastSent, now - lastSent < rules.spacing {
            return .wait(rules.spacing - (now - lastSent))
        }
        pause = nil
        // One that came just now is still being read, while others of the same lookup are sent.
        if let goodSince, now - goodSince >= Self.reading { failuresInRow = 0 }
        lastSent = now
        sentToday += 1
        requests += 1
        return .go
    }

    /// Notes how a request ended; a cancelled one is not noted.
    package mutating func note(_ ending: Ending, at now: Moment) {
        goodSince = nil
        switch ending {
        case .answered(400..<500, _) where rules.judgesByBody:
            goodSince = now
        case .answered(401, _), .answered(403, _):
            failures += 1
            isBlocked = true
        case .answered(429, let retryAfter):
            failures += 1
            let wait = max(rules.rateLimitWait, nextBackoff(cap: Self.backoffCap))
            pause(.rateLimited, for: retryAfter.map(Self.clamp) ?? wait, at: now)
        case .answered(500..., let retryAfter):
            failures += 1
            let wait = nextBackoff(cap: Self.backoffCap)
            pause(.server, for: retryAfter.map(Self.clamp) ?? wait, at: now)
        case .answered:
            goodSince = now
        case .failed(.clock):
            failures += 1
            pause(.clock, for: Self.clockWait, at: now)
        case .failed(let code):
            failures += 1
            let cap = code == .network ? Self.networkCap : Self.backoffCap
            pause(code, for: nextBackoff(cap: cap), at: now)
        }
    }

    /// Notes what only the body told, such as a refusal under status 400; `seconds` is the wait it asks for.
    ///
    /// A failure that was known already changes nothing.
    package mutating func learn(_ code: LookupFailure.Code, seconds: Double?, at now: Moment) {
        let isNews = goodSince != nil
        switch code {
        case .refused:
            isBlocked = true
        case .rateLimited, .quota:
            guard isNews || seconds != nil else { return }
            let wait = seconds.map(Self.clamp) ?? rules.rateLimitWait
            if let pause, now + wait <= pause.until { return }
            if let seconds, seconds <= 0 { return }
            pause(code, for: wait, at: now)
        case .server, .badAnswer:
            guard isNews else { return }
            pause(code, for: nextBackoff(cap: Self.backoffCap), at: now)
        case .badRequest:
            guard isNews else { return }
            // One may be due to what was asked, such as an odd name; a second one in a row is not.
            if failuresInRow == 0 {
                failuresInRow = 1
            } else {
                pause(code, for: nextBackoff(cap: Self.backoffCap), at: now)
            }
        case .notFound, .notCovered, .noKey, .noContact, .timeout, .network, .clock:
            return
        }
        goodSince = nil
        if isNews { failures += 1 }
    }

    /// Seconds until the present pause ends.
    package func pauseLeft(at now: Moment) -> Double? {
        pause.flatMap { now < $0.until ? $0.until - now : nil }
    }

    private mutating func secondsUntilQuota(_ wall: Timestamp) -> Double? {
        begin(wall.day)
        guard let quota = rules.dailyQuota, sentToday >= quota else { return nil }
        return Double(day + 1) * 86_400 - wall.seconds
    }

    private mutating func begin(_ today: Int64) {
        guard today != day else { return }
        day = today
        sentToday = 0
    }

    private mutating func nextBackoff(cap: Double) -> Double {
        let limit = min(cap, Self.backoffBase * Double(1 << min(failuresInRow, 20)))
        failuresInRow += 1
        return max(1, limit * random())
    }

    private mutating func pause(_ code: LookupFailure.Code, for seconds: Double, at now: Moment) {
        pause = Pause(until: now + seconds, code: code)
    }

    private static func clamp(_ seconds: Double) -> Double {
        min(max(seconds, retryAfterRange.lowerBound), retryAfterRange.upperBound)
    }
}

extension Timestamp {
    /// Whole days of UTC since 1970.
    var day: Int64 { Int64((seconds / 86_400).rounded(.down)) }
}
