package import Domain

/// A vehicle going along a route: it accelerates, holds its speed, brakes for every stop and waits there.
package struct SimulatedDrive: Sequence, IteratorProtocol, Sendable {
    package struct Settings: Sendable {
        /// Metres per second.
        package var cruise: Double
        /// Metres per second squared, for going and for braking; a KTX does about 0.45.
        package var acceleration: Double
        /// Seconds between two states.
        package var interval: Double

        package init(cruise: Double, acceleration: Double = 0.5, interval: Double = 1) {
            self.cruise = cruise
            self.acceleration = acceleration
            self.interval = interval
        }
    }

    /// The truth at one time, before a receiver looks at it.
    package struct State: Sendable, Hashable {
        /// Seconds since the start.
        package var elapsed: Double
        /// Metres from the start of the route.
        package var travelled: Double
        package var coordinate: Coordinate
        /// Metres per second.
        package var speed: Double
        /// Degrees.
        package var course: Double
    }

    private let route: Route
    private let settings: Settings
    private var stops: ArraySlice<(mark: Double, seconds: Double)>
    private var elapsed = 0.0
    private var travelled = 0.0
    private var speed = 0.0
    private var waiting: Double
    private var isOver = false

    package init(route: Route, settings: Settings) {
        self.route = route
        self.settings = settings
        stops = route.stops[...]
        waiting = 0
        if stops.first?.mark == 0 { waiting = stops.removeFirst().seconds }
    }

    package mutating func next() -> State? {
        guard !isOver else { return nil }
        let (coordinate, course) = route.position(at: travelled)
        let state = State(
            elapsed: elapsed, travelled: travelled, coordinate: coordinate, speed: speed,
            course: course)
        let hasArrived = travelled >= route.length && waiting <= 0
        if hasArrived { isOver = true } else { advance() }
        return state
    }

    private mutating func advance() {
        elapsed += settings.interval
        if waiting > 0 {
            waiting -= settings.interval
            return
        }
        let target = stops.first?.mark ?? route.length
        let remaining = target - travelled
        let braking = (2 * settings.acceleration * Swift.max(0, remaining)).squareRoot()
        speed = Swift.min(
            speed + settings.acceleration * settings.interval, settings.cruise, braking)
        let step = speed * settings.interval
        // Braking by the root never quite arrives: the last metre is taken at once.
        guard remaining - step < 1 else {
            travelled += step
            return
        }
        travelled = target
        speed = 0
        if let stop = stops.popFirst() { waiting = stop.seconds }
    }
}
