import Domain

/// What waits to be written, at most `capacity` rows of it.
///
/// What is too much goes by its worth: points of the track first, the oldest of them, then states and mileposts, and
/// accepted fixes last.
struct Pending {
    private(set) var points: [TrackPoint] = []
    private(set) var fixes: [AcceptedFix] = []
    private(set) var mileposts: [Milepost] = []
    private(set) var states: [StateChange] = []
    private(set) var head: TrackPoint?
    /// Rows given up since `takeLost` was asked last.
    private var lost = HistoryCount()
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { points.count + fixes.count + mileposts.count + states.count }
    var isEmpty: Bool { count == 0 && head == nil }

    /// False for an event that is not kept.
    mutating func add(_ event: Event) -> Bool {
        switch event {
        case .track(let more): points += more
        case .trackHead(let point): head = point
        case .fix(let fix): fixes.append(fix)
        case .milepost(let milepost): mileposts.append(milepost)
        case .state(let change): states.append(change)
        case .settled, .rejected, .superseded, .summary: return false
        }
        while count > capacity { dropOne() }
        return true
    }

    /// All of it is written.
    mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        fixes.removeAll(keepingCapacity: true)
        mileposts.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
        head = nil
    }

    /// Gives up what is still there.
    mutating func loseAll() {
        lost.points += points.count
        lost.fixes += fixes.count
        lost.others += mileposts.count + states.count
        removeAll()
    }

    mutating func takeLost() -> HistoryCount {
        defer { lost = HistoryCount() }
        return lost
    }

    private mutating func dropOne() {
        if !points.isEmpty {
            points.removeFirst()
            lost.points += 1
        } else if !states.isEmpty {
            states.removeFirst()
            lost.others += 1
        } else if !mileposts.isEmpty {
            mileposts.removeFirst()
            lost.others += 1
        } else {
            fixes.removeFirst()
            lost.fixes += 1
        }
    }
}
