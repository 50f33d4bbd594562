import Domain

/// What a sender shares with other processes, and with later ones, about when to ask.
extension ProviderSender {
    /// Takes in the requests of the day, and what keeps the provider from being asked.
    func recall() async {
        guard let cache else { return }
        if politeness.hasQuota {
            // Read first: the count is that of this day, also when midnight comes before the answer.
            let wall = time.wall()
            politeness.recall(sentToday: await cache.sentToday(by: name), wall: wall)
        }
        guard let hold = await cache.hold(on: name),
            hold.settings == nil || hold.settings == settings
        else { return }
        let before = politeness.hindrance
        let seconds = hold.until.seconds(since: time.wall())
        politeness.recall(hold.code, seconds: seconds, at: time.moment())
        guard politeness.hindrance != before else { return }
        known = politeness.hindrance
        trouble =
            trouble
            ?? (hold.code == .refused
                ? "\(name) refused an earlier request with these settings and is not asked again for a"
                    + " day or until they change; check its key and your contact in the settings"
                : "an earlier request failed (\(hold.code.rawValue))")
    }

    /// Whether a request may be sent, by what this process knows and then by what all do; on `go` it counts as sent.
    func decide() async -> Politeness.Decision {
        var trial = politeness
        let decision = trial.ask(at: time.moment(), wall: time.wall())
        guard decision == .go, politeness.spacing > 0, let cache else {
            politeness = trial
            return decision
        }
        let seconds = await cache.takeTurn(of: name, spacing: politeness.spacing)
        if let seconds, seconds > 0 { return .wait(seconds) }
        return politeness.ask(at: time.moment(), wall: time.wall())
    }

    /// Has the others hold back as this process now does.
    func shareHold() async {
        guard politeness.hindrance != known else { return }
        known = politeness.hindrance
        guard let hold else { return }
        await cache?.hold(name, hold)
    }

    private var hold: Hold? {
        if politeness.isBlocked {
            // Not for ever: a key may be activated, or an address unblocked, without any change here.
            let until = time.wall().adding(seconds: LookupCache.longestHold)
            return Hold(code: .refused, until: until, settings: settings)
        }
        guard let pause = known.pause, let left = politeness.pauseLeft(at: time.moment()) else {
            return nil
        }
        switch pause.code {
        case .rateLimited, .quota, .server:
            return Hold(code: pause.code, until: time.wall().adding(seconds: left))
        // The network or this machine is at fault, or an answer that other settings would mend: whoever tries again by
        // hand has done something about it.
        default: return nil
        }
    }
}
