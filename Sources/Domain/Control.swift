/// The answer to a refresh or an override: the two events of the output.
package struct Answer: Sendable, Hashable {
    package var fix: AcceptedFix
    /// With every part, changed or not; empty when every part is switched off.
    package var milepost: Milepost?

    package init(fix: AcceptedFix, milepost: Milepost?) {
        self.fix = fix
        self.milepost = milepost
    }
}

/// A coordinate set by hand.
package struct Override: Sendable, Hashable {
    package var coordinate: Coordinate
    package var altitude: Double?
    package var name: String?
    /// Shown once; tracking resumes.
    package var once: Bool

    package init(
        coordinate: Coordinate, altitude: Double? = nil, name: String? = nil, once: Bool = false
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.name = name
        self.once = once
    }
}

/// Why a command to the running tracker was not carried out.
package struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// No fix came in time.
        case noFix = "no-fix"
        case badRequest = "bad-request"
        case notFound = "not-found"
        case conflict
        case unavailable
    }
    package var code: Code
    package var message: String
    package var hint: String?

    package init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    /// The sentence, and the hint when there is one.
    package var description: String {
        [message, hint].compactMap { $0 }.joined(separator: " ")
    }

    /// Whoever asks while the program ends.
    package static let stopping = ControlError(
        .unavailable, "Milepost is stopping.", hint: "Ask again once it runs.")
}

/// What can be asked of a running tracker, by the socket, a signal or the page.
package protocol Controller: Sendable {
    func status() async -> Status
    /// Why nothing moves any more, in a sentence; nil while it does. Asks nobody who may be stuck.
    func standstill() -> String?
    /// Waits for a new position and its lookups; a second caller joins the first.
    func refresh(timeout: Double?) async throws -> Answer
    func override(_ override: Override) async throws -> Answer
    func override(place: String, once: Bool) async throws -> Answer
    func clearOverride() async
    func pause() async throws
    func resume() async throws
    func search(_ text: String) async throws -> [NamedPlace]
}

/// Everything `milepost status` shows.
package struct Status: Sendable {
    package struct Provider: Sendable, Hashable {
        package var name: String
        package var parts: [Part]
        package var requests: Int
        package var failures: Int
        /// Why it is not asked at the moment.
        package var blocked: String?
        package var retryAt: Timestamp?

        package init(
            name: String, parts: [Part], requests: Int = 0, failures: Int = 0,
            blocked: String? = nil, retryAt: Timestamp? = nil
        ) {
            self.name = name
            self.parts = parts
            self.requests = requests
            self.failures = failures
            self.blocked = blocked
            self.retryAt = retryAt
        }
    }

    /// How it stands with the broker that is told everything.
    package struct Publishing: Sendable, Hashable {
        package var broker: String
        package var isConnected = false
        /// Why there is no connection.
        package var reason: String?
        /// Messages that wait, and the time of the oldest.
        package var queue = 0
        package var oldest: Timestamp?
        /// Messages that were dropped unsent.
        package var lost = 0

        package init(broker: String) { self.broker = broker }
    }

    package struct LastFix: Sendable, Hashable {
        package var fix: AcceptedFix
        /// Seconds since it came, on the monotonic clock.
        package var age: Double
        /// True when it must not be read as the present place.
        package var isStale: Bool

        package init(_ fix: AcceptedFix, age: Double, isStale: Bool) {
            self.fix = fix
            self.age = age
            self.isStale = isStale
        }
    }

    package var version: String
    package var mode: Mode
    package var receiver: Receiver
    package var since: Timestamp
    package var fix: LastFix?
    package var address: Address?
    package var weather: Weather?
    package var forecast: Forecast?
    package var summary = Summary()
    package var providers: [Provider] = []
    /// Events accepted but not yet taken by each sink.
    package var queue = 0
    /// Nil where nothing is published.
    package var publishing: Publishing?
    /// What outputs have lost for good, as far as is known.
    package var lost = 0

    package init(version: String, mode: Mode, receiver: Receiver, since: Timestamp) {
        self.version = version
        self.mode = mode
        self.receiver = receiver
        self.since = since
    }
}
