/// Which broker is told, as whom, and what.
package struct PublishSettings: Hashable, Sendable {
    /// How a location is written.
    package enum LocationFormat: String, Sendable, CaseIterable {
        /// As OwnTracks' applications do.
        case owntracks
        /// The `fix` of Milepost's own output.
        case milepost
    }

    /// As `BrokerAddress` reads it; empty: nobody is told anything.
    package var url = ""
    package var user = ""
    /// Path of a file with the password; empty for none.
    package var passwordFile = ""
    /// Where each accepted fix goes.
    package var topic = "owntracks/{user}/{device}"
    /// Below it goes what Milepost tells besides.
    package var baseTopic = "milepost/{user}/{device}"
    package var format = LocationFormat.owntracks
    /// Empty for the name of the machine.
    package var device = ""
    /// Empty for the end of the topic, as with OwnTracks.
    package var trackerID = ""
    /// Empty for one of this machine alone.
    package var clientID = ""
    /// PEM files; empty for those of the system, and for no certificate of one's own.
    package var authorityFile = ""
    package var certificateFile = ""
    package var certificateKeyFile = ""
    /// The prefix under which Home Assistant looks for devices; empty: it is told nothing.
    package var discovery = ""
    /// What is kept for a broker that cannot be reached: so many messages, and so many days.
    package var queueMessages = 100_000
    package var queueDays = 30

    package init() {}

    package var broker: BrokerAddress? { BrokerAddress(url) }
}

/// Who speaks: what the settings and the machine say together.
package struct Speaker: Hashable, Sendable {
    package let device: String
    package let clientID: String
    package let version: String

    /// `machine` are things that are of this machine alone, like its id and serial number; they make the client id and
    /// cannot be found from it.
    package init(
        _ settings: PublishSettings, hostName: String, machine: [String], version: String
    ) {
        device = settings.device.isEmpty ? hostName : settings.device
        clientID =
            settings.clientID.isEmpty
            ? "milepost-" + fingerprint(of: machine + [hostName]) : settings.clientID
        self.version = version
    }
}

/// FNV-1a of 64 bits (draft-eastlake-fnv), as 16 hexadecimal digits.
private func fingerprint(of texts: [String]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in texts.joined(separator: "\n").utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
