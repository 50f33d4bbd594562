/// The weather at one place at one time, in SI-like units whatever the provider sends.
package struct Weather: Hashable, Codable, Sendable {
    package var provider: String
    package var condition: Condition?
    /// The provider's own words in the language asked for.
    package var description: String?
    package var icon: String?
    /// Degrees Celsius.
    package var temperature: Double?
    package var feelsLike: Double?
    /// Percent.
    package var humidity: Double?
    /// hPa at sea level.
    package var pressure: Double?
    /// Metres per second.
    package var windSpeed: Double?
    package var windGust: Double?
    /// Degrees the wind comes from.
    package var windDirection: Double?
    /// Percent of the sky.
    package var clouds: Double?
    /// Metres.
    package var visibility: Double?
    /// Millimetres in the last hour.
    package var rain1h: Double?
    /// Millimetres of water in the last hour.
    package var snow1h: Double?
    package var sunrise: Timestamp?
    package var sunset: Timestamp?
    package var observedAt: Timestamp?
    /// The provider's name of its place, a town rather than an address.
    package var station: String?
    /// Seconds east of UTC at the place; for showing local times only.
    package var utcOffset: Int?

    package init(provider: String) { self.provider = provider }
}
