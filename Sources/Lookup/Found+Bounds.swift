import Domain

extension Found {
    /// With no more of a forecast than any service tells, so that what is written of it stays readable.
    package var bounded: Found {
        guard case .forecast(var forecast) = self else { return self }
        forecast.days = Array(forecast.days.prefix(16))
        forecast.hours = Array(forecast.hours.prefix(400))
        return .forecast(forecast)
    }
}
