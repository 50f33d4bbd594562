import Database
package import Domain

/// A place as the database has it; empty texts are unknown.
package struct Entry: Hashable, Sendable {
    /// Its number in this database.
    package var number: Int64 = 0
    /// Its id in the source.
    package var id = ""
    package var isArea = false
    package var name = ""
    package var nameKo = ""
    package var admin2 = ""
    package var admin2Ko = ""
    package var admin1 = ""
    package var admin1Ko = ""
    package var country = ""
    package var latitude = 0.0
    package var longitude = 0.0
    /// 0 where it is not known.
    package var population = 0
    package var timeZone = ""

    package init() {}

    static let columns = """
        p.id, p.source_id, p.kind, p.name, p.name_ko, p.admin2, p.admin2_ko, p.admin1, \
        p.admin1_ko, p.country, p.latitude, p.longitude, p.population, p.time_zone
        """

    /// Metres that it reaches, by its inhabitants.
    var radius: Double { Reach.radius(population: population) }

    /// Metres over the ground; the import let only coordinates in.
    package func distance(to coordinate: Coordinate) -> Double {
        Coordinate(latitude: latitude, longitude: longitude)?.distance(to: coordinate) ?? .infinity
    }
}

extension Entry {
    init(_ row: Row) {
        func text(_ column: Int) -> String { row[column].string ?? "" }
        number = row.int64(0)
        id = text(1)
        isArea = text(2) == SourcePlace.Kind.area.rawValue
        name = text(3)
        nameKo = text(4)
        admin2 = text(5)
        admin2Ko = text(6)
        admin1 = text(7)
        admin1Ko = text(8)
        country = text(9)
        latitude = row.double(10)
        longitude = row.double(11)
        population = Int(row.int64(12))
        timeZone = text(13)
    }

    func name(in language: Language) -> String { language == .ko ? nameKo.or(name) : name }
    func admin1(in language: Language) -> String {
        language == .ko ? admin1Ko.or(admin1.turned) : admin1.turned
    }
    func admin2(in language: Language) -> String { language == .ko ? admin2Ko.or(admin2) : admin2 }

    /// In Korea the levels of administration make the address, elsewhere the town does.
    var isKorean: Bool { country == "KR" }
}

extension String {
    func or(_ other: String) -> String { isEmpty ? other : self }

    /// "Comunidad de Madrid" of "Madrid, Comunidad de", as some first levels are written in the source.
    fileprivate var turned: String {
        guard let comma = firstRange(of: ", ") else { return self }
        let kind = self[comma.upperBound...]
        // "San Andrés, Providencia y Santa Catalina" are three islands.
        let isKind = Self.kinds.contains { kind.lowercased().hasPrefix($0) }
        return isKind ? "\(kind) \(self[..<comma.lowerBound])" : self
    }

    private static let kinds = [
        "comunidad", "hlavní město", "principado", "región", "région", "respublika", "unitatea",
    ]

    var ifAny: String? { isEmpty ? nil : self }
}
