package import Concurrency
package import Domain
import Synchronization

/// Hands every event to every sink, in order, each sink at its own pace.
///
/// A sink that is behind by more than `capacity` events loses the newest ones, counted and said; the others and the
/// pipeline go on.
package final class Output: Sendable {
    /// Events held for a sink that is slow or stuck: a day of driving.
    static let capacity = 10_000

    private enum Item {
        case event(Event)
        case fix(UnzonedFix)
        /// Given when everything sent before has been written.
        case mark(FirstValue<Void>)
        case reopen
        case beat
    }

    private final class Outlet: Sendable {
        let sink: any EventSink
        let items: AsyncStream<Item>
        let continuation: AsyncStream<Item>.Continuation
        let waiting = Atomic<Int>(0)

        init(_ sink: any EventSink) {
            self.sink = sink
            (items, continuation) = AsyncStream.makeStream(of: Item.self)
        }

        func receive(_ event: Event) async {
            await sink.receive(event, hasMore: waiting.load(ordering: .relaxed) > 1)
            waiting.subtract(1, ordering: .relaxed)
        }
    }

    private let outlets: [Outlet]
    private let viewers: Outlet
    private let zones: (any ZoneFinder)?
    private let log: Log
    private let vitals: Vitals?
    private let lostEvents = Atomic<Int>(0)
    /// What viewers subscribe to: the control API's events.
    package let live = FanOut<Event>()

    /// `zones` tells the local time of fixes on their way out; without it they have none.
    package init(
        sinks: [any EventSink], zones: (any ZoneFinder)? = nil, vitals: Vitals? = nil, log: Log
    ) {
        outlets = sinks.map { Outlet($0) }
        viewers = Outlet(Viewers(live: live))
        self.zones = zones
        self.vitals = vitals
        self.log = log
    }

    /// The fix with the time zone of its place, where that is known.
    package func localized(_ fix: AcceptedFix) async -> AcceptedFix {
        var fix = fix
        fix.zone = await zones?.zone(at: fix.coordinate)
        return fix
    }

    /// Queues one event for every sink; never waits.
    package func send(_ event: Event) {
        let item: Item =
            if case .fix(let fix) = event, zones != nil { .fix(UnzonedFix(fix)) } else {
                .event(event)
            }
        for outlet in outlets + (live.count > 0 ? [viewers] : [])
        where outlet.sink.wants(event) {
            guard outlet.waiting.load(ordering: .relaxed) < Self.capacity else {
                lostEvents.add(1, ordering: .relaxed)
                log(
                    .error,
                    "An output takes nothing, so its newest events are lost: read it, or make space"
                        + " where it leads to.",
                    key: "output full")
                continue
            }
            outlet.waiting.add(1, ordering: .relaxed)
            outlet.continuation.yield(item)
        }
    }

    /// Passes a beat through the queue of the viewers, who take everything at once.
    ///
    /// Not through those of the sinks: a full disk or a reader that takes nothing holds these up, as long as it lasts,
    /// and a watchdog's restart would not help.
    package func beat() { viewers.continuation.yield(.beat) }

    /// Returns when everything sent before has been written by every sink, or the task is cancelled.
    package func drained() async {
        for outlet in outlets {
            let mark = FirstValue<Void>()
            await mark.wait {
                mark.give(())
            } begin: {
                if case .terminated = outlet.continuation.yield(.mark(mark)) { mark.give(()) }
            }
        }
    }

    /// Returns at once unless a sink is far behind; then when it has caught up.
    ///
    /// For a source that can wait: whatever it is, a recording goes no faster than its events are written.
    package func caughtUp() async {
        if queue > Self.capacity / 2 { await drained() }
    }

    /// Writes until `finish`, then lets every sink close.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            for outlet in outlets + [viewers] {
                group.addTask(executorPreference: outlet.sink.executor) {
                    await outlet.sink.start()
                    for await item in outlet.items {
                        switch item {
                        case .event(let event): await outlet.receive(event)
                        case .fix(let fix):
                            await outlet.receive(.fix(fix.zoned(by: self.localized)))
                        case .mark(let mark): mark.give(())
                        case .reopen: await outlet.sink.reopen()
                        case .beat: self.vitals?.pass(.output)
                        }
                    }
                    await outlet.sink.finish()
                }
            }
        }
    }

    /// Lets `run` end when everything sent has been written.
    package func finish() {
        for outlet in outlets + [viewers] { outlet.continuation.finish() }
    }

    /// Has every sink open its files anew, as after a rotation, once it has written what was sent before; never waits.
    package func reopen() {
        for outlet in outlets { outlet.continuation.yield(.reopen) }
    }

    /// Has no sink wait any longer for a reader that takes nothing.
    package func giveUp() {
        for outlet in outlets { outlet.sink.giveUp() }
    }

    /// Events that a sink which took nothing has lost so far, and records that the sinks themselves have.
    package var lost: Int {
        outlets.reduce(lostEvents.load(ordering: .relaxed)) { $0 + $1.sink.lost }
    }

    /// Events sent and not yet written, of the sink that is furthest behind.
    package var queue: Int {
        outlets.map { $0.waiting.load(ordering: .relaxed) }.max() ?? 0
    }
}

/// A fix on its way to several sinks. The first that gets to it has the zone asked for, so that all tell the same.
private final class UnzonedFix: Sendable {
    private let fix: AcceptedFix
    private let told = Mutex<AcceptedFix?>(nil)

    init(_ fix: AcceptedFix) { self.fix = fix }

    func zoned(by find: (AcceptedFix) async -> AcceptedFix) async -> AcceptedFix {
        if let told = told.withLock({ $0 }) { return told }
        let found = await find(fix)
        return told.withLock { told in
            let first = told ?? found
            told = first
            return first
        }
    }
}

extension EventSink {
    fileprivate func wants(_ event: Event) -> Bool {
        switch event {
        case .track, .trackHead: wantsTrack
        case .settled: wantsSettled
        case .fix, .milepost, .state, .rejected, .superseded, .summary: true
        }
    }
}

/// Hands on to whoever looks on; never slow, as each of them has a queue of their own.
private struct Viewers: EventSink {
    let live: FanOut<Event>
    func receive(_ event: Event) async { live.send(event) }
    func finish() async { live.finish() }
}
