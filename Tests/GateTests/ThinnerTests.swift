import Domain
import Gate
import Glibc
import Testing

/// The bound is checked against a distance of the tests' own: to the line that is straight in longitude and latitude
/// between two kept points, in metres of the sphere at the latitude of the dropped point.
@Suite struct ThinnerTests {
    @Test("A straight drive keeps its two ends")
    func straight() {
        let kept = thinned(path((0...600).map { (north: Double($0) * 20, east: 0) }))
        #expect(kept.map(\.index) == [0, 600])
    }

    @Test(
        "A corner is kept when the line without it would miss it by more than the bound",
        arguments: [(bend: 9.0, kept: 2), (bend: 11.0, kept: 3)])
    func corner(bend: Double, kept: Int) {
        let path = path([(0, 0), (500, bend), (1000, 0)])
        #expect(thinned(path).count == kept)
    }

    @Test("A way there and back keeps the turning point")
    func thereAndBack() {
        let out = (0...50).map { (north: Double($0) * 20, east: 0.0) }
        let kept = thinned(path(out + out.reversed().dropFirst()))
        #expect(kept.map(\.index) == [0, 50, 100])
    }

    @Test("What wanders within the bound while parked keeps its ends alone")
    func parked() {
        // A square of 6 m around the place: 4.3 m from its middle, 8.5 m from corner to corner.
        let corners: [(Double, Double)] = [(3, 3), (-3, 3), (-3, -3), (3, -3)]
        let kept = thinned(path((0..<400).map { corners[$0 % 4] }))
        #expect(kept.map(\.index) == [0, 399])
    }

    @Test("A line may end a little short of where it has been")
    func overshoot() {
        // 8 m short, within the bound of 10.
        let kept = thinned(path([(0, 0), (30, 0), (22, 0)]))
        #expect(kept.map(\.index) == [0, 2])
    }

    @Test("So many bends that not all can be remembered end the line")
    func manyCorners() {
        // 300 corners of a circle of 4 m, of which at most 128 are remembered: three lines.
        let circle = (0..<300).map { index -> (north: Double, east: Double) in
            let angle = Double(index) * .pi / 150
            return (4 * sin(angle), 4 * cos(angle))
        }
        #expect(thinned(path(circle)).count == 4)
    }

    @Test("With a bound of 0 every bend is kept")
    func nothingDropped() {
        let kept = thinned(path([(0, 0), (10, 1), (20, 0), (30, 1)]), maxError: 0)
        #expect(kept.map(\.index) == [0, 1, 2, 3])
    }

    @Test("A gap, and a time that runs back, begin a new segment; the ends of both are kept")
    func segments() {
        let before = path([(0, 0), (20, 0), (40, 0)])
        let after = path([(60, 0), (80, 0), (100, 0)], from: 2 + 121)
        let earlier = path([(0, 0), (20, 0)], from: -1000)
        let kept = thinned(before + after + earlier)
        #expect(kept.map(\.index) == [0, 2, 3, 5, 6, 7])
        #expect(kept.map(\.point.startsSegment) == [true, false, true, false, true, false])
    }

    @Test("Silence of just the gap's length is none")
    func noGap() {
        let kept = thinned(path([(0, 0), (20, 0)]) + path([(40, 0)], from: 121))
        #expect(kept.map(\.index) == [0, 2])
    }

    @Test("The point asked for is on the line, and the line goes on from it")
    func keepsOnRequest() {
        var thinner = Thinner()
        var kept: [TrackPoint] = []
        let points = path((0...10).map { (north: Double($0) * 20, east: 0) })
        for point in points[...5] { thinner.add(point, &kept) }
        #expect(thinner.head == points[5])
        thinner.keepLast(&kept)
        thinner.keepLast(&kept)
        #expect(thinner.head == nil)
        for point in points[6...] { thinner.add(point, &kept) }
        thinner.end(&kept)
        #expect(kept.map(\.time) == [points[0], points[5], points[10]].map(\.time))
        #expect(kept.filter(\.startsSegment).count == 1)
    }

    @Test("Height, speed and course of a kept point are its own")
    func keepsFields() {
        let point = TrackPoint(
            time: zero, coordinate: place(0, 0), altitude: -3.5, speed: 0, course: 359.9)
        var thinner = Thinner()
        var kept: [TrackPoint] = []
        thinner.add(point, &kept)
        var expected = point
        expected.startsSegment = true
        #expect(kept == [expected])
    }

    /// Random walks and drives of every kind, with a seed so that a failure comes back.
    @Test(
        "No dropped point lies farther from the kept line than the bound",
        arguments: [1.0, 10, 250], [0.0, 36.5, -63, 88, 89.99])
    func bound(maxError: Double, latitude: Double) throws {
        var random = Random(seed: 7)
        for step in [1.0, 25, 900] {
            var (heading, east, north) = (0.0, 0.0, 0.0)
            let start = try #require(Coordinate(latitude: latitude, longitude: 179.99))
            let points = (0..<600).map { index in
                heading += (random.next() - 0.5) * (index % 100 == 0 ? 6 : 0.3)
                let length = step * random.next() * (index % 37 < 30 ? 1 : -0.7)
                north = max(-5000, min(5000, north + length * cos(heading)))
                east += length * cos(heading - .pi / 2)
                return TrackPoint(
                    time: zero.adding(seconds: Double(index)),
                    coordinate: start.moved(by: north, east))
            }
            let kept = thinned(points, maxError: maxError)
            let worst = worstError(points, kept.map(\.index))
            #expect(worst <= maxError, "step \(step): \(worst) m")
            #expect(kept.count < points.count)
        }
    }
}

/// Mid-latitude places, metres from 36.5, 127.25.
private func place(_ north: Double, _ east: Double) -> Coordinate {
    guard let place = fix(0, north: north, east: east).coordinate else {
        preconditionFailure("it is near 36.5, 127.25")
    }
    return place
}

/// A point a second.
private func path(
    _ places: [(north: Double, east: Double)], from start: Double = 0
) -> [TrackPoint] {
    places.enumerated().map { index, at in
        TrackPoint(
            time: zero.adding(seconds: start + Double(index)), coordinate: place(at.north, at.east))
    }
}

/// The points kept of a whole path, with their places in it.
private func thinned(
    _ points: [TrackPoint], maxError: Double = 10
) -> [(index: Int, point: TrackPoint)] {
    var settings = TrackSettings()
    settings.maxError = maxError
    var thinner = Thinner(settings)
    var kept: [TrackPoint] = []
    for point in points { thinner.add(point, &kept) }
    thinner.end(&kept)
    var next = 0
    return kept.map { point in
        while points[next].time != point.time || points[next].coordinate != point.coordinate {
            next += 1
        }
        defer { next += 1 }
        return (next, point)
    }
}

/// Metres of the dropped point that is farthest from its line.
private func worstError(_ points: [TrackPoint], _ kept: [Int]) -> Double {
    var worst = 0.0
    for (start, end) in zip(kept, kept.dropFirst()) where end - start > 1 {
        for index in start + 1..<end {
            worst = max(
                worst,
                distance(
                    points[index].coordinate, points[start].coordinate, points[end].coordinate))
        }
    }
    return worst
}

/// From `p` to the line that is straight in degrees: its nearest point by golden section of the whole line.
private func distance(_ p: Coordinate, _ a: Coordinate, _ b: Coordinate) -> Double {
    func at(_ t: Double) -> Double {
        let span = wrapped(b.longitude - a.longitude)
        let latitude = a.latitude + t * (b.latitude - a.latitude)
        let longitude = wrapped(a.longitude + t * span)
        return Coordinate(latitude: latitude, longitude: longitude)?.distance(to: p) ?? .infinity
    }
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
        let span = (high - low) * ratio
        if at(high - span) < at(low + span) { high = low + span } else { low = high - span }
    }
    return min(at(0), at(1), at((low + high) / 2))
}

private func wrapped(_ degrees: Double) -> Double {
    degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
}

extension Coordinate {
    /// `moved`, also across the antimeridian and near a pole.
    fileprivate func moved(by north: Double, _ east: Double) -> Coordinate {
        let to = min(89.999, latitude + north / metresPerDegree)
        let degrees = east / (metresPerDegree * max(1e-4, cos(to * .pi / 180)))
        return Coordinate(
            latitude: to, longitude: wrapped(longitude + degrees.remainder(dividingBy: 360)))
            ?? self
    }
}

/// Numbers from 0 to 1 by Knuth's MMIX constants.
private struct Random {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / 9_007_199_254_740_992
    }
}
