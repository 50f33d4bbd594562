package import Database
package import Domain

extension PlaceIndex {
    /// At most ten places of a name, the likeliest first; fewer or none when the task is cancelled.
    package func places(
        named text: String, near: Coordinate?, in language: Language, provider: String
    ) throws(DatabaseError) -> [NamedPlace] {
        var ranking = Ranking(near: near)
        for reading in NameQuery(text).readings where !Task.isCancelled {
            ranking.add(try matches(reading.match(.exact)), isExact: true)
            // What begins a name is within it as well; most readings have no place, and that is told by one question.
            if try isAny(reading.match(.within)) {
                for fit in [NameQuery.Reading.Fit.beginning, .within] where !ranking.isFull {
                    ranking.add(try matches(reading.match(fit)), isExact: false)
                }
            }
            if !ranking.best.isEmpty { break }
        }
        let label = AddressLabel(language: language) { self.country($0, in: language) }
        return ranking.named(label, language, provider: provider)
    }

    private func isAny(_ match: String) throws(DatabaseError) -> Bool {
        var isAny = false
        try database.each("SELECT 1 FROM names WHERE names MATCH ? LIMIT 1", [.text(match)]) { _ in
            isAny = true
        }
        return isAny
    }

    /// A bounded number, the largest, as many names begin with the same letters.
    ///
    /// The packaged data has at most 8,700 candidates, for "san"; other data may have any number.
    private func matches(_ match: String) throws(DatabaseError) -> [Entry] {
        var entries: [Entry] = []
        try database.each(
            """
            SELECT \(Entry.columns) FROM places p WHERE p.id IN (
                SELECT c.id FROM (SELECT rowid FROM names WHERE names MATCH ? LIMIT 10000) n
                JOIN places c ON c.id = n.rowid
                ORDER BY c.kind = 'area' DESC, c.population DESC LIMIT 400)
            """, [.text(match)]
        ) { entries.append(Entry($0)) }
        return entries
    }
}
