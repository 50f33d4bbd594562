import Database
import Domain
import FoundationEssentials

/// Writes places into a new database, in the order in which they are given.
struct ImportWriter {
    private let database: Database
    private let countries: [String: SourceCountry]
    private var lastID: Int64 = 0
    private var firstOfBucket: Int64 = 0
    private var bucket: [UnitVector] = []

    init(
        path: String, countries: [String: SourceCountry], stamp: String
    ) throws(DatabaseError) {
        database = try Database(scratch: path)
        self.countries = countries
        for sql in Layout.tables { try database.run(sql) }
        try database.run("BEGIN")
        try database.run(
            "INSERT INTO about VALUES (?, ?)", [.integer(Layout.version), .text(stamp)])
        for country in countries.values {
            try database.run(
                "INSERT INTO countries VALUES (?, ?, ?)",
                [.text(country.code), .text(country.name), .text(country.nameKo)])
        }
    }

    /// `names` are others that it is listed with.
    mutating func add(_ place: SourcePlace, _ names: [String]) throws(DatabaseError) {
        lastID += 1
        try insert(place)
        if place.isNamed { try index(place, names) }
        guard place.isNearby else { return try flush() }
        let vector = UnitVector(place.coordinate)
        if bucket.isEmpty { firstOfBucket = lastID }
        bucket.append(vector)
        if place.population >= Reach.leastOfCity {
            let chord = UnitVector.chord(metres: Reach.radius(population: place.population))
            try box("discs", lastID, around: [vector], margin: chord)
        }
        if bucket.count == Layout.bucketSize { try flush() }
    }

    mutating func finish() throws(DatabaseError) {
        try flush()
        try database.run("COMMIT")
    }

    private func insert(_ place: SourcePlace) throws(DatabaseError) {
        try database.run(
            "INSERT INTO places VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .integer(lastID), .text(place.id), .text(place.kind.rawValue), .text(place.name),
                .text(place.nameKo), .text(place.admin2), .text(place.admin2Ko),
                .text(place.admin1), .text(place.admin1Ko), .text(place.country),
                .real(place.coordinate.latitude), .real(place.coordinate.longitude),
                .integer(Int64(place.population)), .text(place.timeZone),
            ])
    }

    private func index(_ place: SourcePlace, _ names: [String]) throws(DatabaseError) {
        let country = countries[place.country]
        let context =
            [
                place.admin2, place.admin2Ko, place.admin1, place.admin1Ko, place.country,
                country?.name ?? "", country?.nameKo ?? "",
            ] + Abbreviations.of(country: place.country, admin1: place.admin1)
        let also = OtherNames.of(place, listed: names).map {
            "\(Layout.startOfName) \($0) \(Layout.endOfName)"
        }
        try database.run(
            "INSERT INTO names (rowid, name, name_ko, also, context) VALUES (?, ?, ?, ?, ?)",
            [
                .integer(lastID), .text("\(place.name.plainLetters) \(Layout.endOfName)"),
                .text(place.nameKo.isEmpty ? "" : "\(place.nameKo) \(Layout.endOfName)"),
                .text(also.joined(separator: " ").plainLetters),
                .text(context.joined(separator: " ").plainLetters),
            ])
    }

    private mutating func flush() throws(DatabaseError) {
        guard !bucket.isEmpty else { return }
        let vectors = bucket.withUnsafeBytes { Data($0) }
        try database.run(
            "INSERT INTO buckets VALUES (?, ?)", [.integer(firstOfBucket), .blob(vectors)])
        try box("boxes", firstOfBucket, around: bucket, margin: 0)
        bucket.removeAll(keepingCapacity: true)
    }

    private func box(
        _ table: String, _ id: Int64, around vectors: [UnitVector], margin: Double
    ) throws(DatabaseError) {
        var values: [SQLValue] = [.integer(id)]
        for axis in [\UnitVector.x, \.y, \.z] {
            let along = vectors.map { $0[keyPath: axis] }
            values.append(.real((along.min() ?? 0) - margin))
            values.append(.real((along.max() ?? 0) + margin))
        }
        try database.run("INSERT INTO \(table) VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    }
}
