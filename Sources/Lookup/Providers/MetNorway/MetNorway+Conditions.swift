import Domain

extension Condition {
    /// Reads a symbol code: a base, mostly with the part of the day behind it. Polar twilight is neither day nor night.
    init?(metNorway code: JSON) {
        guard let symbol = code.text else { return nil }
        let parts = symbol.split(separator: "_", maxSplits: 1)
        let (base, isDay): (Substring, Bool?) =
            switch parts.dropFirst().first {
            case "day": (parts[0], true)
            case "night": (parts[0], false)
            case "polartwilight": (parts[0], nil)
            default: (symbol[...], nil)
            }
        let row = metNorwayConditions[String(base)] ?? ConditionRow(.unknown)
        self.init(row.kind, row.intensity, thunder: row.thunder, isDay: isDay, rawCode: symbol)
    }
}

/// The 41 bases of https://github.com/metno/weathericons.
///
/// Two are misspelt there, with a double s; they are known in the right spelling too, should it ever be sent.
private let metNorwayConditions: [String: ConditionRow] = [
    "clearsky": .init(.clear),
    "fair": .init(.mostlyClear),
    "partlycloudy": .init(.partlyCloudy),
    "cloudy": .init(.overcast),
    "fog": .init(.fog),
    "lightrain": .init(.rain, .light),
    "lightrainshowers": .init(.rainShowers, .light),
    "lightrainandthunder": .init(.thunderstorm, .light, thunder: .rain),
    "lightrainshowersandthunder": .init(.thunderstorm, .light, thunder: .rain),
    "lightsleet": .init(.sleet, .light),
    "lightsleetshowers": .init(.sleetShowers, .light),
    "lightsleetandthunder": .init(.thunderstorm, .light, thunder: .sleet),
    "lightssleetshowersandthunder": .init(.thunderstorm, .light, thunder: .sleet),
    "lightsleetshowersandthunder": .init(.thunderstorm, .light, thunder: .sleet),
    "lightsnow": .init(.snow, .light),
    "lightsnowshowers": .init(.snowShowers, .light),
    "lightsnowandthunder": .init(.thunderstorm, .light, thunder: .snow),
    "lightssnowshowersandthunder": .init(.thunderstorm, .light, thunder: .snow),
    "lightsnowshowersandthunder": .init(.thunderstorm, .light, thunder: .snow),
    "rain": .init(.rain, .moderate),
    "rainshowers": .init(.rainShowers, .moderate),
    "rainandthunder": .init(.thunderstorm, .moderate, thunder: .rain),
    "rainshowersandthunder": .init(.thunderstorm, .moderate, thunder: .rain),
    "sleet": .init(.sleet, .moderate),
    "sleetshowers": .init(.sleetShowers, .moderate),
    "sleetandthunder": .init(.thunderstorm, .moderate, thunder: .sleet),
    "sleetshowersandthunder": .init(.thunderstorm, .moderate, thunder: .sleet),
    "snow": .init(.snow, .moderate),
    "snowshowers": .init(.snowShowers, .moderate),
    "snowandthunder": .init(.thunderstorm, .moderate, thunder: .snow),
    "snowshowersandthunder": .init(.thunderstorm, .moderate, thunder: .snow),
    "heavyrain": .init(.rain, .heavy),
    "heavyrainshowers": .init(.rainShowers, .heavy),
    "heavyrainandthunder": .init(.thunderstorm, .heavy, thunder: .rain),
    "heavyrainshowersandthunder": .init(.thunderstorm, .heavy, thunder: .rain),
    "heavysleet": .init(.sleet, .heavy),
    "heavysleetshowers": .init(.sleetShowers, .heavy),
    "heavysleetandthunder": .init(.thunderstorm, .heavy, thunder: .sleet),
    "heavysleetshowersandthunder": .init(.thunderstorm, .heavy, thunder: .sleet),
    "heavysnow": .init(.snow, .heavy),
    "heavysnowshowers": .init(.snowShowers, .heavy),
    "heavysnowandthunder": .init(.thunderstorm, .heavy, thunder: .snow),
    "heavysnowshowersandthunder": .init(.thunderstorm, .heavy, thunder: .snow),
]
