/// One position report of a receiver, as it came: nothing is checked yet, and what was not told is nil.
package struct Fix: Hashable, Sendable {
    /// What gpsd's `mode` says.
    package enum Mode: Int, Sendable { case unknown = 0, noFix, twoD, threeD }

    /// Where reports come from.
    package enum Source: String, Sendable { case gpsd, recording, simulated, manual }

    package var source: Source
    /// Path of the receiver as gpsd names it.
    package var device: String?
    package var mode: Mode
    package var time: Timestamp?
    package var latitude: Double?
    package var longitude: Double?
    /// Metres above mean sea level; never the height above the ellipsoid.
    package var altitude: Double?
    /// Horizontal error in metres as the receiver states it; nil when unknown, never 0.
    package var accuracy: Double?
    /// Metres per second over ground.
    package var speed: Double?
    /// Degrees clockwise from true north.
    package var course: Double?
    /// Metres per second upwards.
    package var climb: Double?
    /// Satellites used.
    package var satellites: Int?

    package init(
        source: Source, device: String? = nil, mode: Mode, time: Timestamp? = nil,
        latitude: Double? = nil, longitude: Double? = nil, altitude: Double? = nil,
        accuracy: Double? = nil, speed: Double? = nil, course: Double? = nil,
        climb: Double? = nil, satellites: Int? = nil
    ) {
        self.source = source
        self.device = device
        self.mode = mode
        self.time = time
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.accuracy = accuracy
        self.speed = speed
        self.course = course
        self.climb = climb
        self.satellites = satellites
    }

    /// The place, when both halves are there, finite and in range.
    package var coordinate: Coordinate? {
        guard let latitude, let longitude else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
