import Glibc

/// From the start of the program to its first event, beside the start of a program that does nothing.
func measureStart(_ bench: Bench) throws -> [Row] {
    let program = Program(bench: bench)
    try program.importPlaces()
    let nobody = try Loopback(listens: false)
    var own: [Double] = []
    var peer: [Double] = []
    for _ in 0..<max(20, bench.rounds) {
        own.append(
            try milliseconds("\"type\":\"state\"", program) {
                try program.milepost(
                    ["run", "--format", "json", "--gpsd", "127.0.0.1:\(nobody.port)"],
                    settings: Settings.withoutLookups)
            })
        peer.append(
            try milliseconds("hello", program) {
                try program.peer(["/bin/echo", "hello"], package: "coreutils")
            })
    }
    return [Row("start", "to the first state event", "ms", own).beside("echo", peer).within(100)]
}

private func milliseconds(
    _ text: String, _ program: Program, _ start: () throws -> Child?
) throws -> Double {
    let before = now()
    guard let child = try start() else { throw Failure("there is no /bin/echo") }
    guard let line = child.output.next(with: text, within: 20) else {
        throw Failure("no event comes after the start. \(program.complaints)")
    }
    child.end(SIGTERM)
    return (line.at - before) * 1000
}
