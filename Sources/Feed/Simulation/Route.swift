package import Domain

/// A line to drive along, with the places where one stops.
package struct Route: Sendable {
    /// A point of the line; `stop` seconds are spent there before going on.
    package struct Point: Sendable, Hashable {
        package var coordinate: Coordinate
        package var stop: Double

        package init(_ coordinate: Coordinate, stop: Double = 0) {
            self.coordinate = coordinate
            self.stop = stop
        }
    }

    package let points: [Point]
    /// Metres from the start to each point.
    private let marks: [Double]

    /// Nil for fewer than two different points.
    package init?(_ points: [Point]) {
        var kept: [Point] = []
        var marks: [Double] = []
        for point in points {
            guard let last = kept.last, let mark = marks.last else {
                kept.append(point)
                marks.append(0)
                continue
            }
            let distance = last.coordinate.distance(to: point.coordinate)
            if distance > 0 {
                kept.append(point)
                marks.append(mark + distance)
            } else {
                kept[kept.count - 1].stop += point.stop
            }
        }
        guard kept.count > 1 else { return nil }
        self.points = kept
        self.marks = marks
    }

    /// Metres.
    package var length: Double { marks.last ?? 0 }

    /// The place `distance` metres from the start, and the course there in degrees.
    package func position(at distance: Double) -> (coordinate: Coordinate, course: Double) {
        let after = marks.firstIndex { $0 > distance } ?? marks.count - 1
        let a = points[after - 1].coordinate
        let b = points[after].coordinate
        let span = marks[after] - marks[after - 1]
        let part = min(1, max(0, (distance - marks[after - 1]) / span))
        // Segments are short enough for a straight line in degrees.
        let place = Coordinate(
            latitude: a.latitude + (b.latitude - a.latitude) * part,
            longitude: a.longitude + (b.longitude - a.longitude) * part)
        return (place ?? a, a.course(to: b))
    }

    /// Metres from the start and seconds of every stop, in order.
    package var stops: [(mark: Double, seconds: Double)] {
        zip(points, marks).filter { $0.0.stop > 0 }.map { ($0.1, $0.0.stop) }
    }
}
