import Domain

/// The 28 WMO codes that Open-Meteo's server emits.
///
/// It sends 96 for any strong thunderstorm, so that one is no proof of hail.
let openMeteoConditions: [Int: ConditionRow] = [
    0: .init(.clear),
    1: .init(.mostlyClear),
    2: .init(.partlyCloudy),
    3: .init(.overcast),
    45: .init(.fog),
    48: .init(.fog),
    51: .init(.drizzle, .light),
    53: .init(.drizzle, .moderate),
    55: .init(.drizzle, .heavy),
    56: .init(.freezingDrizzle, .light),
    57: .init(.freezingDrizzle, .heavy),
    61: .init(.rain, .light),
    63: .init(.rain, .moderate),
    65: .init(.rain, .heavy),
    66: .init(.freezingRain, .light),
    67: .init(.freezingRain, .heavy),
    71: .init(.snow, .light),
    73: .init(.snow, .moderate),
    75: .init(.snow, .heavy),
    77: .init(.snowGrains),
    80: .init(.rainShowers, .light),
    81: .init(.rainShowers, .moderate),
    82: .init(.rainShowers, .heavy),
    85: .init(.snowShowers, .light),
    86: .init(.snowShowers, .heavy),
    95: .init(.thunderstorm, .moderate),
    96: .init(.thunderstorm, .heavy),
    99: .init(.thunderstorm, .heavy, thunder: .hail),
]
