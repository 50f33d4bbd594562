import Domain

/// From the sending of a report to its event on standard output, each in turn with gpspipe.
func measureLatency(_ bench: Bench) throws -> [Row] {
    var own: [[Double]] = []
    var peer: [[Double]] = []
    for _ in 0..<bench.rounds {
        let (milliseconds, ofPeer) = try latencies(bench)
        own.append(milliseconds)
        if !ofPeer.isEmpty { peer.append(ofPeer) }
    }
    func row(_ name: String, _ share: Double, _ budget: Double) -> Row {
        Row("latency", name, "ms", own.map { $0.quantile(share) })
            .beside("gpspipe -w", peer.map { $0.quantile(share) }).within(budget)
    }
    return [row("median", 0.5, 1), row("99th percentile", 0.99, 5)]
}

/// Milliseconds of each of a thousand reports, to milepost and to gpspipe.
private func latencies(_ bench: Bench) throws -> (own: [Double], peer: [Double]) {
    let program = Program(bench: bench)
    try program.importPlaces()
    let gpsd = try GpsdStub()
    let milepost = try program.milepost(
        ["run", "--profile", "every-fix", "--format", "json", "--gpsd", "127.0.0.1:\(gpsd.port)"],
        settings: Settings.withoutLookups)
    let own = try gpsd.client("milepost")
    let gpspipe = try program.peer(
        ["gpspipe", "-w", "127.0.0.1:\(gpsd.port)"], package: "gpsd-clients")
    let other = try gpspipe.map { _ in try gpsd.client("gpspipe") }
    var reports = try Reports(from: .now(), interval: 0.1)
    try awaitFirstFix(of: milepost, at: own, &reports, program)
    var latencies: (own: [Double], peer: [Double]) = ([], [])
    for index in 0..<1050 {
        guard let report = reports.next() else { break }
        let seconds = try latency(report, own, milepost, "\"type\":\"fix\"")
        var ofPeer: Double?
        if let gpspipe, let other { ofPeer = try latency(report, other, gpspipe, "\"TPV\"") }
        // A receiver leaves time between two reports, in which programs fall asleep.
        sleep(until: now() + 0.004)
        guard index >= 50 else { continue }
        latencies.own.append(seconds * 1000)
        if let ofPeer { latencies.peer.append(ofPeer * 1000) }
    }
    milepost.end(15)
    gpspipe?.end(15)
    return latencies
}

private func latency(
    _ report: String, _ client: Peer, _ child: Child, _ text: String
) throws -> Double {
    let start = now()
    client.send(report)
    guard let line = child.output.next(with: text, within: 10) else {
        throw Failure("a report sent to process \(child.pid) did not come out of it")
    }
    return line.at - start
}

/// Sends a report each tenth of a second until milepost has accepted one.
func awaitFirstFix(
    of milepost: Child, at client: Peer, _ reports: inout Reports, _ program: Program
) throws {
    for _ in 0..<300 {
        if let report = reports.next() { client.send(report) }
        if milepost.output.next(with: "\"type\":\"fix\"", within: 0.1) != nil { return }
    }
    throw Failure("milepost accepts no fix. \(program.complaints)")
}

/// Settings for milepost as it is measured.
enum Settings {
    /// The first fix is taken after a second.
    static let withoutLookups = """
        weather.providers = []
        address.providers = []
        refresh.acquire_timeout_s = 1

        """
}
