package import Domain

/// Makes one fix of the reports that a device gives for the same time.
///
/// gpsd sends what it knows after each sentence of a receiver, up to 17 times a second for one time. What a later
/// report adds is filled in; what an earlier one told stands, so that no field changes under a reader, except the mode,
/// which is the best told. A fix goes on as soon as another time begins, as its mode is 3 and accuracy and speed are
/// known, or 0.2 s after its first report. What comes later still for that time is a fix of its own, merged likewise,
/// and the time step turns it away as a duplicate: a fix that has been judged is not judged again.
package struct ReportMerger: Sendable {
    /// A fix and when its first report came.
    package struct Report: Hashable, Sendable {
        package var fix: Fix
        package var moment: Moment

        package init(_ fix: Fix, at moment: Moment) {
            self.fix = fix
            self.moment = moment
        }
    }

    /// Seconds a fix waits for what is still missing.
    package static let patience = 0.2

    private var held: [Report] = []

    package init() {}

    /// When the first fix held is due.
    package var deadline: Moment? {
        held.map(\.moment).min().map { $0 + Self.patience }
    }

    /// True when nothing is held and `fix` needs nothing more: it can go on as it is.
    package func passes(_ fix: Fix) -> Bool { held.isEmpty && fix.isComplete }

    /// The fix that must go on before `fix`, as that one has another time or none.
    package mutating func displaced(by fix: Fix) -> Report? {
        guard !held.isEmpty,
            let index = held.firstIndex(where: { $0.fix.device == fix.device }),
            fix.time == nil || held[index].fix.time != fix.time
        else { return nil }
        return held.remove(at: index)
    }

    /// Takes a report in; gives back what is complete with it. Ask `displaced` before.
    package mutating func add(_ report: Report) -> Report? {
        if !held.isEmpty,
            let index = held.firstIndex(where: { $0.fix.device == report.fix.device })
        {
            held[index].fix.fill(from: report.fix)
            return held[index].fix.isComplete ? held.remove(at: index) : nil
        }
        if report.fix.isComplete { return report }
        held.append(report)
        return nil
    }

    /// The first fix whose time to wait is over; ask until there is none.
    package mutating func due(at now: Moment) -> Report? {
        held.firstIndex { now.isPast($0.moment, by: Self.patience) }.map { held.remove(at: $0) }
    }

    /// The first fix still held, due or not; ask until there is none.
    package mutating func flush() -> Report? { held.isEmpty ? nil : held.removeFirst() }
}

extension Fix {
    /// True when no later report can add what the gate needs, or none can be known to belong to it.
    fileprivate var isComplete: Bool {
        time == nil || mode == .threeD && accuracy != nil && speed != nil && coordinate != nil
    }

    fileprivate mutating func fill(from later: Fix) {
        if later.mode.rawValue > mode.rawValue { mode = later.mode }
        // The two halves of a place belong together.
        if coordinate == nil, later.coordinate != nil {
            latitude = later.latitude
            longitude = later.longitude
        }
        altitude = altitude ?? later.altitude
        accuracy = accuracy ?? later.accuracy
        speed = speed ?? later.speed
        course = course ?? later.course
        climb = climb ?? later.climb
        satellites = satellites ?? later.satellites
    }
}
