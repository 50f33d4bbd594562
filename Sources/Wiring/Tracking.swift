package import Concurrency
package import Domain
package import Feed
package import Gate
package import Lookup

/// The shell around the gate: hears the receiver, tells what was accepted, and has it looked up.
///
/// The rules are `Tracker`'s; here are only the timer, the callers who wait, and the order of things: a fix is told
/// before its lookups begin.
package actor Tracking {
    var tracker: Tracker
    let output: Output
    let lookups: Lookups
    private let pool: JobPool
    let time: TimeSource
    private let wallClock: @Sendable () -> (time: Timestamp, synchronised: Bool)
    private let save: @Sendable (SavedState) -> Void
    private let vitals: Vitals
    private var lookupTimeout: Double
    /// A recording has no receiver whose state could be told.
    private let tellsState: Bool

    var receiver = Receiver(.waitingForGpsd)
    private var isReceiverKnown = false
    private var states = ChangeOnly<State>()
    var since: Timestamp
    let startedAt: Moment
    private var clockReadAt: Moment?
    private var alarm: Alarm
    private var callers = Callers()
    /// From `finish` on nobody new is answered: what would answer is ending.
    private var hasEnded = false
    /// What goes on to the lookups, in order.
    private let accepted = AsyncStream.makeStream(of: Passing.self)

    private enum Passing {
        case fix(AcceptedFix)
        case beat
    }

    private struct State: Equatable {
        var mode: Mode
        var receiver: Receiver
    }

    package init(
        tracker: Tracker, output: Output, lookups: Lookups, pool: JobPool, time: TimeSource,
        lookupTimeout: Double, tellsState: Bool,
        wallClock: @escaping @Sendable () -> (time: Timestamp, synchronised: Bool) = systemClock,
        vitals: Vitals? = nil, save: @escaping @Sendable (SavedState) -> Void
    ) {
        self.tracker = tracker
        self.output = output
        self.lookups = lookups
        self.pool = pool
        self.time = time
        self.lookupTimeout = lookupTimeout
        self.tellsState = tellsState
        self.wallClock = wallClock
        self.save = save
        self.vitals = vitals ?? Vitals(now: time.moment)
        alarm = Alarm(pool: pool, time: time)
        since = time.wall()
        startedAt = time.moment()
    }
}

// MARK: - What is heard

extension Tracking {
    /// Takes up what a power cut left behind, and a saved override. The first call.
    package func start() {
        readClock()
        submit(perform(tracker.start(at: time.moment())))
        arm()
    }

    /// One event of a live receiver.
    package func receive(_ event: FeedEvent) {
        switch event {
        case .fix(let fix):
            readClock()
            submit(perform(tracker.handle(fix, at: time.moment())))
            arm()
        case .receiver(let receiver):
            self.receiver = receiver
            isReceiverKnown = true
            apply(.receiver(receiver))
        case .greeting: break
        case .beat:
            vitals.pass(.gate)
            accepted.continuation.yield(.beat)
        }
    }

    /// A stretch of a recording; each accepted fix is looked up before the next one is told.
    ///
    /// Returns when all of it is written: a recording can wait, so nothing is lost to a slow reader.
    package func replay(_ fixes: [Fix]) async {
        // Ignored there, as the clock is that of the fixes; reading it for each would cost what a distance does.
        let now = time.moment()
        var actions: [Action] = []
        for fix in fixes {
            let due = tracker.handle(fix, at: now)
            if !due.isEmpty { actions.add(due) }
        }
        // Told together, as waking who writes costs more than what is written.
        for action in actions {
            await lookUpInTurn(perform([action]))
            await output.caughtUp()
        }
        await output.drained()
    }

    /// One fix of a recording that goes by at a pace.
    package func replay(_ fix: Fix) async {
        receive(.fix(fix))
        await output.caughtUp()
    }

    /// The end of a recording or of the program: what would be lost is accepted, who waits is told, and what is being
    /// looked up has `seconds` left, or as long as it takes.
    package func finish(within seconds: Double?) async {
        hasEnded = true
        readClock()
        let end = seconds.map { time.moment() + $0 }
        var fixes = perform(tracker.handle(.finish, at: time.moment()))
        alarm.cancel()
        accepted.continuation.finish()
        if fixes.isEmpty, let last = tracker.lastAccepted, await !lookups.isDone(with: last.seq) {
            // Takes over what is under way for it.
            fixes = [last]
        }
        for fix in fixes {
            _ = await lookups.lookUp(fix, timeout: end.map { max(0, $0 - time.moment()) })
        }
    }

    /// Settings that changed while running.
    package func reconfigure(
        _ gate: GateSettings, _ refresh: RefreshSettings, _ track: TrackSettings
    ) {
        lookupTimeout = refresh.lookupTimeout
        apply(.reconfigure(gate, refresh, track))
    }

    /// Begins lookups in the order of their fixes, and passes beats on; ends after `finish`.
    package func run() async {
        for await passing in accepted.stream {
            switch passing {
            case .fix(let fix): await lookups.submit(fix)
            case .beat: await lookups.pass()
            }
        }
    }

    private func apply(_ input: Input) {
        readClock()
        submit(perform(tracker.handle(input, at: time.moment())))
        arm()
    }

    /// The wall clock may be set at any time; once a second is soon enough to notice.
    private func readClock() {
        let now = time.moment()
        if let clockReadAt, now - clockReadAt < 1 { return }
        clockReadAt = now
        let clock = wallClock()
        _ = tracker.handle(.wallClock(clock.time, synchronised: clock.synchronised), at: now)
    }

    private func submit(_ fixes: [AcceptedFix]) {
        for fix in fixes { accepted.continuation.yield(.fix(fix)) }
    }

    private func lookUpInTurn(_ fixes: [AcceptedFix]) async {
        for fix in fixes { _ = await lookups.lookUp(fix) }
    }
}

// MARK: - What is done about it

extension Tracking {
    /// Carries actions out; gives back the fixes whose lookups nobody waits for.
    private func perform(_ actions: [Action]) -> [AcceptedFix] {
        var unasked: [AcceptedFix] = []
        for action in actions {
            switch action {
            case .accepted(let fix):
                output.send(.fix(fix))
                unasked.append(fix)
            case .rejected(let fix, let reasons): output.send(.rejected(fix, reasons))
            case .mode: break  // told together with the receiver's state
            case .refreshAnswered(let ids, let fix):
                unasked.removeAll { $0.seq == fix.seq }
                answer(ids, with: fix, bypassingCache: true)
            case .refreshFailed(let ids, let error): callers.fail(ids, error)
            case .track(let points): output.send(.track(points))
            case .trackHead(let point): output.send(.trackHead(point))
            case .save(let state): save(state)
            }
        }
        tellState()
        return unasked
    }

    private func tellState() {
        let state = State(mode: tracker.mode, receiver: receiver)
        // Before the first word of the feed there is only a guess, which would alarm at every start.
        guard tellsState, isReceiverKnown, states.pass(state) != nil else { return }
        since = time.wall()
        output.send(
            .state(StateChange(mode: state.mode, receiver: state.receiver, since: since)))
    }

    /// Gives `fix` and what is found there to `ids`; the lookups run once, whoever asks for them.
    private func answer(_ ids: [RefreshID], with fix: AcceptedFix, bypassingCache: Bool) {
        guard callers.promise(fix.seq, to: ids) else { return }
        let timeout = lookupTimeout
        _ = pool.start { [self, lookups, output] in
            let milepost = await lookups.lookUp(
                fix, bypassingCache: bypassingCache, timeout: timeout)
            await lookedUp(output.localized(fix), milepost)
        }
    }

    private func lookedUp(_ fix: AcceptedFix, _ milepost: Milepost) {
        callers.keep(Answer(fix: fix, milepost: milepost))
        apply(.lookupsEnded(seq: fix.seq))
    }

    private func arm() {
        guard let due = tracker.deadline else { return }
        alarm.set(for: due) { [self] in await ring() }
    }

    private func ring() {
        alarm.rang()
        apply(.tick)
    }
}

extension [Action] {
    /// Appends, and makes one of two stretches of track that meet.
    fileprivate mutating func add(_ more: [Action]) {
        var more = more[...]
        if case .track(let earlier) = last, case .track(let later) = more.first {
            self[count - 1] = .track(earlier + later)
            more = more.dropFirst()
        }
        append(contentsOf: more)
    }
}

// MARK: - What is asked

extension Tracking {
    /// A new position and what is found there. After `timeout` seconds, if given, there is none.
    package func refresh(timeout: Double?) async throws -> Answer {
        try await waiting { id in apply(.refresh(id, timeout: timeout)) }
    }

    /// Puts a coordinate in force in place of the receiver.
    package func override(_ override: Override) async throws -> Answer {
        try await waiting { id in
            readClock()
            let fixes = perform(tracker.handle(.override(override), at: time.moment()))
            // A refresh that runs has it looked up already.
            guard let fix = tracker.lastTold else { return }
            answer([id], with: fix, bypassingCache: false)
            submit(fixes.filter { $0.seq != fix.seq })
            arm()
        }
    }

    /// Back to the receiver, whose position is acquired anew.
    package func clearOverride() { apply(.clearOverride) }
    /// Nothing is tracked until `resume`.
    package func pause() { apply(.pause) }
    /// The next good fix is accepted wherever it is.
    package func resume() { apply(.resume) }

    private func waiting(_ ask: (RefreshID) -> Void) async throws -> Answer {
        guard !hasEnded else { throw ControlError.stopping }
        let id = callers.newID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                callers.add(id, continuation)
                ask(id)
            }
        } onCancel: {
            _ = pool.start { await self.leave(id) }
        }
    }

    private func leave(_ id: RefreshID) {
        callers.cancel(id)
        apply(.leave(id))
    }
}
