import Lookup

/// Every setting, in the order of `config/milepost.toml`; the lists of sections are in `logTable` and `zoneTable`.
package enum SettingsTable {
    package static let all: [Setting] =
        general + gpsd + gate + track + refresh + lookups + providers + store + mqtt

    /// By its full name.
    static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

    /// What may stand in brackets: `gate`, `providers`, `providers.open-meteo`.
    static let sections: Set<String> = Set(
        all.flatMap { setting in
            let parts = setting.section.split(separator: ".")
            return (0..<parts.count).map { parts[...$0].joined(separator: ".") }
        } + ["privacy"])

    /// The providers that may have a key.
    package static let keyedProviders = Set(all.filter { $0.name == "key_file" }.map(\.provider))

    private static let general: [Setting] = [
        .choice("language", \.language, "The language of text, addresses and weather."),
        .choice("units", \.units, "The units of text. Records always have SI units."),
        .text(
            "contact", \.contact, type: .text(emptyAllowed: true),
            "An e-mail address or URL that is sent to the services, so that they can reach you."
                + " The rules of public Nominatim ask for it."),
        .text(
            "state_dir", \.stateDirectory, type: .path(emptyAllowed: true),
            "Where the override, the cache and the control socket are kept. Empty: $STATE_DIRECTORY,"
                + " else /var/lib/milepost where that is and may be written to, else"
                + " $XDG_STATE_HOME/milepost, else ~/.local/state/milepost."),
    ]

    private static let gpsd: [Setting] = [
        .text("gpsd.host", \.gpsd.host, type: .text(emptyAllowed: false), "Where gpsd runs."),
        .integer("gpsd.port", \.gpsd.port, 1...65535, "The port gpsd listens on."),
        .text(
            "gpsd.device", \.gpsd.device, type: .text(emptyAllowed: true),
            "The receiver to follow, as gpsd names it: \"/dev/ttyACM0\". Empty: the best one."),
        .number(
            "gpsd.stale_after_s", \.gpsd.staleAfter, 1...3600, "s",
            "A gpsd that is silent for so long is connected to anew, and another receiver may take"
                + " over."),
    ]

    private static let gate: [Setting] = [
        .choice(
            "gate.profile", \.gate.profile,
            "How dense the log is: it gives the defaults of the next three numbers."
                + " significant: 500 m, 60 s, 1800 s. walk: 50, 30, 1800. vehicle: 200, 15, 1800."
                + " train: 1000, 60, 1800. every-fix: 0, 0, 0."),
        .number(
            "gate.min_distance_m", \.gate.minDistance, 0...1_000_000, "m",
            "A fix matters only so far from the last one that did. 0: every fix does."
        )
        .following("gate.profile"),
        .number(
            "gate.min_interval_s", \.gate.minInterval, 0...86400, "s",
            "No two fixes matter within this time."
        )
        .following("gate.profile"),
        .number(
            "gate.max_interval_s", \.gate.maxInterval, 0...604_800, "s",
            "After this time a fix matters even where nothing moved. 0: never."
        )
        .following("gate.profile"),
        .number(
            "gate.max_accuracy_m", \.gate.maxAccuracy, 1...100_000, "m",
            "A fix whose stated error is larger is used only while moving and when nothing better comes."
        ),
        .number(
            "gate.relax_after_s", \.gate.relaxAfter, 1...86400, "s",
            "For so long nothing better must have come before such a fix is used."),
        .number(
            "gate.max_speed_kmh", \.gate.maxSpeed, 0...100_000, "km/h",
            "A fix that nothing so fast could have reached is a jump, and is left out."
                + " 0: no fix is a jump."),
        .number(
            "gate.stop_after_s", \.gate.stopAfter, 1...86400, "s",
            "Staying at one place for so long is a stop; its place is kept unless it is already."),
    ]

    private static let track: [Setting] = [
        .number(
            "track.max_error_m", \.track.maxError, 0...10_000, "m",
            "Points of the path are left out while each of them is no farther than this from the line"
                + " that is kept. 0: only those on it."),
        .number(
            "track.gap_s", \.track.gap, 1...86400, "s",
            "After so long without a fix the path begins anew; nothing is drawn in between."),
    ]

    private static let refresh: [Setting] = [
        .number(
            "refresh.desired_accuracy_m", \.refresh.desiredAccuracy, 1...100_000, "m",
            "A refresh, and the first fix after the start, wait for a fix as accurate as this."),
        .number(
            "refresh.acquire_timeout_s", \.refresh.acquireTimeout, 1...600, "s",
            "After so long the most accurate fix so far is taken."),
        .number(
            "refresh.lookup_timeout_s", \.refresh.lookupTimeout, 1...600, "s",
            "So long a refresh waits for address, weather and forecast."),
    ]

    private static let lookups: [Setting] = [
        .names(
            "weather.providers", \.weatherProviders, Service.names(of: .weather),
            "Who is asked for the weather and the forecast, one after the other until one answers."
                + " An empty list: nobody."),
        .names(
            "address.providers", \.addressProviders, ["gazetteer"] + Service.names(of: .address),
            "Who is asked for the address, one after the other until one answers."
                + " An empty list: nobody. gazetteer is this machine's own list of places, which tells"
                + " nobody where you are; each of the others is told."
        ),
    ]

    private static let providers: [Setting] = Service.all.flatMap { service in
        let base = baseURL(service.name, of: service.title)
        return service.isKeyed ? [base, keyFile(service.name, of: service.title)] : [base]
    }

    private static let store: [Setting] = [
        .text(
            "store.path", \.store.path, type: .path(emptyAllowed: true),
            "The history that `milepost run` keeps: fixes, path, addresses and weather, a SQLite file;"
                + " `milepost track` shows it. Relative to state_dir. Empty: no history."),
        .integer(
            "store.keep_days", \.store.keepDays, 0...36_500,
            "What is older by so many days is removed, counted from the newest. 0: nothing is, and what"
                + " `milepost track delete` deleted goes after 30 days."),
    ]

    private static let mqtt: [Setting] = [
        .text(
            "mqtt.url", \.mqtt.url, type: .brokerURL,
            "The MQTT broker that is told each fix that matters: \"mqtts://host:8883\" by TLS,"
                + " \"mqtt://host:1883\" without. Empty: nobody is told anything."),
        .text(
            "mqtt.user", \.mqtt.user, type: .text(emptyAllowed: true),
            "The user that the broker knows; empty where it asks for none."),
        .text(
            "mqtt.password_file", \.mqtt.passwordFile, type: .path(emptyAllowed: true),
            "A file of mode 0600 that holds the user's password and nothing else."
                + " Instead of it: $CREDENTIALS_DIRECTORY/mqtt or the variable MILEPOST_MQTT_KEY."),
        .text(
            "mqtt.topic", \.mqtt.topic, type: .topic,
            "Where each fix that matters is told; the broker keeps the newest. {user} is the user,"
                + " \"milepost\" if there is none, and {device} the device."),
        .text(
            "mqtt.base_topic", \.mqtt.baseTopic, type: .topic,
            "What else is told goes below it: milepost (what was found at a place), state, status"
                + " (online or offline), now (all that is known of here and now)."),
        .choice(
            "mqtt.format", \.mqtt.format,
            "How a fix is written: as the location of OwnTracks, or as the fix of Milepost's own output."
        ),
        .text(
            "mqtt.device", \.mqtt.device, type: .text(emptyAllowed: true),
            "What this vehicle is called; in topics with - for what cannot stand there. Empty: the name of"
                + " the machine."),
        .text(
            "mqtt.tracker_id", \.mqtt.trackerID, type: .topicLevel,
            "Two characters for OwnTracks' maps. Empty: the last two of the topic."),
        .text(
            "mqtt.client_id", \.mqtt.clientID, type: .topicLevel,
            "What the broker tells its clients apart by; no two may have one. Empty: one made of"
                + " this machine's id, name and serial number, and of state_dir."),
        .text(
            "mqtt.authority_file", \.mqtt.authorityFile, type: .path(emptyAllowed: true),
            "The certificate, as PEM, of who vouches for the broker. Empty: those that this system"
                + " trusts."),
        .text(
            "mqtt.certificate_file", \.mqtt.certificateFile, type: .path(emptyAllowed: true),
            "This client's own certificate, as PEM, where the broker asks for one."),
        .text(
            "mqtt.certificate_key_file", \.mqtt.certificateKeyFile,
            type: .path(emptyAllowed: true), "The private key of that certificate, as PEM."),
        .text(
            "mqtt.discovery", \.mqtt.discovery, type: .topicLevel,
            "The prefix under which Home Assistant looks for devices, \"homeassistant\" unless changed"
                + " there: it then shows this vehicle by itself. Empty: it is not told."),
        .integer(
            "mqtt.queue_messages", \.mqtt.queueMessages, 1...10_000_000,
            "So many messages wait on the disk for a broker that cannot be reached; then the oldest are"
                + " dropped."),
        .integer(
            "mqtt.queue_days", \.mqtt.queueDays, 1...3650,
            "What is older by so many days is dropped, once the clock is set."),
    ]

    private static func baseURL(_ name: String, of title: String) -> Setting {
        .text(
            "providers.\(name).base_url", \.[provider: name].baseURL, type: .baseURL,
            "Where \(title) is reached.")
    }

    private static func keyFile(_ name: String, of title: String) -> Setting {
        .text(
            "providers.\(name).key_file", \.[provider: name].keyFile,
            type: .path(emptyAllowed: true),
            "A file of mode 0600 that holds the key of \(title) and nothing else."
                + " Instead of it: $CREDENTIALS_DIRECTORY/\(name) or the variable"
                + " \(ProviderKey.variable(of: name)).")
    }
}
