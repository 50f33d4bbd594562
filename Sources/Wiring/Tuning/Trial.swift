package import Domain
import Gate
import Lookup

/// One choice of settings, tried on a recording without looking anything up.
package struct Trial: Sendable {
    package private(set) var tuning: Tuning
    private var tracker: Tracker
    /// Those that somebody else is asked for; the places of this machine cost nothing.
    private let online: [Part]
    /// When each cell would have been asked for last.
    private var asked: [Cell: Timestamp] = [:]
    private var stretch = 0.0
    private var lastPoint: TrackPoint?
    private var lastAccepted: Timestamp?
    /// Whether `tuning` is to have all there is to draw, which grows with the recording.
    private let isDrawn: Bool

    package init(name: String, _ settings: Settings, isDrawn: Bool = false) {
        tuning = Tuning(name: name)
        self.isDrawn = isDrawn
        let asksForAddress = settings.addressProviders.contains { $0 != "gazetteer" }
        online =
            (asksForAddress ? [.address] : [])
            + (settings.weatherProviders.isEmpty ? [] : [.weather, .forecast])
        tracker = Tracker(
            settings: settings.gate, refresh: settings.refresh, track: settings.track,
            base: .fixTime, saved: nil)
    }

    /// Takes the next fixes of the recording.
    package mutating func take(_ fixes: [Fix]) {
        let now = Moment(seconds: 0)
        for fix in fixes { note(tracker.handle(fix, at: now)) }
    }

    /// The end of the recording; the last call.
    package mutating func finish() {
        note(tracker.handle(.finish, at: Moment(seconds: 0)))
        tuning.fixes = tracker.summary.fixes
        tuning.trackPoints = tracker.summary.trackPoints
    }

    private mutating func note(_ actions: [Action]) {
        for action in actions {
            switch action {
            case .track(let points): for point in points { follow(point) }
            case .accepted(let fix): accept(fix)
            default: break
            }
        }
    }

    private mutating func follow(_ point: TrackPoint) {
        // As the distance of a summary: a tunnel is passed through.
        if let last = lastPoint, !point.startsSegment || point.goesOn(from: last) {
            let way = last.coordinate.distance(to: point.coordinate)
            tuning.distance += way
            stretch += way
            tuning.longestStretch = max(tuning.longestStretch, stretch)
        }
        lastPoint = point
        if isDrawn { tuning.track.append(point) }
    }

    private mutating func accept(_ fix: AcceptedFix) {
        tuning.accepted += 1
        stretch = 0
        if let last = lastAccepted {
            tuning.greatestGap = max(tuning.greatestGap ?? 0, fix.time.seconds(since: last))
        }
        lastAccepted = fix.time
        if isDrawn { tuning.mileposts.append(fix) }
        for part in online { ask(part, fix) }
    }

    private mutating func ask(_ part: Part, _ fix: AcceptedFix) {
        let cell = Cell(part, containing: fix.coordinate)
        if let last = asked[cell], fix.time.seconds(since: last) < part.lifetime { return }
        asked[cell] = fix.time
        tuning.requests[part, default: 0] += 1
    }
}
