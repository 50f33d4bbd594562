package import Domain

/// The one line of an address or of a place to choose, in the order of its language.
package struct AddressLabel {
    package let language: Language
    /// The name of a country by its code.
    package let country: (String) -> String

    package init(language: Language, country: @escaping (String) -> String) {
        self.language = language
        self.country = country
    }

    /// Of a place and, where there is one, the town it is a part of.
    package func text(
        of place: Entry, in city: Entry? = nil, withCounty: Bool = false
    ) -> String {
        place.isKorean ? korean(place) : elsewhere(place, in: city, withCounty: withCounty)
    }

    /// Of a coordinate that is outside of every place.
    package func text(_ metres: Double, from place: Entry) -> String {
        let name = text(of: place)
        let kilometres = Self.kilometres(metres)
        return language == .ko ? "\(name)에서 \(kilometres)km" : "\(kilometres) km from \(name)"
    }

    /// One decimal below 10, none above.
    static func kilometres(_ metres: Double) -> String {
        let tenths = (metres / 100).rounded()
        return tenths < 100 ? "\(tenths / 10)" : "\(Int((metres / 1000).rounded()))"
    }

    /// Large to small without the country; in English small to large with it.
    private func korean(_ place: Entry) -> String {
        let name = place.name(in: language)
        let admin2 = place.admin2(in: language).split(separator: " ").map { String($0) }
        let parts = [place.admin1(in: language)] + admin2 + [name]
        return language == .ko
            ? joined(parts.map { Level($0) }, by: " ")
            : joined((parts.reversed() + [country(place.country)]).map { Level($0) }, by: ", ")
    }

    private func elsewhere(_ place: Entry, in city: Entry?, withCounty: Bool) -> String {
        let town = city ?? place
        let nation = country(place.country)
        var levels = [
            Level(place.name(in: language), key: place.name),
            Level(town.name(in: language), key: town.name),
        ]
        if withCounty || place.admin1.isEmpty {
            levels.append(Level(place.admin2(in: language), key: place.admin2))
        }
        levels.append(Level(place.admin1(in: language), key: place.admin1))
        levels.append(Level(nation))
        return language == .ko
            ? joined(levels, by: " ", largestFirst: true) : joined(levels, by: ", ")
    }

    /// A part of the line; `key` is its English name, which tells that two levels share a name known in Korean for one.
    private struct Level {
        var shown: String
        var key: String

        init(_ shown: String, key: String? = nil) {
            self.shown = shown
            self.key = key ?? shown
        }
    }

    /// Each name once, that of the smallest level.
    private func joined(
        _ levels: [Level], by separator: String, largestFirst: Bool = false
    ) -> String {
        var seen: Set<String> = [""]
        let once = levels.filter {
            seen.insert($0.shown).inserted && ($0.key == $0.shown || seen.insert($0.key).inserted)
        }
        let shown = once.map(\.shown)
        return (largestFirst ? shown.reversed() : shown).joined(separator: separator)
    }
}
