package import Database
package import Domain

extension PlaceIndex {
    /// Metres beyond which a place says nothing about a coordinate.
    static let farthest = 100_000.0

    /// The address of a coordinate; nil where no place is near enough.
    package func address(
        of coordinate: Coordinate, in language: Language, provider: String
    ) throws(DatabaseError) -> Address? {
        guard let neighbour = try nearest(to: coordinate, within: Self.farthest),
            let nearest = try entry(neighbour.number)
        else { return nil }
        let towns = nearest.isKorean ? [] : try towns(around: coordinate)
        let placement = Placement(of: coordinate, nearest: nearest, towns: towns)
        let place = placement.district ?? placement.city
        let label = AddressLabel(language: language) { self.country($0, in: language) }
        var address = Address(
            label: placement.isOutside
                ? label.text(placement.distance, from: place)
                : label.text(of: place, in: placement.city),
            provider: provider)
        address.country = country(place.country, in: language)
        address.countryCode = place.country
        address.state = place.admin1(in: language).ifAny
        address.county = place.admin2(in: language).ifAny
        address.city =
            place.isKorean ? place.koreanCity(in: language) : placement.city.name(in: language)
        address.district =
            place.isKorean ? place.name(in: language) : placement.district?.name(in: language)
        address.placeID = place.id
        address.distance = placement.distance.rounded()
        return address
    }
}

extension Entry {
    /// The 시 or 군 of "용인시 처인구"; in a metropolitan city, which has only 구 and 군, that city.
    fileprivate func koreanCity(in language: Language) -> String {
        let first = admin2Ko.split(separator: " ").first
        let isMetropolitan = admin1Ko.hasSuffix("시")
        guard let first, !isMetropolitan, first.hasSuffix("시") || first.hasSuffix("군") else {
            return admin1(in: language)
        }
        return admin2(in: language).split(separator: " ").first.map { String($0) } ?? name
    }
}
