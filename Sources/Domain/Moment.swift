/// A point on the clock that durations are measured on: monotonic live, fix time in a replay.
///
/// Never the wall clock: that one steps, and a debounce counted on it would wait for hours.
package struct Moment: Comparable, Hashable, Sendable {
    package let seconds: Double

    package init(seconds: Double) { self.seconds = seconds }

    /// The moment of a fix when fix time is the clock.
    package init(_ time: Timestamp) { seconds = time.seconds }

    package static func < (a: Moment, b: Moment) -> Bool { a.seconds < b.seconds }

    package static func - (a: Moment, b: Moment) -> Double { a.seconds - b.seconds }

    package static func + (a: Moment, seconds: Double) -> Moment {
        Moment(seconds: a.seconds + seconds)
    }
}
