package import Domain

/// Which lookups run, which end for a newer one, and what is handed over. Pure: it says what to do, the shell does it.
///
/// The newest fix wins. So that nobody starves, after three supersessions in a row the next one leaves the older lookup
/// running beside the newer: with every answer taking three intervals, each fourth lookup ends in a milepost.
package struct LookupPlan: Sendable {
    /// What the shell is to do, in this order.
    package enum Action: Hashable, Sendable {
        case start(job: Int, Cell, bypassingCache: Bool)
        case cancel(job: Int)
        case superseded(Superseded)
        /// All parts ended. `isCurrent` is false for one that a newer fix ended: only who waits for it gets it.
        case ended(lookup: Int, Milepost, isCurrent: Bool)
    }

    package static let supersessionsInRow = 3

    private struct Running {
        var cell: Cell
        var bypassingCache: Bool
    }

    private struct Lookup {
        var id: Int
        var fix: AcceptedFix
        /// Somebody waits for it and gets an answer in any case.
        var isAwaited: Bool
        var waiting: [Part: Int] = [:]
        var outcomes: [Part: PartOutcome] = [:]
        /// Allowed to finish beside a newer one.
        var isKept = false
        var isSuperseded = false

        var milepost: Milepost {
            var milepost = Milepost(fix: fix)
            for part in Part.allCases { outcomes[part].map { milepost.add($0) } }
            return milepost
        }

        func message(endedBy seq: Int) -> String {
            "the lookup of fix \(fix.seq) was ended by the newer fix \(seq)"
        }
    }

    /// The parts that are switched on, with the provider whose name stands for a part that was not answered in time.
    var parts: [Part: String]
    /// Oldest first.
    private var lookups: [Lookup] = []
    private var running: [Int: Running] = [:]
    private var lastID = 0
    /// The number of the newest fix: a lookup of an older one comes too late.
    package private(set) var newest = 0
    private var supersessions = 0

    /// `parts` are those that are switched on, each with the name of its first provider.
    package init(parts: [Part: String]) { self.parts = parts }

    package var isIdle: Bool { lookups.isEmpty }

    /// Begins the lookup of a newer fix; gives its number. For an older one nothing is begun.
    package mutating func submit(
        _ fix: AcceptedFix, bypassingCache: Bool = false, isAwaited: Bool = false
    ) -> (lookup: Int, actions: [Action]) {
        var lookup = Lookup(id: nextID(), fix: fix, isAwaited: isAwaited)
        guard fix.seq >= newest else { return (lookup.id, refuse(lookup)) }
        newest = fix.seq
        var starts: [Action] = []
        for part in Part.allCases where parts[part] != nil && !fix.isPrivate {
            let cell = Cell(part, containing: fix.coordinate)
            if let job = job(for: cell, bypassingCache: bypassingCache) {
                lookup.waiting[part] = job
            } else {
                let job = nextID()
                lookup.waiting[part] = job
                running[job] = Running(cell: cell, bypassingCache: bypassingCache)
                starts.append(.start(job: job, cell, bypassingCache: bypassingCache))
            }
        }
        lookups.append(lookup)
        // Cancelled first: the older request's socket closes before the newer one's opens.
        return (lookup.id, makeWay(for: fix) + starts + endComplete())
    }

    /// Takes the outcome of a job; one that was cancelled meanwhile is ignored.
    package mutating func end(job: Int, _ outcome: PartOutcome) -> [Action] {
        guard let ended = running.removeValue(forKey: job) else { return [] }
        for index in lookups.indices where lookups[index].waiting[ended.cell.part] == job {
            lookups[index].waiting[ended.cell.part] = nil
            lookups[index].outcomes[ended.cell.part] = outcome
        }
        return endComplete()
    }

    /// Ends a job that cannot be begun.
    package mutating func fail(
        job: Int, _ code: LookupFailure.Code, _ message: String
    ) -> [Action] {
        guard let part = running[job]?.cell.part else { return [] }
        return end(job: job, failure(part, code, message))
    }

    /// Ends a lookup with what it has; the rest fails as `code` says.
    package mutating func giveUp(_ id: Int, _ code: LookupFailure.Code, _ message: String)
        -> [Action]
    {
        guard let index = lookups.firstIndex(where: { $0.id == id }) else { return [] }
        let cancelled = fail(index, Array(lookups[index].waiting.keys), code, message)
        return cancelled + endComplete()
    }

    /// Every lookup that runs, oldest first.
    package var ids: [Int] { lookups.map(\.id) }

    private mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }

    /// A job in flight whose answer will do; one that may come from the cache will not do when that is bypassed.
    private func job(for cell: Cell, bypassingCache: Bool) -> Int? {
        running.first { $0.value.cell == cell && ($0.value.bypassingCache || !bypassingCache) }?.key
    }
}

extension LookupPlan {
    /// Ends, or for once keeps, the lookup before the newest one, which is for `fix`.
    private mutating func makeWay(for fix: AcceptedFix) -> [Action] {
        let index = lookups.count - 2
        guard index >= 0, !lookups[index].isKept, !lookups[index].isSuperseded else { return [] }
        if supersessions >= Self.supersessionsInRow, !lookups.contains(where: \.isKept) {
            lookups[index].isKept = true
            supersessions = 0
            return []
        }
        let actions = supersede(index, by: fix)
        // One that handed over all it had in flight lost nothing.
        if actions.contains(where: \.isCancel) { supersessions += 1 }
        return actions
    }

    private mutating func supersede(_ index: Int, by fix: AcceptedFix) -> [Action] {
        let lookup = lookups[index]
        let lost = lookup.waiting.filter { isWaitedFor($0.value, only: index) }.map(\.key)
        let parts = Part.allCases.filter(lost.contains)
        lookups[index].isSuperseded = true
        let actions = fail(index, parts, .network, lookup.message(endedBy: fix.seq))
        if !lookup.isAwaited { lookups.remove(at: index) }
        // The same fix asked about once more has only handed over what was under way for it.
        guard lookup.fix.seq != fix.seq else { return actions }
        return actions + [.superseded(Superseded(seq: lookup.fix.seq, by: fix.seq, parts: parts))]
    }

    private func isWaitedFor(_ job: Int, only index: Int) -> Bool {
        !lookups.indices.contains { $0 != index && lookups[$0].waiting.values.contains(job) }
    }

    /// Gives `parts` of a lookup a failure, and cancels the jobs that no other lookup waits for.
    private mutating func fail(
        _ index: Int, _ failing: [Part], _ code: LookupFailure.Code, _ message: String
    ) -> [Action] {
        var actions: [Action] = []
        for part in Part.allCases where failing.contains(part) {
            guard let job = lookups[index].waiting[part] else { continue }
            if isWaitedFor(job, only: index) {
                running[job] = nil
                actions.append(.cancel(job: job))
            }
            lookups[index].waiting[part] = nil
            lookups[index].outcomes[part] = failure(part, code, message)
        }
        return actions
    }

    private func failure(
        _ part: Part, _ code: LookupFailure.Code, _ message: String
    ) -> PartOutcome {
        .failed([
            LookupFailure(part: part, provider: parts[part] ?? "", code: code, message: message)
        ])
    }

    /// Supersedes a lookup that came after that of a newer fix.
    private func refuse(_ lookup: Lookup) -> [Action] {
        var lookup = lookup
        let parts = Part.allCases.filter { self.parts[$0] != nil }
        for part in parts {
            lookup.outcomes[part] = failure(part, .network, lookup.message(endedBy: newest))
        }
        let superseded = Superseded(seq: lookup.fix.seq, by: newest, parts: parts)
        guard lookup.isAwaited else { return [.superseded(superseded)] }
        return [
            .superseded(superseded),
            .ended(lookup: lookup.id, lookup.milepost, isCurrent: false),
        ]
    }

    /// Takes out the lookups that have all their parts, oldest first; an older one that has not is overtaken.
    private mutating func endComplete() -> [Action] {
        var actions: [Action] = []
        while let index = lookups.firstIndex(where: \.waiting.isEmpty) {
            let lookup = lookups[index]
            let isNewest = index == lookups.count - 1
            if !lookup.isSuperseded {
                for older in lookups[..<index].map(\.id) {
                    actions += overtake(older, by: lookup.fix)
                }
                if isNewest { supersessions = 0 }
            }
            lookups.removeAll { $0.id == lookup.id }
            actions.append(
                .ended(lookup: lookup.id, lookup.milepost, isCurrent: !lookup.isSuperseded))
        }
        return actions
    }

    private mutating func overtake(_ id: Int, by fix: AcceptedFix) -> [Action] {
        guard let index = lookups.firstIndex(where: { $0.id == id && !$0.isSuperseded }) else {
            return []
        }
        return supersede(index, by: fix)
    }
}

extension LookupPlan.Action {
    fileprivate var isCancel: Bool { if case .cancel = self { true } else { false } }
}
