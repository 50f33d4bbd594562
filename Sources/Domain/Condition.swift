/// The weather in one word, the same for every provider.
///
/// Thresholds differ between providers, so compare conditions only within one.
package struct Condition: Hashable, Codable, Sendable {
    /// In order of severity, least first: the worst of a day is the greatest.
    package enum Kind: String, Codable, Sendable, CaseIterable, Comparable {
        case unknown, clear, mostlyClear, partlyCloudy, cloudy, overcast
        case haze, mist, smoke, dust, sand, fog
        case drizzle, snowGrains, rainShowers, rain, sleetShowers, sleet, snowShowers, snow
        case freezingDrizzle, freezingRain, squall, thunderstorm, ash, tornado

        package static func < (a: Kind, b: Kind) -> Bool { a.rank < b.rank }
        private var rank: Int { Self.ranks[self] ?? 0 }
        private static let ranks = Dictionary(
            uniqueKeysWithValues: zip(allCases, allCases.indices))
    }

    package enum Intensity: String, Codable, Sendable, CaseIterable, Comparable {
        case light, moderate, heavy

        package static func < (a: Intensity, b: Intensity) -> Bool { a.rank < b.rank }
        private var rank: Int { self == .light ? 0 : self == .moderate ? 1 : 2 }
    }

    package enum ThunderPrecipitation: String, Codable, Sendable, CaseIterable {
        case rain, drizzle, sleet, snow, hail
    }

    package var kind: Kind
    package var intensity: Intensity?
    /// Only with `thunderstorm`.
    package var thunderPrecipitation: ThunderPrecipitation?
    package var isDay: Bool?
    /// The provider's own code, so that nothing is lost by the mapping.
    package var rawCode: String

    package init(
        _ kind: Kind, _ intensity: Intensity? = nil,
        thunder thunderPrecipitation: ThunderPrecipitation? = nil, isDay: Bool? = nil,
        rawCode: String
    ) {
        self.kind = kind
        self.intensity = intensity
        self.thunderPrecipitation = thunderPrecipitation
        self.isDay = isDay
        self.rawCode = rawCode
    }

    /// True when `other` is the graver of the two; equal kinds by intensity.
    package func isMilder(than other: Condition) -> Bool {
        if kind != other.kind { return kind < other.kind }
        guard let theirs = other.intensity else { return false }
        return intensity.map { $0 < theirs } ?? true
    }
}
