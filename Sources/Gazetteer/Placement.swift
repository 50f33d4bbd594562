package import Domain

/// Which of the places around a coordinate a person would name it after. Pure.
package struct Placement: Hashable, Sendable {
    /// The town it is in, or the nearest place.
    package var city: Entry
    /// A part of the town, or a small place that has grown into it.
    package var district: Entry?
    /// Metres to `district`, or without one to `city`.
    package var distance: Double
    /// Outside of every known place: the label then tells the distance too.
    package var isOutside: Bool

    /// `towns` are those whose disc may hold the coordinate.
    package init(of coordinate: Coordinate, nearest: Entry, towns: [Entry]) {
        let toNearest = nearest.distance(to: coordinate)
        let around = towns.filter {
            $0.mayContain(nearest) && $0.distance(to: coordinate) <= $0.radius
        }
        guard !nearest.isKorean, let city = Self.city(of: coordinate, nearest, around) else {
            self.init(
                city: nearest, distance: toNearest, isOutside: toNearest > max(5000, nearest.radius)
            )
            return
        }
        guard city.number != nearest.number else {
            self.init(city: city, distance: toNearest, isOutside: false)
            return
        }
        if toNearest <= nearest.reachAsDistrict {
            self.init(city: city, district: nearest, distance: toNearest, isOutside: false)
        } else {
            self.init(city: city, distance: city.distance(to: coordinate), isOutside: false)
        }
    }

    private init(city: Entry, district: Entry? = nil, distance: Double, isOutside: Bool) {
        self.city = city
        self.district = district
        self.distance = distance
        self.isOutside = isOutside
    }

    /// The town that the nearest place is a part of; else, of those that hold the coordinate, the one whose middle is
    /// nearest, measured by its size.
    private static func city(
        of coordinate: Coordinate, _ nearest: Entry, _ around: [Entry]
    ) -> Entry? {
        let smallestFirst = around.sorted { $0.population < $1.population }
        if let whole = smallestFirst.last(where: { $0.lendsItsName(to: nearest) })
            ?? smallestFirst.first(where: { $0.isDeepAround(nearest) })
        {
            return whole
        }
        var inside = around
        if nearest.distance(to: coordinate) <= nearest.radius { inside.append(nearest) }
        return inside.min {
            $0.distance(to: coordinate) / $0.radius < $1.distance(to: coordinate) / $1.radius
        }
    }
}

extension Entry {
    /// False when the two are known to be under different administration.
    fileprivate func mayContain(_ other: Entry) -> Bool {
        country == other.country
            && (admin1 == other.admin1 || admin1.isEmpty || other.admin1.isEmpty)
            && (admin2 == other.admin2 || admin2.isEmpty || other.admin2.isEmpty)
    }

    /// Whether a smaller place is a part of this one by its name, or by that of its division.
    fileprivate func lendsItsName(to other: Entry) -> Bool {
        guard other.population < population else { return false }
        // "Paris 18 Buttes-Montmartre", "Manchester City Centre".
        if other.name.hasPrefix("\(name) ") { return true }
        // Kreuzberg, in the state of Berlin, and Croydon, in Greater London. Only of a large city: a province is often
        // named after its capital too, without being a part of it.
        return population >= 500_000 && (other.admin1 == name || other.admin2 == "Greater \(name)")
    }

    /// Whether a place is so much smaller and so far inside that it is a part of this one: Times Square of Manhattan.
    fileprivate func isDeepAround(_ other: Entry) -> Bool {
        guard other.population < population / 20,
            let middle = Coordinate(latitude: latitude, longitude: longitude)
        else { return false }
        return other.distance(to: middle) <= radius / 2
    }

    /// Metres within which a place gives its name to a part of a town.
    fileprivate var reachAsDistrict: Double { max(1000, 1.5 * radius) }
}
