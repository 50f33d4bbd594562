import Domain

extension Weather {
    /// The observation with what only the forecast tells, the sky and lightning; nil when nothing is known.
    ///
    /// Without an observation it is the forecast of its first hour, at that hour; the rain of the last hour stays unknown.
    init?(kma observation: KMASlot?, next: KMASlot?, _ language: Language) {
        guard var slot = observation ?? next else { return nil }
        slot.precipitation = slot.precipitation ?? next?.precipitation
        slot.sky = next?.sky
        slot.lightning = next?.lightning
        self.init(provider: KMA.name)
        condition = slot.condition
        description = slot.words(language)
        temperature = slot.temperature
        humidity = slot.humidity
        windSpeed = slot.windSpeed
        windDirection = slot.windDirection
        rain1h = observation?.rain?.typical
        observedAt = slot.time
        utcOffset = KST.offset
        guard hasReading else { return nil }
    }
}
