package import Domain

/// What a receiver on the roof would have told of a simulated drive: noise, tunnels, outliers, lost time.
package struct SimulatedReceiver: Sequence, IteratorProtocol, Sendable {
    /// A stretch of the route, in metres from its start.
    package typealias Stretch = Range<Double>

    package struct Settings: Sendable {
        package var start: Timestamp
        package var seed: UInt64
        /// Standard deviation of the position in metres on each axis under a good sky.
        package var noise = 3.0
        /// No fix at all.
        package var tunnels: [Stretch] = []
        /// The position is ten times worse, and the receiver says so.
        package var poor: [Stretch] = []
        /// Positions without a time.
        package var timeless: [Stretch] = []
        /// Single fixes that lie kilometres away, at these metres from the start.
        package var outliers: [Double] = []
        /// Metres above mean sea level.
        package var altitude = 40.0

        package init(start: Timestamp, seed: UInt64) {
            self.start = start
            self.seed = seed
        }
    }

    private var drive: SimulatedDrive
    private let settings: Settings
    private var random: SeededGenerator
    private var outliers: ArraySlice<Double>
    private var offset = (north: 0.0, east: 0.0)

    package init(drive: SimulatedDrive, settings: Settings) {
        self.drive = drive
        self.settings = settings
        random = SeededGenerator(seed: settings.seed)
        outliers = settings.outliers.sorted()[...]
    }

    package mutating func next() -> Fix? {
        drive.next().map { report(of: $0) }
    }

    private mutating func report(of state: SimulatedDrive.State) -> Fix {
        let time = settings.start.adding(seconds: state.elapsed)
        guard !settings.tunnels.contains(where: { $0.contains(state.travelled) }) else {
            return Fix(source: .simulated, mode: .noFix, time: time)
        }
        let isPoor = settings.poor.contains { $0.contains(state.travelled) }
        let deviation = settings.noise * (isPoor ? 10 : 1)
        var error = wander(deviation)
        if let outlier = outliers.first, state.travelled >= outlier {
            outliers.removeFirst()
            error.north += 25_000
        }
        let place = state.coordinate.moved(north: error.north, east: error.east)
        let hasTime = !settings.timeless.contains { $0.contains(state.travelled) }
        return Fix(
            source: .simulated, mode: .threeD, time: hasTime ? time : nil,
            latitude: place.latitude, longitude: place.longitude,
            altitude: settings.altitude + (offset.north * 1.5).rounded(),
            // 95 % of a two-dimensional normal error lie within 2.45 standard deviations of one axis.
            accuracy: Swift.max(1, 2.45 * deviation), speed: state.speed,
            course: state.speed > 0.5 ? state.course : nil, climb: 0,
            satellites: isPoor ? 5 : 11)
    }

    /// A first-order Gauss–Markov error: a receiver's error drifts, it does not jump from second to second.
    private mutating func wander(_ deviation: Double) -> (north: Double, east: Double) {
        let keep = 0.9
        let fresh = (1 - keep * keep).squareRoot() * deviation
        offset.north = offset.north * keep + random.gaussian() * fresh
        offset.east = offset.east * keep + random.gaussian() * fresh
        return offset
    }
}
