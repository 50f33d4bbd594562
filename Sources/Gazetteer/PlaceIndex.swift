package import Database
package import Domain

/// The database of places, open for reading. Blocking, and used by one actor only.
package final class PlaceIndex {
    /// A place of the database and how far it is.
    package struct Neighbour: Hashable, Sendable {
        /// Its number in this database.
        package var number: Int64
        package var chordSquared: Double

        /// How far it is over the ground.
        package var metres: Double { UnitVector.metres(chordSquared: chordSquared) }
    }

    /// That of the data it came from; nil for a database of another layout, which nothing else is asked of.
    package let stamp: String?
    let database: Database
    private let search = NearestSearch()
    private var countries: [String: SourceCountry.Names] = [:]

    /// Opens a database that `Gazetteer.prepare` made.
    package init(path: String) throws(DatabaseError) {
        guard RegularFile.mayBeOne(path) else {
            throw DatabaseError(
                code: DatabaseError.notADatabase, message: "\(path) is not a regular file")
        }
        database = try Database(readOnly: path)
        // Half a MiB holds the tree; what else is read, the kernel keeps.
        try database.run("PRAGMA cache_size = -512")
        stamp = try Self.stamp(of: database, path)
        guard stamp != nil else { return }
        try database.holdReading("SELECT id FROM boxes")
        try database.addBoxSearch("nearest") { [search] in search.look($0) }
        try readCountries()
    }

    /// The place or point nearest to a coordinate by great circle; nil beyond `limit` metres.
    package func nearest(
        to coordinate: Coordinate, within limit: Double = .infinity
    ) throws(DatabaseError) -> Neighbour? {
        let target = UnitVector(coordinate)
        try begin(at: target, within: limit, tightens: true)
        var best: Neighbour?
        for candidate in search.ordered {
            if let best, best.chordSquared < candidate.least { break }
            try read(candidate.bucket) { index, vector in
                let chordSquared = vector.chordSquared(to: target)
                if chordSquared < best?.chordSquared ?? .infinity {
                    best = Neighbour(
                        number: candidate.bucket + Int64(index), chordSquared: chordSquared)
                }
            }
        }
        return best.flatMap { $0.metres <= limit ? $0 : nil }
    }

    /// The name of the time zone of the nearest place that has one; nil beyond `limit` metres.
    package func timeZone(at coordinate: Coordinate, within limit: Double) throws(DatabaseError)
        -> String?
    {
        guard let nearest = try nearest(to: coordinate, within: limit),
            let entry = try entry(nearest.number)
        else { return nil }
        if !entry.timeZone.isEmpty { return entry.timeZone }
        return try nearestWithZone(to: coordinate, within: limit)?.timeZone
    }

    /// Every place; only a few are not told their zone, so this may take its time.
    private func nearestWithZone(
        to coordinate: Coordinate, within limit: Double
    ) throws(DatabaseError) -> Entry? {
        try begin(at: UnitVector(coordinate), within: limit, tightens: false)
        var best: (entry: Entry, metres: Double)?
        for candidate in search.ordered {
            if let best, best.metres < UnitVector.metres(chordSquared: candidate.least) { break }
            let sql = """
                SELECT \(Entry.columns) FROM places p
                WHERE p.id BETWEEN ? AND ? AND p.time_zone <> '' AND p.kind <> 'area'
                """
            let last = candidate.bucket + Int64(Layout.bucketSize) - 1
            try database.each(sql, [.integer(candidate.bucket), .integer(last)]) { row in
                let entry = Entry(row)
                let metres = entry.distance(to: coordinate)
                if metres <= min(limit, best?.metres ?? limit) { best = (entry, metres) }
            }
        }
        return best?.entry
    }

    /// What the database tells of a place.
    package func entry(_ number: Int64) throws(DatabaseError) -> Entry? {
        var entry: Entry?
        try database.each(
            "SELECT \(Entry.columns) FROM places p WHERE p.id = ?", [.integer(number)]
        ) { entry = Entry($0) }
        return entry
    }

    /// The larger towns whose disc may hold the coordinate, and perhaps some more.
    func towns(around coordinate: Coordinate) throws(DatabaseError) -> [Entry] {
        let target = UnitVector(coordinate)
        var entries: [Entry] = []
        try database.each(
            """
            SELECT \(Entry.columns) FROM discs d JOIN places p ON p.id = d.id
            WHERE d.x0 <= ?1 AND d.x1 >= ?1 AND d.y0 <= ?2 AND d.y1 >= ?2
                AND d.z0 <= ?3 AND d.z1 >= ?3
            """, [.real(target.x), .real(target.y), .real(target.z)]
        ) { entries.append(Entry($0)) }
        return entries
    }

    /// The name of a country; its code where there is none.
    func country(_ code: String, in language: Language) -> String {
        guard let names = countries[code] else { return code }
        return language == .ko ? names.nameKo.or(names.name) : names.name
    }

    private func begin(
        at target: UnitVector, within limit: Double, tightens: Bool
    ) throws(DatabaseError) {
        let half = Coordinate.earthRadius * .pi
        // A part in 10⁹ more, so that the limit itself is within.
        let chord = UnitVector.chord(metres: min(limit, half)) * (1 + 1e-9)
        search.begin(at: target, within: chord * chord, tightens: tightens)
        try database.search("SELECT id FROM boxes WHERE id MATCH nearest()")
    }

    private func read(
        _ bucket: Int64, _ body: (_ index: Int, UnitVector) -> Void
    ) throws(DatabaseError) {
        try database.each("SELECT vectors FROM buckets WHERE id = ?", [.integer(bucket)]) { row in
            row.withBytes(0) { bytes in
                let stride = MemoryLayout<UnitVector>.stride
                for index in 0..<bytes.count / stride {
                    body(
                        index,
                        bytes.loadUnaligned(fromByteOffset: index * stride, as: UnitVector.self))
                }
            }
        }
    }

    private static func stamp(
        of database: Database, _ path: String
    ) throws(DatabaseError) -> String? {
        let tables = try database.rows("SELECT 1 FROM sqlite_master WHERE name = 'about'")
        guard !tables.isEmpty else {
            // As good as damaged: the places are not in it.
            throw DatabaseError(
                code: DatabaseError.notADatabase, message: "\(path) is not a database of places")
        }
        let rows = try database.rows("SELECT * FROM about")
        guard let row = rows.first, row.count == 2, row[0].int64 == Layout.version else {
            return nil
        }
        return row[1].string
    }

    private func readCountries() throws(DatabaseError) {
        for row in try database.rows("SELECT code, name, name_ko FROM countries") {
            guard let code = row[0].string, let name = row[1].string else { continue }
            countries[code] = SourceCountry.Names(name: name, nameKo: row[2].string ?? "")
        }
    }
}
