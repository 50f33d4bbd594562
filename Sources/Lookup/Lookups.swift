package import Concurrency
package import Domain

/// The stage that turns accepted fixes into mileposts: the newest fix wins, and what changed is passed on.
package actor Lookups {
    /// What the output is told.
    package enum Outcome: Hashable, Sendable {
        /// The lookups of a fix that is not outdated ended; before `milepost`.
        case settled(Milepost)
        /// Something changed or failed; `changed` names the parts to be written.
        case milepost(Milepost)
        case superseded(Superseded)
        /// A beat has passed.
        case beat
    }

    /// What the lookups came to so far.
    package struct Counters: Hashable, Sendable {
        /// Requests sent to providers.
        package var requests = 0
        package var cacheHits = 0
        /// Parts cancelled: for a newer fix, a time limit or a caller who left.
        package var cancelled = 0
    }

    private let tell: @Sendable (Outcome) -> Void
    private var worker: PartLookup
    private let pool: JobPool
    private let time: TimeSource
    private var plan: LookupPlan
    private var jobs: [Int: Job] = [:]
    private var waiters: [Int: CheckedContinuation<Milepost, Never>] = [:]
    private var idlers: [CheckedContinuation<Void, Never>] = []
    private var lastWritten = LastWritten()
    /// What was found at the newest fix whose lookups have ended, with every part.
    package private(set) var latest: Milepost?
    private var counters = Counters()
    private var hasEnded = false
    /// The next try of what failed because this machine's clock is wrong.
    private var retry: Job?

    /// A part without providers is switched off; the lists are fallback orders.
    ///
    /// `senders` are those that the providers were given, and run in the same `pool`. `tell` is called in order, and
    /// before a caller of `lookUp` gets its answer; it must not block. `zones` is for providers that know no local day.
    package init(
        address: [any AddressProvider], weather: [any WeatherProvider],
        senders: [ProviderSender] = [], cache: LookupCache?, zones: (any ZoneFinder)? = nil,
        language: Language, pool: JobPool, time: TimeSource = .live,
        tell: @escaping @Sendable (Outcome) -> Void = { _ in }
    ) {
        let byName = Dictionary(senders.map { ($0.name, $0) }) { first, _ in first }
        worker = PartLookup(
            address: address, weather: weather, senders: byName, cache: cache, zones: zones,
            language: language, time: time)
        self.pool = pool
        self.time = time
        plan = LookupPlan(parts: worker.parts)
        self.tell = tell
    }

    /// Carries lookups out until cancelled; then all that run are given up. Runs `pool` too.
    package func run() async {
        await pool.run()
        hasEnded = true
        for id in plan.ids { perform(plan.giveUp(id, .network, Self.ending)) }
    }

    /// Begins the lookups of `fix`, in place of those of an older one; what comes of them is told.
    package func submit(_ fix: AcceptedFix) {
        guard !hasEnded else { return }
        perform(plan.submit(fix).actions, Terms(of: fix, deadline: nil))
    }

    /// Passes a beat on, by way of the pool that every lookup runs in, not of a provider, which may take its time.
    package func pass() {
        _ = pool.start { [tell] in tell(.beat) }
    }

    /// Looks `fix` up in place of an older one and waits for every part; failures stand in the milepost.
    ///
    /// What is not there after `timeout` seconds, or when a newer fix or the caller's cancellation ends it, has failed.
    /// The cache is written even when reading it is bypassed.
    package func lookUp(
        _ fix: AcceptedFix, bypassingCache: Bool = false, timeout: Double? = nil
    ) async -> Milepost {
        guard !hasEnded else { return ended(fix) }
        // A replay mostly has no part: waiting for nothing would wake threads for each fix.
        guard !plan.parts.isEmpty else { return Milepost(fix: fix) }
        let (id, actions) = plan.submit(fix, bypassingCache: bypassingCache, isAwaited: true)
        let terms = Terms(of: fix, deadline: timeout.map { time.moment() + $0 })
        let limit = timeout.flatMap { seconds in
            pool.start { [self] in
                guard (try? await time.sleep(seconds)) != nil else { return }
                await giveUp(id, .timeout, "no answer came in the time allowed for it")
            }
        }
        let milepost = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiters[id] = continuation
                perform(actions, terms)
            }
        } onCancel: {
            _ = pool.start { await self.giveUp(id, .network, "the lookup was cancelled") }
        }
        limit?.cancel()
        return milepost
    }

    /// Asks other providers from the next lookup on; a provider that was given up for a refused key is asked again, one
    /// that wants to be left alone for a while is not.
    package func reconfigure(
        address: [any AddressProvider], weather: [any WeatherProvider], senders: [ProviderSender],
        language: Language
    ) async {
        let byName = Dictionary(senders.map { ($0.name, $0) }) { first, _ in first }
        for (name, old) in worker.senders {
            if let heir = byName[name] {
                await heir.takeOver(from: old)
            } else {
                counters.requests += await old.requests
            }
        }
        worker = PartLookup(
            address: address, weather: weather, senders: byName, cache: worker.cache,
            zones: worker.zones, language: language, time: time)
        plan.parts = worker.parts
    }

    /// Whether the lookups of fix `seq`, and of all before it, have begun and ended.
    package func isDone(with seq: Int) -> Bool { plan.newest >= seq && plan.isIdle }

    /// Returns when nothing is in flight.
    package func idle() async {
        guard !plan.isIdle else { return }
        await withCheckedContinuation { idlers.append($0) }
    }

    /// Requests, answers from the cache and cancelled parts since the start.
    package func count() async -> Counters {
        var counters = counters
        for sender in worker.senders.values { counters.requests += await sender.requests }
        return counters
    }

    /// Every provider asked over the network, for `milepost status`, in the order of its name.
    package func providers() async -> [Status.Provider] {
        var providers: [Status.Provider] = []
        for sender in worker.senders.values.sorted(by: { $0.name < $1.name }) {
            providers.append(await sender.status(parts: worker.parts(askedOf: sender.name)))
        }
        return providers
    }
}

extension Lookups {
    private func giveUp(_ id: Int, _ code: LookupFailure.Code, _ message: String) {
        perform(plan.giveUp(id, code, message))
    }

    /// After `run()` nothing is looked up any more.
    private func ended(_ fix: AcceptedFix) -> Milepost {
        var plan = LookupPlan(parts: worker.parts)
        let lookup = plan.submit(fix).lookup
        for case .ended(_, let milepost, _) in plan.giveUp(lookup, .network, Self.ending) {
            return milepost
        }
        return Milepost(fix: fix)
    }

    private static let ending = "the program is ending"

    private func end(_ job: Int, _ result: PartLookup.Result) {
        jobs[job] = nil
        counters.cacheHits += result.cacheHits
        perform(plan.end(job: job, result.outcome))
    }

    /// `terms` are those of what is begun.
    private func perform(_ actions: [LookupPlan.Action], _ terms: Terms = Terms()) {
        for action in actions {
            switch action {
            case .start(let id, let cell, let bypassingCache):
                start(id, cell, bypassingCache, terms)
            case .cancel(let job):
                counters.cancelled += 1
                jobs.removeValue(forKey: job)?.cancel()
            case .superseded(let superseded): tell(.superseded(superseded))
            case .ended(let lookup, let milepost, let isCurrent):
                pass(lookup, milepost, isCurrent)
            }
        }
        guard plan.isIdle else { return }
        for idler in idlers { idler.resume() }
        idlers = []
    }

    private func start(_ id: Int, _ cell: Cell, _ bypassingCache: Bool, _ terms: Terms) {
        jobs[id] = pool.start { [self, worker] in
            await end(
                id, worker.result(for: cell, bypassingCache: bypassingCache, terms: terms))
        }
        // Nothing runs any more, so nobody else would end this part and let its waiters go.
        if jobs[id] == nil { perform(plan.fail(job: id, .network, Self.ending)) }
    }

    /// At boot the time is known within a minute or so, and parked the next fix that matters may be half an hour away.
    private func tryAgainWhenTheClockMayBeSet(_ milepost: Milepost) {
        retry?.cancel()
        retry = nil
        let lacking = milepost.lackingParts
        guard milepost.failures.contains(where: { $0.code == .clock && lacking.contains($0.part) })
        else { return }
        retry = pool.start { [self, time] in
            guard (try? await time.sleep(Politeness.clockWait)) != nil else { return }
            await again(milepost.fix)
        }
    }

    private func again(_ fix: AcceptedFix) {
        guard isDone(with: fix.seq), plan.newest == fix.seq else { return }
        submit(fix)
    }

    /// Hands a milepost to who waits for it, and to the output if it is news.
    private func pass(_ lookup: Int, _ milepost: Milepost, _ isCurrent: Bool) {
        var milepost = milepost
        milepost.changed = lastWritten.changes(in: milepost)
        if isCurrent {
            // What failed is told once of a fix, however often it is tried.
            let isFirst = latest?.fix.seq != milepost.fix.seq
            latest = milepost
            tell(.settled(milepost))
            let isNews =
                !milepost.changed.isEmpty || isFirst && lastWritten.lackIsNews(in: milepost)
            lastWritten.write(milepost.changed, of: milepost)
            if isNews { tell(.milepost(milepost)) }
            tryAgainWhenTheClockMayBeSet(milepost)
        }
        waiters.removeValue(forKey: lookup)?.resume(returning: milepost)
    }
}
