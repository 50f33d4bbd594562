package import Concurrency
package import Domain
import FoundationEssentials
import HTTP

/// Sends one provider's requests: politely, with its key, identical ones once, and none for an answer that still stands.
package actor ProviderSender {
    package nonisolated let name: String
    let key: ProviderKey?
    let userAgent: String
    let cache: LookupCache?
    let pool: JobPool
    let time: TimeSource
    private let transport: any Transport
    private let log: Log
    private let flights: Coalescer<ProviderRequest.Wire, Result<ProviderAnswer, LookupFailure>>
    /// Tells whether a refusal still stands.
    let settings: Int64
    var politeness: Politeness
    /// What the cache knows of what keeps the provider from being asked.
    var known = Politeness.Hindrance()
    /// The last trouble in words, for as long as it lasts.
    var trouble: String?
    /// Why it was last passed over without a request, until it is asked again.
    private var passedOver: String?
    private var saidDeprecated = false

    /// `userAgent` as `UserAgent.text` gives it; requests run in `pool`, so that has to run too.
    ///
    /// `cache` remembers, over restarts and reloads, answers that stand until the service says so, how many requests were
    /// sent, and when it may be asked again; without one every request goes out, and the day's quota begins anew. A
    /// refusal is remembered for the same key, contact and `baseURL`.
    package init(
        name: String, rules: Politeness.Rules, key: ProviderKey? = nil, userAgent: String,
        baseURL: String = "", transport: any Transport, cache: LookupCache? = nil, pool: JobPool,
        time: TimeSource, log: Log
    ) {
        self.name = name
        self.key = key
        self.userAgent = userAgent
        self.transport = transport
        self.cache = cache
        self.pool = pool
        self.time = time
        self.log = log
        flights = Coalescer(pool: pool)
        settings = SettingsDigest.of([key?.header(prefix: "") ?? "", userAgent, baseURL])
        politeness = Politeness(rules: rules, random: time.random)
        if key?.looksEscaped == true { log(.warning, "\(name): \(Self.escapedHint)") }
    }

    /// What the provider's own code is given to send with.
    package nonisolated var fetch: ProviderFetch {
        { [self] request throws(LookupFailure) in try await send(request) }
    }

    /// Requests sent so far.
    package var requests: Int { politeness.requests }

    /// How many wait for the answer to `request` at this moment.
    package nonisolated func waiting(for request: ProviderRequest) -> Int {
        flights.waiters(for: request.wire)
    }

    /// Goes on where `old` was before the settings changed: its pauses, quota and counters, but no refusal.
    package func takeOver(from old: ProviderSender) async {
        let (past, trouble) = await old.past
        politeness.takeOver(from: past)
        known = politeness.hindrance
        await cache?.forgetRefusal(of: name)
        if politeness.pauseLeft(at: time.moment()) != nil { self.trouble = trouble }
    }

    private var past: (Politeness, trouble: String?) { (politeness, trouble) }

    /// How this provider fares, for `milepost status`.
    package func status(parts: [Part]) -> Status.Provider {
        let left = politeness.pauseLeft(at: time.moment())
        return Status.Provider(
            name: name, parts: parts, requests: politeness.requests, failures: politeness.failures,
            blocked: politeness.isBlocked || left != nil ? trouble : passedOver,
            retryAt: left.map { time.wall().adding(seconds: $0) })
    }

    /// Takes in what the provider read out of an answer; gives it back with the time of the next try.
    package func learn(_ failure: LookupFailure) async -> LookupFailure {
        let now = time.moment()
        let seconds = failure.retryAt?.seconds(since: time.wall())
        politeness.learn(failure.code, seconds: seconds, at: now)
        if failure.code == .refused { sayRefused(failure.message) }
        if [.notCovered, .noKey, .noContact].contains(failure.code) {
            passedOver = failure.message
        }
        if trouble == nil, politeness.pauseLeft(at: now) != nil { say(failure.message) }
        await shareHold()
        var failure = failure
        failure.retryAt = failure.retryAt ?? retryAt
        // What cannot be read must not stand in for the next answer, nor be confirmed by the service for ever.
        if failure.code == .badAnswer { await cache?.forgetKept(of: name) }
        return failure
    }

    /// Takes in a request that was given up because it took too long; gives the failure back with the time of the next
    /// try.
    package func note(_ failure: LookupFailure) async -> LookupFailure {
        politeness.note(.failed(failure.code), at: time.moment())
        say(failure.message)
        await shareHold()
        var failure = failure
        failure.retryAt = retryAt
        return failure
    }

    private nonisolated func send(
        _ request: ProviderRequest
    ) async throws(LookupFailure) -> ProviderAnswer {
        let result = await flights.answer(for: request.wire) { [self] in
            do throws(LookupFailure) { return .success(try await carryOut(request)) } catch {
                return .failure(error)
            }
        }
        guard let result else { throw cancelled(request.part) }
        do throws(LookupFailure) { return try result.get() } catch {
            // The request may have been begun for another part.
            var failure = error
            failure.part = request.part
            throw failure
        }
    }

    private func carryOut(
        _ request: ProviderRequest
    ) async throws(LookupFailure) -> ProviderAnswer {
        var outgoing = try outgoing(request)
        let kept = request.keepsAnswer ? await cache?.kept(for: request.url) : nil
        if let kept, kept.isFresh(at: time.wall()) { return kept.answer }
        if let date = kept?.lastModified { outgoing.headers["If-Modified-Since"] = date }
        try await turn(request)
        do throws(HTTPError) {
            let response = try await transport.send(outgoing)
            let answer = answered(response)
            await shareHold()
            guard request.keepsAnswer else { return answer }
            return await keep(response, answer, over: kept, for: request)
        } catch {
            throw failed(error, request.part)
        }
    }

    /// Waits until a request may be sent; a place in the queue that is given up costs nobody anything.
    private func turn(_ request: ProviderRequest) async throws(LookupFailure) {
        let part = request.part
        while !Task.isCancelled {
            await recall()
            switch await decide() {
            case .go: return await count(request)
            case .wait(let seconds):
                do { try await time.sleep(seconds) } catch { throw cancelled(part) }
            case .paused(let code, let seconds):
                let retryAt = time.wall().adding(seconds: seconds)
                let reason =
                    code == .quota ? "the day's quota is used up" : trouble ?? "it failed last time"
                throw LookupFailure(
                    part: part, provider: name, code: code,
                    message: "\(name) is left alone for a while: \(reason)",
                    retryAt: retryAt)
            case .blocked:
                throw LookupFailure(
                    part: part, provider: name, code: .refused,
                    message: trouble ?? "\(name) refused an earlier request")
            }
        }
        throw cancelled(part)
    }

    private func answered(_ response: HTTPResponse) -> ProviderAnswer {
        politeness.note(
            .answered(status: response.status, retryAfter: response.retryAfter), at: time.moment())
        if politeness.isBlocked {
            sayRefused(
                "\(name) refused the request (status \(response.status)) and is not asked again before "
                    + "a reload; check its key and your contact in the settings")
        } else if politeness.pauseLeft(at: time.moment()) != nil {
            say("\(name) answered with status \(response.status)")
        } else if response.status < 400 {
            trouble = nil
            passedOver = nil
            log.recovered(troubleKey, "\(name) answers again")
        }
        if response.status == 203 { sayDeprecated() }
        let type = response.header("Content-Type").map {
            String(decoding: withoutKey(Data($0.utf8)), as: UTF8.self)
        }
        var answer = ProviderAnswer(
            status: response.status, contentType: type, retryAfter: response.retryAfter,
            body: withoutKey(response.body))
        // Also for a key that is too short to be blotted out, or that JSON tells in escapes.
        if let key { answer.mayQuote = { !key.isTold(in: $0) } }
        return answer
    }

    private func withoutKey(_ data: Data) -> Data { key?.blottedOut(of: data) ?? data }

    private func failed(_ error: HTTPError, _ part: Part) -> LookupFailure {
        guard error.code != .cancelled else { return cancelled(part) }
        let code = LookupFailure.Code(error.code)
        politeness.note(.failed(code), at: time.moment())
        say("\(name): \(error.message)")
        return LookupFailure(
            part: part, provider: name, code: code, message: "\(name): \(error.message)",
            retryAt: retryAt)
    }

    private var retryAt: Timestamp? {
        politeness.pauseLeft(at: time.moment()).map { time.wall().adding(seconds: $0) }
    }

    private var troubleKey: String { "provider \(name)" }

    private func say(_ sentence: String) {
        trouble = sentence
        log(.warning, sentence, key: troubleKey)
    }

    /// Said once: nothing changes until the settings do.
    private func sayRefused(_ sentence: String) {
        // Not again to a sentence of its own that comes back with the next lookup.
        let isHinted = key?.looksEscaped != true || sentence.hasSuffix(Self.escapedHint)
        let hint = isHinted ? "" : "; \(Self.escapedHint)"
        trouble = sentence + hint
        log(.error, "\(sentence)\(hint)", key: "\(name) refused")
    }

    /// Said once: it works, and only a newer program can do anything about it.
    private func sayDeprecated() {
        guard !saidDeprecated else { return }
        saidDeprecated = true
        log(
            .warning,
            "\(name) answered with status 203: the version of its service that is asked is going "
                + "away or on trial, or a proxy changed the answer; look for a newer milepost")
    }

    private static let escapedHint =
        "its key contains %XX escapes; give the key as it was issued, it is escaped when sent"

    /// Nobody waits for it any more, so nobody reads it.
    private nonisolated func cancelled(_ part: Part) -> LookupFailure {
        LookupFailure(
            part: part, provider: name, code: .network, message: "\(name): the lookup was cancelled"
        )
    }
}

extension LookupFailure.Code {
    init(_ code: HTTPError.Code) {
        self =
            switch code {
            case .timeout: .timeout
            case .clock: .clock
            case .tooLarge, .badEncoding, .tooManyRedirects: .badAnswer
            case .badURL: .badRequest
            case .cancelled, .connect, .resolve, .tls, .other: .network
            }
    }
}
