import Domain
import Feed
import Gate
import Glibc

/// The track thinner: points kept beside an offline Douglas–Peucker and gpsbabel at the same bound, how far the dropped
/// ones lie from the kept line, and how fast it is.
///
/// On the recordings of `--recordings`, and on a simulated drive of a million points.
func measureThinning(_ bench: Bench) throws -> [Row] {
    var rows: [Row] = []
    for path in bench.recordings {
        let name = String(path.split(separator: "/").last ?? "")
        let points = try recorded(path)
        guard points.count > 1 else { continue }
        let kept = thin(points)
        let offline = segments(points).map { Double(douglasPeucker(points, $0)) }.reduce(0, +)
        var row = Row("thin", "points of \(points.count), \(name)", "", [Double(kept.count)])
        row = row.beside("Douglas–Peucker", [offline]).within(1.5, .ratio)
        rows.append(row)
        if let peer = try gpsbabel(points, bench) {
            rows.append(
                Row("thin", "points, \(name)", "", [Double(kept.count)])
                    .beside("gpsbabel simplify", [peer]))
        }
        rows.append(
            Row("thin", "farthest dropped, \(name)", "m", [farthest(points, kept)])
                .within(TrackSettings().maxError))
    }
    let drive = try simulatedPoints(1_000_000)
    var seconds: [Double] = []
    for _ in 0..<bench.rounds {
        let before = now()
        guard thin(drive).count > 1 else { throw Failure("nothing is kept") }
        seconds.append(now() - before)
    }
    rows.append(Row("thin", "1,000,000 points", "s", seconds).within(1))
    return rows
}

/// The places of the points kept.
private func thin(_ points: [TrackPoint]) -> [Int] {
    var thinner = Thinner()
    var kept: [TrackPoint] = []
    var indices: [Int] = []
    for (index, point) in points.enumerated() {
        thinner.add(point, &kept)
        for one in kept { indices.append(one.time == point.time ? index : index - 1) }
        kept.removeAll(keepingCapacity: true)
    }
    thinner.end(&kept)
    return indices + kept.map { _ in points.count - 1 }
}

private func recorded(_ path: String) throws -> [TrackPoint] {
    let reader = try RecordingReader(path: path)
    var points: [TrackPoint] = []
    while case let fixes = try reader.nextBatch(limit: 4096), !fixes.isEmpty {
        for fix in fixes {
            guard let time = fix.time, let place = fix.coordinate,
                points.last.map({ $0.time < time }) ?? true
            else { continue }
            points.append(TrackPoint(time: time, coordinate: place))
        }
    }
    return points
}

private func simulatedPoints(_ count: Int) throws -> [TrackPoint] {
    guard let start = Timestamp(rfc3339: "2025-06-01T00:00:00Z") else {
        throw Failure("the drive has no start")
    }
    var points: [TrackPoint] = []
    points.reserveCapacity(count)
    var drive = try Reports(from: start, interval: 1)
    while points.count < count, let point = drive.nextPoint() { points.append(point) }
    return points
}

/// Where one gap ends and the next begins.
private func segments(_ points: [TrackPoint]) -> [ClosedRange<Int>] {
    var starts = [0]
    for index in points.indices.dropFirst()
    where points[index].time.seconds(since: points[index - 1].time) > TrackSettings().gap {
        starts.append(index)
    }
    return zip(starts, starts.dropFirst() + [points.count]).map { $0...($1 - 1) }
}

/// How many points the offline method keeps (Douglas and Peucker 1973): it sees the whole path before it drops any.
private func douglasPeucker(_ points: [TrackPoint], _ range: ClosedRange<Int>) -> Int {
    var kept = range.count > 1 ? 2 : 1
    var open = [range]
    while let part = open.popLast() {
        let inner = part.dropFirst().dropLast()
        let far = inner.max {
            distance(points, $0, part.lowerBound, part.upperBound)
                < distance(points, $1, part.lowerBound, part.upperBound)
        }
        guard let far,
            distance(points, far, part.lowerBound, part.upperBound) > TrackSettings().maxError
        else { continue }
        kept += 1
        open += [part.lowerBound...far, far...part.upperBound]
    }
    return kept
}

private func farthest(_ points: [TrackPoint], _ kept: [Int]) -> Double {
    var most = 0.0
    for (start, end) in zip(kept, kept.dropFirst()) where end > start + 1 {
        for index in start..<end { most = max(most, distance(points, index, start, end)) }
    }
    return most
}

/// Metres from one point to the line between two others, on a plane that touches the Earth at the point.
private func distance(_ points: [TrackPoint], _ index: Int, _ start: Int, _ end: Int) -> Double {
    let at = points[index].coordinate
    let degree = Coordinate.earthRadius * .pi / 180
    let parallel = degree * cos(at.latitude * .pi / 180)
    func plane(_ place: Coordinate) -> (x: Double, y: Double) {
        ((place.longitude - at.longitude) * parallel, (place.latitude - at.latitude) * degree)
    }
    let (a, b) = (plane(points[start].coordinate), plane(points[end].coordinate))
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = dx * dx + dy * dy
    let along = length == 0 ? 0 : max(0, min(1, -(a.x * dx + a.y * dy) / length))
    return hypot(a.x + along * dx, a.y + along * dy)
}

/// The points that gpsbabel keeps; nil, and said so, when it is not installed.
private func gpsbabel(_ points: [TrackPoint], _ bench: Bench) throws -> Double? {
    let input = "\(bench.folder)/whole.gpx"
    let output = "\(bench.folder)/thin.gpx"
    try write(gpx(points), to: input)
    let command = [
        "gpsbabel", "-i", "gpx", "-f", input, "-x",
        "simplify,error=\(TrackSettings().maxError)m", "-o", "gpx", "-F", output,
    ]
    guard let child = try Program(bench: bench).peer(command, package: "gpsbabel") else {
        return nil
    }
    _ = child.end()
    return try Double(recorded(output).count)
}

/// With a segment for each stretch between gaps.
private func gpx(_ points: [TrackPoint]) -> String {
    let parts = segments(points).map { range in
        let lines = points[range].map {
            "<trkpt lat=\"\($0.coordinate.latitude)\" lon=\"\($0.coordinate.longitude)\">"
                + "<time>\($0.time.rfc3339)</time></trkpt>\n"
        }
        return "<trkseg>\n\(lines.joined())</trkseg>\n"
    }
    return """
        <?xml version="1.0"?>
        <gpx version="1.1" creator="milepost" xmlns="http://www.topografix.com/GPX/1/1"><trk>
        \(parts.joined())</trk></gpx>

        """
}
