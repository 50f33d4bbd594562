import Domain
import FoundationEssentials

/// The form in which the cache keeps answers: the domain's own types as JSON.
extension Found {
    var json: Data? {
        let encoder = JSONEncoder()
        return switch self {
        case .address(let address): try? encoder.encode(address)
        case .weather(let weather): try? encoder.encode(weather)
        case .forecast(let forecast): try? encoder.encode(forecast)
        }
    }

    /// Nil for what cannot be read.
    init?(json: Data, part: Part) {
        let decoder = JSONDecoder()
        let found: Found? =
            switch part {
            case .address: (try? decoder.decode(Address.self, from: json)).map(Found.address)
            case .weather: (try? decoder.decode(Weather.self, from: json)).map(Found.weather)
            case .forecast: (try? decoder.decode(Forecast.self, from: json)).map(Found.forecast)
            }
        guard let found else { return nil }
        self = found
    }
}
