import Domain
import Gazetteer
import Glibc

/// The nearest place offline: each question by itself once the database is open, the first one, and the import.
func measureNearest(_ bench: Bench) throws -> [Row] {
    let database = "\(bench.folder)/gazetteer.db"
    var imports: [Import] = []
    for _ in 0..<bench.rounds { imports.append(try importing(into: database, bench)) }
    let points = try landPoints(100_000, database)
    var first: [Double] = []
    var own: [[Double]] = []
    var peer: [[Double]] = []
    for _ in 0..<bench.rounds {
        first.append(try firstAnswer(database, points[0]))
        own.append(try questions(points, database))
        if let microseconds = try reverseGeocoder(points, bench) { peer.append(microseconds) }
    }
    return [
        Row("nearest", "each, median", "µs", own.map { $0.quantile(0.5) })
            .beside("reverse_geocoder", peer.map { $0.quantile(0.5) }).within(20),
        Row("nearest", "each, 99th percentile", "µs", own.map { $0.quantile(0.99) })
            .beside("reverse_geocoder", peer.map { $0.quantile(0.99) }),
        Row("nearest", "opening and the first answer", "ms", first).within(50),
        Row("nearest", "import", "s", imports.map(\.seconds)).within(15),
        Row("nearest", "import, resident", "MB", imports.map(\.resident)).within(64),
    ]
}

private struct Import {
    var seconds: Double
    var resident: Double
}

/// The word that makes this program one that only imports, so that its memory can be told from the benchmark's.
let importWord = "import-places"

/// Imports into `path`, says so and waits for its end.
func importPlaces(into path: String) throws {
    try Importer(data: nil, target: path).run { _, _ in }
    print("imported")
    fflush(nil)
    pause()
}

private func importing(into path: String, _ bench: Bench) throws -> Import {
    unlink(path)
    let before = now()
    let command = [try Program.own(), importWord, path]
    let errors = "\(bench.folder)/errors"
    guard let child = try Child(command, environment: [:], errors: errors),
        child.output.next(with: "imported", within: 300) != nil
    else { throw Failure("the import does not end. \(Program(bench: bench).complaints)") }
    let seconds = now() - before
    defer { child.end(SIGTERM) }
    return Import(seconds: seconds, resident: child.mostResident)
}

/// Points up to 0.2° from places picked by chance, the same in every run.
private func landPoints(_ count: Int, _ database: String) throws -> [Coordinate] {
    let index = try PlaceIndex(path: database)
    var random = SplitMix(state: 20_260_504)
    var points: [Coordinate] = []
    points.reserveCapacity(count)
    while points.count < count {
        // Areas come last, so these are all places.
        guard let entry = try index.entry(Int64.random(in: 1...250_000, using: &random)) else {
            throw Failure("there are fewer than 250,000 places")
        }
        let point = Coordinate(
            latitude: entry.latitude + Double.random(in: -0.2...0.2, using: &random),
            longitude: entry.longitude + Double.random(in: -0.2...0.2, using: &random))
        if let point { points.append(point) }
    }
    return points
}

/// Milliseconds.
private func firstAnswer(_ database: String, _ point: Coordinate) throws -> Double {
    let before = now()
    let index = try PlaceIndex(path: database)
    guard try index.nearest(to: point) != nil else { throw Failure("no place is nearest") }
    return (now() - before) * 1000
}

/// Microseconds of each question.
private func questions(_ points: [Coordinate], _ database: String) throws -> [Double] {
    let index = try PlaceIndex(path: database)
    for point in points.prefix(2000) { _ = try index.nearest(to: point) }
    return try points.map { point in
        let before = now()
        _ = try index.nearest(to: point)
        return (now() - before) * 1_000_000
    }
}

/// The same of PyPI's reverse_geocoder, in a process of its own; nil, and said so, when it is not installed.
private func reverseGeocoder(_ points: [Coordinate], _ bench: Bench) throws -> [Double]? {
    let list = "\(bench.folder)/points"
    try write(points.map { "\($0.latitude) \($0.longitude)\n" }.joined(), to: list)
    let python = try Program(bench: bench).peer(
        ["python3", "-c", questionsInPython, list], package: "python3")
    guard let python else { return nil }
    defer { python.end() }
    var microseconds: [Double] = []
    while let line = python.output.next(within: 300) {
        guard let value = Double(line.text) else { break }
        microseconds.append(value)
    }
    guard microseconds.count == points.count else {
        say("reverse_geocoder is not installed (pip install reverse_geocoder): measured without it")
        return nil
    }
    return microseconds
}

private let questionsInPython = """
    import sys, time
    try:
        import reverse_geocoder
    except ImportError:
        print("missing")
        sys.exit()
    points = [tuple(map(float, line.split())) for line in open(sys.argv[1])]
    coder = reverse_geocoder.RGeocoder(mode=1, verbose=False)
    for point in points[:2000]:
        coder.query([point])
    for point in points:
        before = time.perf_counter()
        coder.query([point])
        print((time.perf_counter() - before) * 1e6)
    print("end")
    """

/// The same numbers in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
