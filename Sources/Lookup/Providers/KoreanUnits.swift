import Domain

/// The units of a Korean address, told apart by how their names end.
///
/// One unit comes under different keys from different services and even in two cities, but its kind is part of its
/// name: 구 is a district, 군 a county, in Latin letters too.
struct KoreanUnits {
    /// From large to small: 도; 시, with the 특별시 and 광역시 that are in no 도; 군; 구; 읍·면; 동·가; 리.
    enum Unit { case province, city, county, district, town, quarter, village }

    private var names: [Unit: String] = [:]

    subscript(unit: Unit) -> String? { names[unit] }

    /// Takes a name in; the first of a unit stays. `unit` is for names whose ending tells none: 경기도, Seoul.
    mutating func add(_ name: String?, else unit: Unit) {
        guard let name else { return }
        let ending = Self.endings.first { name.hasSuffix($0.text) && name.count > $0.text.count }
        let unit = ending?.unit ?? unit
        if names[unit] == nil { names[unit] = name }
    }

    private static let endings: [(text: String, unit: Unit)] = [
        ("시", .city), ("군", .county), ("구", .district), ("읍", .town), ("면", .town),
        ("동", .quarter), ("가", .quarter), ("리", .village),
        ("-si", .city), ("-gun", .county), ("-gu", .district), ("-eup", .town), ("-myeon", .town),
        ("-dong", .quarter), ("-ga", .quarter), ("-ri", .village),
    ]

    /// One line; nil when nothing has a name. `name` is that of a building or the like.
    ///
    /// A street stands in its 구 or 읍·면, without 동 and 리; without a street the number is that of a plot there.
    func line(
        name: String? = nil, street: String?, number: String?, country: String?, language: Language
    ) -> String? {
        let nearest = street ?? self[.village] ?? self[.quarter]
        let local = PlaceLine.numbered(nearest, number, numberLast: language == .ko)
        let areas: [Unit] = [.town, .district, .county, .city, .province]
        return PlaceLine.join(
            [name, local] + areas.map { self[$0] }, country: country, countryCode: "KR",
            language: language)
    }

    /// Sets what `address` has fields for; a 읍 or 면 counts as a city where there is no 시, a 동 as a district in one.
    func fill(_ address: inout Address) {
        address.state = self[.province]
        address.county = self[.county]
        address.city = self[.city] ?? self[.town] ?? self[.village]
        address.district = self[.district] ?? self[.quarter]
    }
}
