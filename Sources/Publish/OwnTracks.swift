import Domain

/// The messages of OwnTracks' applications, as its booklet has them (https://owntracks.org/booklet/tech/json).
enum OwnTracks {
    /// `_type=location`. Whole numbers where the booklet has them; what is not known is absent.
    struct Location: Codable, Hashable {
        let _type: String
        /// Tells this report from any other of the device.
        let _id: String
        let lat: Double
        let lon: Double
        /// Seconds since 1970: of the fix, and of the message.
        let tst: Int64
        let created_at: Int64
        /// Metres.
        let acc: Int?
        /// Metres above mean sea level.
        let alt: Int?
        /// km/h.
        let vel: Int?
        /// Degrees.
        let cog: Int?
        /// What asked for it: `u` the user, `t` a timer; absent when the position did.
        let t: String?
        /// Two characters for a map.
        let tid: String
        /// The address, where OwnTracks' Recorder has it too.
        let addr: String?

        init(_ fix: AcceptedFix, address: String?, trackerID: String, at wall: Timestamp) {
            _type = "location"
            _id = fix.publicID
            (lat, lon) = (fix.coordinate.latitude, fix.coordinate.longitude)
            tst = fix.time.wholeSeconds
            created_at = wall.wholeSeconds
            // 0 would be no accuracy at all to its applications.
            acc = fix.accuracy.map { max(1, Int($0.rounded())) }
            alt = fix.fix.altitude.map { Int($0.rounded()) }
            vel = fix.fix.speed.map { Int(($0 * 3.6).rounded()) }
            cog = fix.fix.course.map { Int($0.rounded()) % 360 }
            t = fix.trigger
            tid = trackerID
            addr = address
        }
    }

    /// `_type=status` while the program runs, and `_type=lwt`, which the broker tells when it is gone.
    struct Status: Codable, Hashable {
        let _type: String
        let status: String
        /// Seconds since 1970; of a will, those of the connection.
        let tst: Int64

        static func online(at wall: Timestamp) -> Status {
            Status(_type: "status", status: "online", tst: wall.wholeSeconds)
        }

        static func offline(at wall: Timestamp) -> Status {
            Status(_type: "lwt", status: "offline", tst: wall.wholeSeconds)
        }
    }

    /// The last two characters of the topic, as its applications do.
    static func trackerID(_ settings: PublishSettings, topic: String) -> String {
        settings.trackerID.isEmpty ? String(topic.suffix(2)) : settings.trackerID
    }
}

extension Timestamp {
    /// Since 1970, rounded down.
    fileprivate var wholeSeconds: Int64 { Int64((seconds).rounded(.down)) }
}

extension AcceptedFix {
    /// The time in milliseconds, which no two fixes of a receiver share, and its number in the run.
    var publicID: String { "\(String(time.milliseconds, radix: 16))-\(seq)" }

    fileprivate var trigger: String? {
        if reasons.contains(.refresh) || reasons.contains(.override) { return "u" }
        return reasons.contains(.heartbeat) ? "t" : nil
    }
}
