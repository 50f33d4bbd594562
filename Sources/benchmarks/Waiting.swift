import Glibc

/// Processor time of twenty seconds without a gpsd, as a share of those seconds; the start is not in it.
func measureWaiting(_ bench: Bench) throws -> [Row] {
    let program = Program(bench: bench)
    try program.importPlaces()
    var shares: [Double] = []
    for _ in 0..<bench.rounds {
        let nobody = try Loopback(listens: false)
        let milepost = try program.milepost(
            ["run", "--format", "json", "--gpsd", "127.0.0.1:\(nobody.port)"],
            settings: Settings.withoutLookups)
        sleep(until: now() + 2)
        let before = milepost.cpu
        let start = now()
        sleep(until: start + 20)
        shares.append((milepost.cpu - before) / (now() - start) * 100)
        milepost.end(SIGTERM)
    }
    return [Row("wait", "no gpsd, CPU of 20 s", "% of a core", shares).within(0.1)]
}
