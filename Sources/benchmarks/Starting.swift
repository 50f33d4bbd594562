import Glibc

/// From the start of the program until it is ready and to its first event, beside the start of a program that does
/// nothing.
func measureStart(_ bench: Bench) throws -> [Row] {
    let program = Program(bench: bench)
    try program.importPlaces()
    let nobody = try Loopback(listens: false)
    let manager = try NotifySocket(in: bench.folder)
    var ready: [Double] = []
    var own: [Double] = []
    var peer: [Double] = []
    for _ in 0..<max(20, bench.rounds) {
        let start = now()
        let milepost = try program.milepost(
            ["run", "--format", "json", "--gpsd", "127.0.0.1:\(nobody.port)"],
            settings: Settings.withoutLookups, variables: ["NOTIFY_SOCKET": manager.path])
        guard let moment = manager.moment(of: "READY=1", within: 20) else {
            throw Failure("milepost does not get ready. \(program.complaints)")
        }
        ready.append((moment - start) * 1000)
        own.append(try milliseconds(from: start, "\"type\":\"state\"", milepost, program))
        let echoed = now()
        guard let echo = try program.peer(["/bin/echo", "hello"], package: "coreutils") else {
            throw Failure("there is no /bin/echo")
        }
        peer.append(try milliseconds(from: echoed, "hello", echo, program))
    }
    return [
        Row("start", "to READY=1", "ms", ready).beside("echo", peer).within(100),
        Row("start", "to the first state event", "ms", own).beside("echo", peer).within(100),
    ]
}

/// Until a line with `text`, which ends the program.
private func milliseconds(
    from start: Double, _ text: String, _ child: Child, _ program: Program
) throws -> Double {
    guard let line = child.output.next(with: text, within: 20) else {
        throw Failure("no event comes after the start. \(program.complaints)")
    }
    child.end(SIGTERM)
    return (line.at - start) * 1000
}
