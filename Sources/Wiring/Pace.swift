import Domain

/// Lets a recording go by as fast as it was, or a multiple of that.
struct Pace {
    private let speed: Double
    private let time: TimeSource
    private var start: (fix: Timestamp, moment: Moment)?

    init(_ speed: Double, time: TimeSource) {
        self.speed = speed
        self.time = time
    }

    /// Waits until `fix` is due; false when the task was cancelled.
    mutating func wait(for fix: Fix) async -> Bool {
        guard let at = fix.time else { return !Task.isCancelled }
        let start = start ?? (at, time.moment())
        self.start = start
        let wait = at.seconds(since: start.fix) / speed - (time.moment() - start.moment)
        return wait <= 0 ? !Task.isCancelled : (try? await time.sleep(wait)) != nil
    }
}
