import Domain
import Glibc

/// The places of a name in the order in which they are probably meant. Pure.
struct Ranking {
    struct Found: Hashable {
        var entry: Entry
        var isExact: Bool
    }

    /// Places that are shown at most.
    static let limit = 10

    private let near: Coordinate?
    private(set) var best: [Found] = []

    init(near: Coordinate?) { self.near = near }

    /// True when what fits less well would not be shown any more.
    var isFull: Bool { best.count >= Self.limit }

    /// Adds places that fit less well than those before, and none of them twice.
    mutating func add(_ entries: [Entry], isExact: Bool) {
        let weighed = entries.map { (entry: $0, weight: weight(of: $0)) }
        for (entry, _) in weighed.sorted(by: { $0.weight > $1.weight }) where !isFull {
            if !best.contains(where: { $0.entry.isSame(as: entry) }) {
                best.append(Found(entry: entry, isExact: isExact))
            }
        }
    }

    /// A place 30 km away counts as one with half as many inhabitants here.
    private func weight(of entry: Entry) -> Double {
        let size = log(Double(entry.assumedPopulation))
        guard let near else { return size }
        return size - log(1 + entry.distance(to: near) / 30_000)
    }

    /// With the county where two would be shown alike.
    func named(
        _ label: AddressLabel, _ language: Language, provider: String
    ) -> [NamedPlace] {
        let labels = best.map { label.text(of: $0.entry) }
        return zip(best, labels).compactMap { found, text in
            let isUnique = labels.count { $0 == text } == 1
            let entry = found.entry
            guard let place = Coordinate(latitude: entry.latitude, longitude: entry.longitude)
            else {
                return nil
            }
            return NamedPlace(
                coordinate: place,
                label: isUnique ? text : label.text(of: entry, withCounty: true),
                provider: provider, population: entry.population > 0 ? entry.population : nil,
                isExact: found.isExact)
        }
    }
}

extension Entry {
    /// Where it is not told: a Korean ward or county has some 50,000 at least, any other place 300.
    fileprivate var assumedPopulation: Int {
        population > 0 ? population : isArea ? 50_000 : 300
    }

    /// A ward and its seat, or one place that the source has twice.
    fileprivate func isSame(as other: Entry) -> Bool {
        guard name == other.name, country == other.country,
            let here = Coordinate(latitude: latitude, longitude: longitude)
        else { return false }
        return other.distance(to: here) < 5000
    }
}
