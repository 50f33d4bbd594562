package import Domain

/// A place that the mid-term forecast is made for.
package struct KMARegion: Hashable, Sendable {
    /// The code for temperatures, of a town.
    package let code: String
    package let coordinate: Coordinate

    /// The code for sky and rain, of a province or half of one; the codes of islands have no such forecast.
    package var landCode: String {
        switch code.prefix(3) {
        case "11A", "11B": "11B00000"
        case "11E": "11H10000"
        case "11G": "11G00000"
        // The western coast has codes in 21 for towns only.
        default: "11\(code.dropFirst(2).prefix(2))0000"
        }
    }

    /// The nearest that has a forecast of use; nil beyond 60 km, where it would say nothing of the place.
    package static func nearest(to place: Coordinate) -> KMARegion? {
        nearest(to: place, of: inhabited)
    }

    /// False in Japan, far out at sea and in most of North Korea, which the grid of the forecast holds as well.
    package static func covers(_ place: Coordinate) -> Bool { nearest(to: place, of: all) != nil }

    private static func nearest(to place: Coordinate, of regions: [KMARegion]) -> KMARegion? {
        let distances = regions.map { (region: $0, metres: $0.coordinate.distance(to: place)) }
        return distances.min { $0.metres < $1.metres }
            .flatMap { $0.metres <= 60_000 ? $0.region : nil }
    }

    /// All of South Korea's.
    package static let all: [KMARegion] = table.split(separator: "\n").compactMap { line in
        let columns = line.split(separator: " ")
        guard columns.count == 4, let latitude = Double(columns[1]),
            let longitude = Double(columns[2]),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { return nil }
        return KMARegion(code: String(columns[0]), coordinate: coordinate)
    }

    /// Without Dokdo, an islet, and Ieodo, a station in the sea: nobody near them is on their land.
    private static let inhabited = all.filter { $0.code != "11E00102" && $0.code != "11G00601" }
}
