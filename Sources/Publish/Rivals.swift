import Domain

/// Two clients of one id throw each other out for ever (MQTT 3.1.1, section 3.1.4): seen by connections that are
/// answered and soon gone, again and again.
struct Rivals {
    private var short = 0

    var isLikely: Bool { short >= 3 }

    /// A connection that was answered and lasted so many seconds; as a rule `steady` or more.
    mutating func note(lasted: Double, steady: Double) { short = lasted < steady ? short + 1 : 0 }

    func sentence(_ clientID: String) -> String {
        "it ends each connection soon after it began: another client may use the id"
            + " \(clientID.printable); give this one its own with mqtt.client_id"
    }
}
