import Domain
import Lookup
import Testing

@Suite("Politeness")
struct PolitenessTests {
    /// Politeness with a clock; `random` is what every draw gives.
    private struct Provider {
        var politeness: Politeness
        var now = 0.0

        init(_ rules: Politeness.Rules = .init(), random: Double = 0.5) {
            politeness = Politeness(rules: rules, random: { random })
        }

        mutating func ask() -> Politeness.Decision {
            politeness.ask(at: Moment(seconds: now), wall: noon.adding(seconds: now))
        }

        mutating func note(_ ending: Politeness.Ending) {
            politeness.note(ending, at: Moment(seconds: now))
        }

        mutating func learn(_ code: LookupFailure.Code, seconds: Double? = nil) {
            politeness.learn(code, seconds: seconds, at: Moment(seconds: now))
        }

        /// Asks, notes the ending, and gives the seconds of the pause that follows.
        mutating func pause(after ending: Politeness.Ending) -> Double? {
            _ = ask()
            note(ending)
            return politeness.pauseLeft(at: Moment(seconds: now))
        }
    }

    @Test("spaces requests, and a turn that was waited for and not used costs nothing")
    func spacing() {
        var provider = Provider(.init(spacing: 1))
        let decisions: [Politeness.Decision] = [0.0, 0.25, 0.5, 1, 1.5, 2.5].map {
            provider.now = $0
            return provider.ask()
        }
        #expect(decisions == [.go, .wait(0.75), .wait(0.5), .go, .wait(0.5), .go])
        #expect(provider.politeness.requests == 3)
    }

    @Test("after a reload a pause goes on and counters stay; a refusal is over, and new rules hold")
    func reload() {
        var old = Provider()
        #expect(old.pause(after: .answered(status: 429, retryAfter: 120)) == 120)
        old.note(.answered(status: 401, retryAfter: nil))
        #expect(old.ask() == .blocked)
        var new = Provider(.init(spacing: 5))
        new.politeness.takeOver(from: old.politeness)
        #expect(new.ask() == .paused(.rateLimited, seconds: 120))
        #expect(new.politeness.requests == 1)
        #expect(new.politeness.failures == 2)
        new.now = 120
        #expect(new.ask() == .go)
        #expect(new.ask() == .wait(5))
    }

    // Full jitter: random × min(cap, 30 s × 2ⁿ); with 0.5 that is 15, 30, 60 … to 1800 = half of an hour.
    @Test(
        "backs off twice as far each time, to a limit",
        arguments: [
            (
                .answered(status: 500, retryAfter: nil),
                [15, 30, 60, 120, 240, 480, 960, 1800, 1800]
            ),
            (.failed(.timeout), [15, 30, 60, 120, 240, 480, 960, 1800, 1800]),
            (.failed(.network), [15, 30, 60, 120, 150, 150]),
            (.failed(.clock), [30, 30, 30]),
            (.answered(status: 429, retryAfter: nil), [600, 600, 600, 600, 600, 600, 960, 1800]),
        ] as [(Politeness.Ending, [Double])])
    func backoff(ending: Politeness.Ending, pauses: [Double]) {
        var provider = Provider()
        let seen = pauses.map { _ in
            let pause = provider.pause(after: ending) ?? 0
            provider.now += pause
            return pause
        }
        #expect(seen == pauses)
        #expect(provider.politeness.failures == pauses.count)
    }

    @Test("begins the backoff anew after a success")
    func recovered() {
        var provider = Provider()
        let failed = Politeness.Ending.answered(status: 502, retryAfter: nil)
        #expect(provider.pause(after: failed) == 15)
        provider.now = 15
        #expect(provider.pause(after: .answered(status: 200, retryAfter: nil)) == nil)
        provider.now = 16
        #expect(provider.pause(after: failed) == 15)
    }

    @Test("an answer that is still being read is no success yet, while others are asked for")
    func unread() {
        var provider = Provider()
        let answered = Politeness.Ending.answered(status: 400, retryAfter: nil)
        #expect(provider.ask() == .go)
        provider.note(answered)
        provider.learn(.badRequest)
        // Two requests of one lookup: the second is sent between the answer to the first and its reading.
        #expect(provider.ask() == .go)
        provider.note(answered)
        #expect(provider.ask() == .go)
        provider.learn(.badRequest)
        #expect(provider.ask() == .paused(.badRequest, seconds: 30))
    }

    @Test(
        "does as Retry-After says, between a second and a day",
        arguments: [(120, 120), (0, 1), (1e9, 86_400)] as [(Double, Double)])
    func retryAfter(told: Double, pause: Double) {
        for status in [429, 503] {
            var provider = Provider()
            #expect(provider.pause(after: .answered(status: status, retryAfter: told)) == pause)
            provider.now = pause / 2
            let code: LookupFailure.Code = status == 429 ? .rateLimited : .server
            #expect(provider.ask() == .paused(code, seconds: pause / 2))
            provider.now = pause
            #expect(provider.ask() == .go)
        }
    }

    @Test(
        "a gateway whose statuses tell nothing is judged by who reads its answer",
        arguments: [401, 403, 429])
    func judgedByBody(status: Int) {
        var provider = Provider(.init(judgesByBody: true))
        #expect(provider.pause(after: .answered(status: status, retryAfter: nil)) == nil)
        #expect(provider.ask() == .go)
        provider.note(.answered(status: status, retryAfter: nil))
        provider.learn(.refused)
        #expect(provider.ask() == .blocked)
    }

    @Test("W01 stops for good after a refusal", arguments: [401, 403])
    func refused(status: Int) {
        var provider = Provider()
        _ = provider.ask()
        provider.note(.answered(status: status, retryAfter: nil))
        provider.now = 1e7
        #expect(provider.ask() == .blocked)
        #expect(provider.politeness.requests == 1)
    }

    // noon is 12 h before the next day of UTC.
    @Test("counts the day's quota by UTC")
    func quota() {
        var provider = Provider(.init(dailyQuota: 2))
        #expect([provider.ask(), provider.ask()] == [.go, .go])
        provider.now = 3600
        #expect(provider.ask() == .paused(.quota, seconds: 11 * 3600))
        provider.now = 12 * 3600
        #expect(provider.ask() == .go)
    }

    @Test("takes in what was sent that day by others, never less than it knows of itself")
    func recalled() {
        var provider = Provider(.init(dailyQuota: 5))
        #expect([provider.ask(), provider.ask(), provider.ask()] == [.go, .go, .go])
        provider.politeness.recall(sentToday: 1, wall: noon)
        #expect([provider.ask(), provider.ask()] == [.go, .go])
        #expect(provider.ask() == .paused(.quota, seconds: 12 * 3600))
        provider = Provider(.init(dailyQuota: 5))
        provider.politeness.recall(sentToday: 4, wall: noon)
        #expect(provider.ask() == .go)
        #expect(provider.ask() == .paused(.quota, seconds: 12 * 3600))
        provider.now = 12 * 3600
        provider.politeness.recall(sentToday: 4, wall: noon.adding(seconds: 12 * 3600))
        #expect(provider.ask() == .go)
        #expect(provider.ask() == .paused(.quota, seconds: 24 * 3600))
    }

    @Test("takes in how another process was received, never less than it knows of itself")
    func recalledHold() {
        var provider = Provider()
        func recall(_ code: LookupFailure.Code, _ seconds: Double) {
            provider.politeness.recall(
                code, seconds: seconds, at: Moment(seconds: provider.now))
        }
        recall(.rateLimited, 60)
        #expect(provider.ask() == .paused(.rateLimited, seconds: 60))
        recall(.server, 30)
        #expect(provider.ask() == .paused(.rateLimited, seconds: 60))
        recall(.server, 90)
        #expect(provider.ask() == .paused(.server, seconds: 90))
        #expect(provider.politeness.failures == 0)
        provider.now = 90
        #expect(provider.ask() == .go)
        recall(.refused, 60)
        provider.now = 1000
        #expect(provider.ask() == .blocked)
    }

    @Test("learns from the body what the status did not tell")
    func learning() {
        var provider = Provider()
        #expect(provider.pause(after: .answered(status: 400, retryAfter: nil)) == nil)
        provider.learn(.quota, seconds: 5000)
        #expect(provider.ask() == .paused(.quota, seconds: 5000))
        provider.now = 5000
        #expect(provider.pause(after: .answered(status: 400, retryAfter: nil)) == nil)
        provider.learn(.refused)
        #expect(provider.ask() == .blocked)
        #expect(provider.politeness.failures == 2)
    }

    @Test("backs off from answers that cannot be read, farther each time")
    func unreadable() {
        var provider = Provider()
        for pause in [15.0, 30, 60] {
            #expect(provider.pause(after: .answered(status: 200, retryAfter: nil)) == nil)
            provider.learn(.badAnswer)
            #expect(provider.ask() == .paused(.badAnswer, seconds: pause))
            provider.now += pause
        }
    }

    @Test("O06 one request that is not accepted may be odd; after a second in a row it backs off")
    func notAccepted() {
        var provider = Provider()
        for pause in [nil, 30.0, 60] {
            #expect(provider.pause(after: .answered(status: 400, retryAfter: nil)) == nil)
            provider.learn(.badRequest)
            guard let pause else { continue }
            #expect(provider.ask() == .paused(.badRequest, seconds: pause))
            provider.now += pause
        }
        #expect(provider.politeness.failures == 3)
        // A good answer in between makes the next one the first.
        _ = provider.pause(after: .answered(status: 200, retryAfter: nil))
        provider.now += 1
        #expect(provider.pause(after: .answered(status: 400, retryAfter: nil)) == nil)
        provider.learn(.badRequest)
        #expect(provider.ask() == .go)
    }

    @Test("learns nothing twice: a failure it raised itself starts no new pause")
    func noEcho() {
        var provider = Provider()
        _ = provider.ask()
        provider.note(.answered(status: 500, retryAfter: nil))
        provider.learn(.server)
        #expect(provider.ask() == .paused(.server, seconds: 15))
        provider.now = 15
        provider.learn(.server)
        provider.learn(.rateLimited, seconds: -1)
        provider.learn(.notFound)
        #expect(provider.ask() == .go)
        #expect(provider.politeness.failures == 1)
    }

    @Test("a longer wait in the body replaces the shorter one, never the reverse")
    func longerWait() {
        var provider = Provider()
        _ = provider.ask()
        provider.note(.answered(status: 429, retryAfter: nil))
        provider.learn(.rateLimited, seconds: 86_400)
        #expect(provider.ask() == .paused(.rateLimited, seconds: 86_400))
        provider.learn(.rateLimited, seconds: 60)
        #expect(provider.ask() == .paused(.rateLimited, seconds: 86_400))
    }
}
