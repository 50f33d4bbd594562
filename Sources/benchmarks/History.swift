import Glibc

/// The history: a million fixes imported in one go, and as many points of a track exported beside gpsbabel, which
/// converts the same points from GPX to GPX.
func measureHistory(_ bench: Bench) throws -> [Row] {
    let long = "\(bench.folder)/million.json"
    let short = "\(bench.folder)/tenth.json"
    try record(1_000_000, to: long)
    try record(100_000, to: short)
    var imports: [Timed] = []
    for round in 0..<bench.rounds {
        let state = "\(bench.folder)/import\(round)"
        imports.append(try timed(bench, storing(long, in: state)))
    }
    // Every point is kept, so that there are as many to export as were imported.
    for path in [long, short] {
        _ = try timed(bench, storing(path, in: path + ".state", "--set", "track.max_error_m=0"))
    }
    var exports: [Timed] = []
    var fewer: [Timed] = []
    var peer: [Timed] = []
    let gpx = "\(bench.folder)/track.gpx"
    for _ in 0..<bench.rounds {
        fewer.append(try timed(bench, exporting(from: short + ".state", to: gpx)))
        exports.append(try timed(bench, exporting(from: long + ".state", to: gpx)))
        let command = ["gpsbabel", "-i", "gpx", "-f", gpx, "-o", "gpx", "-F", "/dev/null"]
        let before = now()
        guard let child = try Program(bench: bench).peer(command, package: "gpsbabel") else {
            continue
        }
        let usage = child.end()
        peer.append(Timed(seconds: now() - before, resident: usage.resident))
    }
    return [
        Row("history", "import of 1,000,000 fixes", "s", imports.map(\.seconds)).within(10),
        Row("history", "import, resident", "MB", imports.map(\.resident)),
        Row("history", "export of 1,000,000 points as GPX", "s", exports.map(\.seconds))
            .beside("gpsbabel, GPX to GPX", peer.map(\.seconds)).within(1 / 3, .ratio),
        Row("history", "export, resident", "MB", exports.map(\.resident))
            .beside("of 100,000 points", fewer.map(\.resident)),
    ]
}

private struct Timed {
    var seconds: Double
    /// MB.
    var resident: Double
}

private func timed(_ bench: Bench, _ arguments: [String]) throws -> Timed {
    let before = now()
    let child = try Program(bench: bench).milepost(arguments, output: "/dev/null")
    let usage = child.end()
    return Timed(seconds: now() - before, resident: usage.resident)
}

private func storing(_ path: String, in state: String, _ more: String...) -> [String] {
    ["replay", "--store", "--lookups", "none", "--set", "state_dir=\(state)", path] + more
}

private func exporting(from state: String, to path: String) -> [String] {
    ["track", "--format", "gpx", "--output", path, "--set", "state_dir=\(state)"]
}
