package import Database
package import Domain

extension PlaceIndex {
    /// At most ten places of a name, the likeliest first.
    package func places(
        named text: String, near: Coordinate?, in language: Language, provider: String
    ) throws(DatabaseError) -> [NamedPlace] {
        var ranking = Ranking(near: near)
        for reading in NameQuery(text).readings {
            for fit in NameQuery.Reading.Fit.allCases where !ranking.isFull {
                ranking.add(try matches(reading.match(fit)), isExact: fit == .exact)
            }
            if !ranking.best.isEmpty { break }
        }
        let label = AddressLabel(language: language) { self.country($0, in: language) }
        return ranking.named(label, language, provider: provider)
    }

    /// A bounded number, the largest, as many names begin with the same letters.
    private func matches(_ match: String) throws(DatabaseError) -> [Entry] {
        var entries: [Entry] = []
        try database.each(
            """
            SELECT \(Entry.columns) FROM names JOIN places p ON p.id = names.rowid
            WHERE names MATCH ? ORDER BY p.kind = 'area' DESC, p.population DESC LIMIT 400
            """, [.text(match)]
        ) { entries.append(Entry($0)) }
        return entries
    }
}
