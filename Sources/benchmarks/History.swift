import Dispatch
import Domain
import Feed
import Glibc
import Store

/// The history: a million fixes written into it in one go; a recording of as many reports imported, most of whose time
/// is libgps's, so beside a replay that stores nothing; and as many points of a track exported beside gpsbabel, which
/// converts the same points from GPX to GPX.
func measureHistory(_ bench: Bench) throws -> [Row] {
    let long = "\(bench.folder)/million.json"
    let short = "\(bench.folder)/tenth.json"
    try record(1_000_000, to: long)
    try record(100_000, to: short)
    var imports: [Timed] = []
    var replays: [Timed] = []
    for round in 0..<bench.rounds {
        let state = "\(bench.folder)/import\(round)"
        replays.append(try timed(bench, ["replay", "--lookups", "none", long]))
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
    // Last, as this program then takes more memory, which the system would count for those it starts.
    let fixes = try (0..<bench.rounds).map { round in
        try write(fixes: 1_000_000, to: "\(bench.folder)/fixes\(round).db")
    }
    return [
        Row("history", "1,000,000 fixes written", "s", fixes).within(10),
        Row("history", "import of 1,000,000 reports", "s", imports.map(\.seconds))
            .beside("replay without a history", replays.map(\.seconds)),
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
    guard usage.succeeded else {
        throw Failure("milepost fails. \(Program(bench: bench).complaints)")
    }
    return Timed(seconds: now() - before, resident: usage.resident)
}

/// Seconds that the history takes for accepted fixes, 5,000 at a time; making them is not counted.
private func write(fixes count: Int, to path: String) throws -> Double {
    guard let start = Timestamp(rfc3339: "2025-06-01T00:00:00Z") else {
        throw Failure("the fixes have no start")
    }
    let log = Log(threshold: .error, now: now) { _, line in say(line) }
    let writer = HistoryWriter(path: path, origin: .recordings, log: log)
    var drive = try Reports(from: start, interval: 1)
    var seconds = 0.0
    for batch in 0..<count / 5000 {
        let events = (1...5000).compactMap { index in
            drive.nextPoint().map { Event.fix(accepted($0, batch * 5000 + index)) }
        }
        let before = now()
        wait(on: writer.executor) { for event in events { await writer.receive(event) } }
        seconds += now() - before
    }
    let before = now()
    wait(on: writer.executor) { await writer.finish() }
    return seconds + now() - before
}

private func accepted(_ point: TrackPoint, _ number: Int) -> AcceptedFix {
    let fix = Fix(
        source: .recording, mode: .threeD, time: point.time, latitude: point.coordinate.latitude,
        longitude: point.coordinate.longitude, altitude: point.altitude, accuracy: 4.18,
        speed: point.speed, course: point.course, satellites: 9)
    return AcceptedFix(
        seq: number, time: point.time, coordinate: point.coordinate, fix: fix, accuracy: 4.18,
        reasons: [.distance], distance: 20)
}

/// Runs `body` to its end, where the program runs it too.
func wait(
    on executor: (any TaskExecutor)?, _ body: @escaping @Sendable () async -> Void
) {
    let end = DispatchSemaphore(value: 0)
    Task(executorPreference: executor) {
        await body()
        end.signal()
    }
    end.wait()
}

private func storing(_ path: String, in state: String, _ more: String...) -> [String] {
    ["replay", "--store", "--lookups", "none", "--set", "state_dir=\(state)", path] + more
}

private func exporting(from state: String, to path: String) -> [String] {
    ["track", "--format", "gpx", "--output", path, "--set", "state_dir=\(state)"]
}
