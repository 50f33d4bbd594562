package import Domain

/// The clock that durations run on.
package enum TimeBase: Hashable, Sendable {
    /// A monotonic clock; no fix may be older than the program.
    case live(builtAt: Timestamp)
    /// The time of the fixes themselves: a replay, or the demo.
    case fixTime
}

/// What the system's clock shows, and whether it can be trusted.
package struct WallClock: Hashable, Sendable {
    package var time: Timestamp
    package var synchronised: Bool
    /// When it was read.
    package var moment: Moment

    package init(_ time: Timestamp, synchronised: Bool, at moment: Moment) {
        self.time = time
        self.synchronised = synchronised
        self.moment = moment
    }

    /// What it shows at another moment, whatever anybody set it to since.
    package func time(at moment: Moment) -> Timestamp {
        time.adding(seconds: moment - self.moment)
    }
}

/// The second step: time goes on.
///
/// Each receiver has its own last time, so that a second one with a wrong date, or a quicker one, does not make every
/// fix of the first look late. Live, a receiver whose times ran back and then went on for a minute is believed: a
/// wrong date in the future must not end the log for years. A replay has no other clock to tell that by, so there
/// times only rise.
package struct TimeStep: Sendable {
    private struct Receiver {
        var device: String?
        var last: Timestamp?
        /// Since when every fix was out of order, and the first and the last such time.
        var ranBack: (since: Moment, first: Timestamp, last: Timestamp)?
        var timelessSince: Moment?
    }

    private static let day = 86_400.0
    /// Paths come and go with each plug-in; more than these at once is nobody's machine.
    private static let capacity = 8

    package let base: TimeBase
    package var wallClock: WallClock?
    private var receivers: [Receiver] = []

    package init(base: TimeBase) { self.base = base }

    /// Adds time and reasons to `sighting`; remembers only what passed validity.
    package mutating func check(_ sighting: inout Sighting, _ fix: Fix) {
        let remembers = sighting.rejections.isEmpty
        let index = index(of: fix.device)
        guard let time = time(of: fix, at: index, &sighting, remembers) else {
            sighting.rejections.insert(.noTime)
            return
        }
        sighting.time = time
        guard isPlausible(time, at: sighting.moment) else {
            sighting.rejections.insert(.implausibleTime)
            sighting.rejections.formUnion(order(time, at: index))
            return
        }
        let late = order(time, at: index)
        if late.isEmpty {
            if remembers { receivers[index].last = time }
            if remembers { receivers[index].ranBack = nil }
        } else if !remembers || !isNewEra(time, at: index, sighting.moment) {
            sighting.rejections.formUnion(late)
        }
    }

    /// The fix's own time; else, live and after 10 s of such fixes, the synchronised clock's.
    private mutating func time(
        of fix: Fix, at index: Int, _ sighting: inout Sighting, _ remembers: Bool
    ) -> Timestamp? {
        if let time = fix.time {
            if remembers { receivers[index].timelessSince = nil }
            return time
        }
        guard case .live = base else { return nil }
        let since = receivers[index].timelessSince ?? sighting.moment
        if remembers { receivers[index].timelessSince = since }
        guard sighting.moment.isPast(since, by: Limits.timeless), let wallClock,
            wallClock.synchronised
        else { return nil }
        sighting.assumed = true
        return wallClock.time(at: sighting.moment)
    }

    private func isPlausible(_ time: Timestamp, at moment: Moment) -> Bool {
        guard case .live(let builtAt) = base else { return true }
        if time < builtAt { return false }
        guard let wallClock, wallClock.synchronised else { return true }
        return time.seconds(since: wallClock.time(at: moment)) <= Self.day
    }

    private func order(_ time: Timestamp, at index: Int) -> Rejections {
        guard let last = receivers[index].last else { return [] }
        return time > last ? [] : time == last ? .duplicate : .outOfOrder
    }

    /// True when times that ran back have gone on from there for a minute.
    private mutating func isNewEra(_ time: Timestamp, at index: Int, _ now: Moment) -> Bool {
        guard case .live = base else { return false }
        guard let ranBack = receivers[index].ranBack, time >= ranBack.first else {
            receivers[index].ranBack = (now, time, time)
            return false
        }
        // gpsd tells of one time more than once, and a late report is no step back either.
        guard time > ranBack.last else { return false }
        guard now.isPast(ranBack.since, by: Limits.ranBack) else {
            receivers[index].ranBack?.last = time
            return false
        }
        receivers[index].last = time
        receivers[index].ranBack = nil
        return true
    }

    private mutating func index(of device: String?) -> Int {
        if let index = receivers.firstIndex(where: { $0.device == device }) { return index }
        if receivers.count == Self.capacity { receivers.removeFirst() }
        receivers.append(Receiver(device: device))
        return receivers.count - 1
    }
}
