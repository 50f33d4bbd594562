import Domain

/// What a place is also called, besides the two names that it is listed with. Pure.
enum OtherNames {
    /// `listed` are those that the data has; the others follow from how names are written and said.
    static func of(_ place: SourcePlace, listed: [String]) -> [String] {
        var names = listed
        names += ([place.name] + listed).flatMap { [$0.digraphs, respelt($0)].compactMap { $0 } }
        if place.country == "KR" {
            names += [place.name, place.nameKo].compactMap { KoreanName.withoutUnit($0) }
        }
        return names
    }

    /// "Saint Louis" of "St. Louis" and the other way round; nil for a name that begins otherwise.
    private static func respelt(_ name: String) -> String? {
        guard let space = name.firstIndex(of: " ") else { return nil }
        let first = name[..<space]
        let other = words[first.last == "." ? String(first.dropLast()) : String(first)]
        return other.map { $0 + name[space...] }
    }

    private static let words = [
        "Saint": "St", "St": "Saint", "Sainte": "Ste", "Ste": "Sainte", "Mount": "Mt",
        "Mt": "Mount", "Fort": "Ft", "Ft": "Fort",
    ]
}
