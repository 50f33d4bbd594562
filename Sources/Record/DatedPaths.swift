import Domain

/// Which file a record goes to by its time, and which files nothing comes for any more.
struct DatedPaths {
    private let pattern: PathPattern
    private let zone: Zone
    private var newest: (time: Timestamp, path: String)?
    /// Paths that another followed, each with the time from which it may be closed.
    private var finished: [(path: String, due: Timestamp)] = []

    /// Seconds in which the lookups of the last fix of a file have surely ended.
    private static let grace = 3600.0

    init(pattern: PathPattern, zone: Zone) {
        self.pattern = pattern
        self.zone = zone
    }

    /// True as long as no time has told the date of a file.
    var areUnknown: Bool { newest == nil && pattern.constant == nil }

    /// The path for a record of `time`, or for one without a time that of the newest; nil before there is any.
    mutating func path(at time: Timestamp?) -> String? {
        if let constant = pattern.constant { return constant }
        guard let time else { return newest?.path }
        let path = pattern.path(at: time, in: zone)
        if let newest {
            // Far before the newest, it was the newest that had a wrong date.
            let age = newest.time.seconds(since: time)
            guard age <= 0 || age > Self.grace else { return path }
            if age > 0 { expect(from: time) }
            if newest.path != path {
                finished.append((newest.path, time.adding(seconds: Self.grace)))
            }
        } else if let earlier = pattern.latest(before: time, in: zone) {
            // An earlier run may have been cut off in it, and writes nothing more there.
            finished.append((earlier, time))
        }
        newest = (time, path)
        return path
    }

    /// Nothing is due later than counted from now.
    private mutating func expect(from time: Timestamp) {
        for index in finished.indices {
            finished[index].due = min(finished[index].due, time.adding(seconds: Self.grace))
        }
    }

    /// A path that is due to be closed.
    mutating func takeFinished() -> String? {
        guard let newest, let first = finished.first, first.due <= newest.time else { return nil }
        finished.removeFirst()
        // A pattern may come to the same name again.
        return first.path == newest.path ? takeFinished() : first.path
    }
}
