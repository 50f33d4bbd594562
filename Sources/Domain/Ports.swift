/// What a lookup is asked for: the place, and the words the answer should come in.
package struct Query: Hashable, Sendable {
    package var coordinate: Coordinate
    package var language: Language

    package init(coordinate: Coordinate, language: Language) {
        self.coordinate = coordinate
        self.language = language
    }
}

/// A service that names places.
package protocol AddressProvider: Sendable {
    /// Its name in the configuration: "nominatim".
    var name: String { get }
    func address(_ query: Query) async throws(LookupFailure) -> Address
}

/// A service that knows the weather now and to come.
package protocol WeatherProvider: Sendable {
    /// Its name in the configuration: "open-meteo".
    var name: String { get }
    func weather(_ query: Query) async throws(LookupFailure) -> Weather
    func forecast(_ query: Query) async throws(LookupFailure) -> Forecast
}

/// A place found by name.
package struct NamedPlace: Hashable, Sendable {
    package var coordinate: Coordinate
    /// "Seoul, KR" as shown to a person choosing between several.
    package var label: String
    package var provider: String

    package init(coordinate: Coordinate, label: String, provider: String) {
        self.coordinate = coordinate
        self.label = label
        self.provider = provider
    }
}

/// A service that finds places by name.
package protocol PlaceFinder: Sendable {
    var name: String { get }
    func places(named text: String, language: Language) async throws(LookupFailure) -> [NamedPlace]
}
