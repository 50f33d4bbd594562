import Glibc

/// Processor time and memory while a receiver reports ten times a second, beside gpspipe at the same gpsd.
func measureFollowing(_ bench: Bench) throws -> [Row] {
    try Program(bench: bench).importPlaces()
    return try follow("significant", budget: 0.5, bench)
        + follow("every-fix", budget: nil, bench)
}

private func follow(_ profile: String, budget: Double?, _ bench: Bench) throws -> [Row] {
    var shares: [Double] = []
    var resident: [Double] = []
    var peerShares: [Double] = []
    var peerResident: [Double] = []
    for _ in 0..<bench.rounds {
        let (own, peer) = try following(profile, bench)
        shares.append(own.share)
        resident.append(own.resident)
        if let peer {
            peerShares.append(peer.share)
            peerResident.append(peer.resident)
        }
    }
    let share = Row("follow", "10 Hz, \(profile), CPU", "% of a core", shares)
        .beside("gpspipe -w", peerShares)
    return [
        budget.map { share.within($0) } ?? share,
        Row("follow", "10 Hz, \(profile), resident", "MB", resident)
            .beside("gpspipe -w", peerResident).within(28),
    ]
}

private struct Use {
    /// Per cent of one core.
    var share: Double
    /// MB at the most.
    var resident: Double
}

/// Twenty seconds with all outputs on; a broker that is away, as on the road, has everything wait on the disk.
private func following(_ profile: String, _ bench: Bench) throws -> (own: Use, peer: Use?) {
    let program = Program(bench: bench)
    let gpsd = try GpsdStub()
    let milepost = try program.milepost(
        ["run", "--profile", profile, "--gpsd", "127.0.0.1:\(gpsd.port)"],
        settings: Settings.withoutLookups + logs(in: bench.folder))
    let own = try gpsd.client("milepost")
    let gpspipe = try program.peer(
        ["gpspipe", "-w", "127.0.0.1:\(gpsd.port)"], package: "gpsd-clients")
    let other = try gpspipe.map { _ in try gpsd.client("gpspipe") }
    var reports = try Reports(from: .now(), interval: 0.1)
    try awaitFirstFix(of: milepost, at: own, &reports, program)
    let before = (milepost.cpu, gpspipe?.cpu ?? 0)
    let start = now()
    for tick in 1...200 {
        guard let report = reports.next() else { break }
        own.send(report)
        other?.send(report)
        sleep(until: start + Double(tick) / 10)
        milepost.output.drain()
        gpspipe?.output.drain()
    }
    let passed = now() - start
    let used = (milepost.cpu - before.0, (gpspipe?.cpu ?? 0) - before.1)
    let ownUse = Use(share: used.0 / passed * 100, resident: milepost.mostResident)
    let peerUse = gpspipe.map { Use(share: used.1 / passed * 100, resident: $0.mostResident) }
    milepost.end(SIGTERM)
    gpspipe?.end(SIGTERM)
    return (ownUse, peerUse)
}

private func logs(in folder: String) -> String {
    """
    mqtt.url = "mqtt://127.0.0.1:1"
    [[log]]
    path = "-"
    format = "jsonl"
    [[log]]
    path = "\(folder)/%Y-%m-%d.jsonl"
    format = "jsonl"
    [[log]]
    path = "\(folder)/%Y-%m-%d.log"
    format = "text"

    """
}
