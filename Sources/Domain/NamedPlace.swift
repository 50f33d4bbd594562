/// A place found by name.
package struct NamedPlace: Hashable, Sendable {
    package var coordinate: Coordinate
    /// "Seoul, KR" as shown to a person choosing between several.
    package var label: String
    package var provider: String
    /// Inhabitants; nil where the provider does not tell.
    package var population: Int?
    /// Its own name, in any language, is what was asked for, and does not only begin with it or contain it.
    package var isExact: Bool

    package init(
        coordinate: Coordinate, label: String, provider: String, population: Int? = nil,
        isExact: Bool = false
    ) {
        self.coordinate = coordinate
        self.label = label
        self.provider = provider
        self.population = population
        self.isExact = isExact
    }
}

extension [NamedPlace] {
    /// The one that a person who gave the name means beyond doubt; nil when they would have to be asked.
    ///
    /// That is the only one of exactly that name, or one of that name with ten times the inhabitants of any other: who
    /// says Busan does not mean a village on Mindanao. One of another name never is, not even alone.
    package var clearlyMeant: NamedPlace? {
        let exact = filter(\.isExact)
        guard exact.count > 1 else { return exact.first }
        let bySize = exact.sorted { ($0.population ?? 0) > ($1.population ?? 0) }
        guard let largest = bySize.first, let population = largest.population,
            population / 10 >= Swift.max(Self.unknown, bySize[1].population ?? 0)
        else { return nil }
        return largest
    }

    /// What a place of unknown size is taken to have, so that two hamlets do not become clear by a missing figure.
    private static let unknown = 1000
}
