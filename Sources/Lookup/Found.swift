package import Domain

/// The answer to one part, of the type that the part has.
package enum Found: Hashable, Sendable {
    case address(Address)
    case weather(Weather)
    case forecast(Forecast)
}

/// How one part ended: an answer, or every provider's reason for having none.
package enum PartOutcome: Hashable, Sendable {
    /// `skipped` are the reasons of the providers before the one that answered.
    case found(Found, skipped: [LookupFailure] = [])
    case failed([LookupFailure])
}

extension Milepost {
    mutating func add(_ outcome: PartOutcome) {
        switch outcome {
        case .found(let found, let skipped):
            switch found {
            case .address(let address): self.address = address
            case .weather(let weather): self.weather = weather
            case .forecast(let forecast): self.forecast = forecast
            }
            failures += skipped
        case .failed(let failures): self.failures += failures
        }
    }
}
