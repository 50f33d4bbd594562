/// What is to come, by local day and by hour or provider's step.
package struct Forecast: Hashable, Codable, Sendable {
    package struct Day: Hashable, Codable, Sendable {
        package var date: LocalDate
        /// Degrees Celsius.
        package var min: Double?
        package var max: Double?
        package var condition: Condition?
        /// 0…100.
        package var precipitationProbability: Double?
        /// Millimetres of water.
        package var precipitation: Double?

        package init(date: LocalDate) { self.date = date }
    }

    package struct Hour: Hashable, Codable, Sendable {
        package var time: Timestamp
        /// Degrees Celsius.
        package var temperature: Double?
        package var condition: Condition?
        /// 0…100.
        package var precipitationProbability: Double?
        /// Millimetres of water within the provider's step.
        package var precipitation: Double?
        /// Metres per second.
        package var windSpeed: Double?

        package init(time: Timestamp) { self.time = time }
    }

    package var provider: String
    package var issuedAt: Timestamp?
    package var days: [Day] = []
    package var hours: [Hour] = []
    /// Seconds east of UTC that `days` were cut by.
    package var utcOffset: Int?

    package init(provider: String) { self.provider = provider }
}
