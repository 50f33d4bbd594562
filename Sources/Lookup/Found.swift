package import Domain

/// The answer to one part, of the type that the part has.
package enum Found: Hashable, Sendable {
    case address(Address)
    case weather(Weather)
    case forecast(Forecast)
}

/// How one part ended: an answer, or every provider's reason for having none.
package enum PartOutcome: Hashable, Sendable {
    case found(Found)
    case failed([LookupFailure])
}

extension Milepost {
    mutating func add(_ outcome: PartOutcome) {
        switch outcome {
        case .found(.address(let address)): self.address = address
        case .found(.weather(let weather)): self.weather = weather
        case .found(.forecast(let forecast)): self.forecast = forecast
        case .failed(let failures): self.failures += failures
        }
    }
}
