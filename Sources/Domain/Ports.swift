/// What a lookup is asked for: the place, and the words the answer should come in.
package struct Query: Hashable, Sendable {
    package var coordinate: Coordinate
    package var language: Language
    /// That of the place, for a provider that tells times in UTC only; nil when it is not known.
    package var zone: Zone?

    package init(coordinate: Coordinate, language: Language, zone: Zone? = nil) {
        self.coordinate = coordinate
        self.language = language
        self.zone = zone
    }
}

/// Knows the time zone of a place without asking anybody.
package protocol ZoneFinder: Sendable {
    /// At once; nil far from any known place, or while that is not known yet.
    func zone(at coordinate: Coordinate) async -> Zone?
}

/// A service that names places.
package protocol AddressProvider: Sendable {
    /// Its name in the configuration: "nominatim".
    var name: String { get }
    /// Whether it knows by itself and asks nobody.
    var isOffline: Bool { get }
    func address(_ query: Query) async throws(LookupFailure) -> Address
}

extension AddressProvider {
    /// Most ask a service.
    package var isOffline: Bool { false }
}

/// A service that knows the weather now and to come.
package protocol WeatherProvider: Sendable {
    /// Its name in the configuration: "open-meteo".
    var name: String { get }
    func weather(_ query: Query) async throws(LookupFailure) -> Weather
    func forecast(_ query: Query) async throws(LookupFailure) -> Forecast
}

/// A service that finds places by name.
package protocol PlaceFinder: Sendable {
    var name: String { get }
    /// Whether it is this machine's own list, which asks nobody.
    var isOwnList: Bool { get }
    /// The likeliest first; where the service ranks by nearness, those near `position` first among equals.
    func places(
        named text: String, near position: Coordinate?, language: Language
    ) async throws(LookupFailure) -> [NamedPlace]
}

extension PlaceFinder {
    /// Most ask a service.
    package var isOwnList: Bool { false }

    /// For somebody who may be anywhere.
    package func places(
        named text: String, language: Language
    ) async throws(LookupFailure) -> [NamedPlace] {
        try await places(named: text, near: nil, language: language)
    }
}
