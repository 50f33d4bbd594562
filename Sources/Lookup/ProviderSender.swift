package import Concurrency
package import Domain
import FoundationEssentials
import HTTP

/// Sends one provider's requests: politely, with its key, identical ones once.
package actor ProviderSender {
    package nonisolated let name: String
    private let key: ProviderKey?
    private let userAgent: String
    private let transport: any Transport
    private let time: TimeSource
    private let log: Log
    private let flights: Coalescer<ProviderRequest, Result<ProviderAnswer, LookupFailure>>
    private var politeness: Politeness
    /// The last trouble in words, for as long as it lasts.
    private var trouble: String?

    /// `userAgent` as `UserAgent.text` gives it; requests run in `pool`, so that has to run too.
    package init(
        name: String, rules: Politeness.Rules, key: ProviderKey? = nil, userAgent: String,
        transport: any Transport, pool: JobPool, time: TimeSource, log: Log
    ) {
        self.name = name
        self.key = key
        self.userAgent = userAgent
        self.transport = transport
        self.time = time
        self.log = log
        flights = Coalescer(pool: pool)
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
        flights.waiters(for: request)
    }

    /// Goes on where `old` was before the settings changed: its pauses, quota and counters, but no refusal.
    package func takeOver(from old: ProviderSender) async {
        let (past, trouble) = await old.past
        politeness.takeOver(from: past)
        if politeness.pauseLeft(at: time.moment()) != nil { self.trouble = trouble }
    }

    private var past: (Politeness, trouble: String?) { (politeness, trouble) }

    /// How this provider fares, for `milepost status`.
    package func status(parts: [Part]) -> Status.Provider {
        let left = politeness.pauseLeft(at: time.moment())
        return Status.Provider(
            name: name, parts: parts, requests: politeness.requests, failures: politeness.failures,
            blocked: politeness.isBlocked || left != nil ? trouble : nil,
            retryAt: left.map { time.wall().adding(seconds: $0) })
    }

    /// Takes in what the provider read out of an answer; gives it back with the time of the next try.
    package func learn(_ failure: LookupFailure) -> LookupFailure {
        let now = time.moment()
        let seconds = failure.retryAt?.seconds(since: time.wall())
        politeness.learn(failure.code, seconds: seconds, at: now)
        if failure.code == .refused { sayRefused(failure.message) }
        if trouble == nil, politeness.pauseLeft(at: now) != nil { say(failure.message) }
        var failure = failure
        failure.retryAt = failure.retryAt ?? retryAt
        return failure
    }

    private nonisolated func send(
        _ request: ProviderRequest
    ) async throws(LookupFailure) -> ProviderAnswer {
        let result = await flights.answer(for: request) { [self] in
            do throws(LookupFailure) { return .success(try await carryOut(request)) } catch {
                return .failure(error)
            }
        }
        guard let result else { throw cancelled(request.part) }
        return try result.get()
    }

    private func carryOut(
        _ request: ProviderRequest
    ) async throws(LookupFailure) -> ProviderAnswer {
        let outgoing = try outgoing(request)
        try await turn(request.part)
        do throws(HTTPError) {
            let response = try await transport.send(outgoing)
            return answered(response)
        } catch {
            throw failed(error, request.part)
        }
    }

    /// Waits until a request may be sent; a place in the queue that is given up costs nobody anything.
    private func turn(_ part: Part) async throws(LookupFailure) {
        while !Task.isCancelled {
            switch politeness.ask(at: time.moment(), wall: time.wall()) {
            case .go: return
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
        } else {
            trouble = nil
            log.recovered(troubleKey, "\(name) answers again")
        }
        let type = response.header("Content-Type").map {
            String(decoding: withoutKey(Data($0.utf8)), as: UTF8.self)
        }
        return ProviderAnswer(
            status: response.status, contentType: type, retryAfter: response.retryAfter,
            body: withoutKey(response.body))
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
        let hint = key?.looksEscaped == true ? "; \(Self.escapedHint)" : ""
        trouble = sentence + hint
        log(.error, "\(sentence)\(hint)", key: "\(name) refused")
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

extension ProviderSender {
    /// The request as it goes out; a key may not follow a redirect to another host.
    private func outgoing(_ request: ProviderRequest) throws(LookupFailure) -> HTTPRequest {
        var outgoing = HTTPRequest(
            url: request.url, headers: request.headers, userAgent: userAgent,
            redirects: .follow(max: 3))
        guard request.key != .none else { return outgoing }
        guard let key else {
            throw LookupFailure(
                part: request.part, provider: name, code: .noKey,
                message: "\(name) has no key; \(ProviderKey.remedy(for: name))")
        }
        outgoing.redirects = .none
        switch request.key {
        case .none: break
        case .query(let parameter): outgoing.url = key.added(to: request.url, as: parameter)
        case .header(let header, let prefix):
            outgoing.headers[header] = key.header(prefix: prefix)
        }
        return outgoing
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
