package import Domain
package import Gate
package import Publish
package import Record

/// What the owner decides, as plain values; a fresh one holds the defaults.
package struct Settings: Hashable, Sendable {
    package var language = Language.en
    package var units = Units.metric
    /// E-mail or URL for the User-Agent; empty when not given.
    package var contact = ""
    /// Where the override, the cache and the control socket live; never empty once loaded.
    package var stateDirectory = ""
    package var gpsd = GpsdSettings()
    package var gate = GateSettings()
    package var track = TrackSettings()
    package var refresh = RefreshSettings()
    /// In the order they are tried; empty switches weather and forecast off.
    package var weatherProviders = ["open-meteo"]
    /// In the order they are tried; empty switches addresses off.
    package var addressProviders = ["gazetteer"]
    /// By the provider's name.
    package var providers = Dictionary(
        uniqueKeysWithValues: Service.all.map { ($0.name, ProviderSettings($0.baseURL)) })
    package var store = StoreSettings()
    /// Which broker is told.
    package var mqtt = PublishSettings()
    /// Where `run` writes what comes out; standard output is one of them.
    package var logs = [LogSettings()]
    /// Where nothing is told to others.
    package var zones: [ZoneSettings] = []

    package init() {}

    /// What is set for `provider`, empty for an unknown one.
    package subscript(provider provider: String) -> ProviderSettings {
        get { providers[provider] ?? ProviderSettings() }
        set { providers[provider] = newValue }
    }
}

/// Where gpsd is and how long it may be silent.
package struct GpsdSettings: Hashable, Sendable {
    package var host = "localhost"
    package var port = 2947
    /// Path of the receiver as gpsd names it; empty for any.
    package var device = ""
    /// Seconds of silence after which the connection is replaced and another device may take over.
    package var staleAfter = 10.0

    package init() {}
}

/// Where the history is kept and for how long.
package struct StoreSettings: Hashable, Sendable {
    /// Relative to the state directory; empty for none.
    package var path = "milepost.db"
    /// Days after which a row is removed; 0 for never.
    package var keepDays = 0

    package init() {}
}

/// How one provider is reached.
package struct ProviderSettings: Hashable, Sendable {
    /// Scheme, host and perhaps a path, without a slash at its end.
    package var baseURL: String
    /// Path of a file with the key; empty for none.
    package var keyFile = ""

    package init(_ baseURL: String = "") { self.baseURL = baseURL }
}

/// One `[[log]]`.
package struct LogSettings: Hashable, Sendable {
    /// An strftime pattern; `-` is standard output.
    package var path = "-"
    package var format = Format.text
    /// `local`, `UTC` or a name of the IANA time zone database, for the pattern and for times in text.
    package var timeZone = "local"
    /// Nil for that of the whole program.
    package var language: Language?
    /// Nil for those of the whole program.
    package var units: Units?
    /// Puts a gzip in the place of a finished file.
    package var compresses = false

    package init() {}
}

/// One `[[privacy.zone]]`.
package struct ZoneSettings: Hashable, Sendable {
    /// Degrees; nil while not given.
    package var latitude: Double?
    package var longitude: Double?
    /// Metres.
    package var radius = 200.0

    package init() {}

    /// Nil without a place.
    package var zone: PrivacyZone? {
        guard let latitude, let longitude,
            let middle = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return PrivacyZone(middle, radius: radius)
    }
}
