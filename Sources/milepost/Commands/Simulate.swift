import Domain
import Feed
import Glibc

extension Session {
    /// `milepost simulate ROUTE.gpx`: a recording of a drive along it, to a file or to standard output.
    func simulate() async throws -> ExitCode {
        let started = monotonic()
        let path = invocation.operandText
        let route = try route(path)
        let drive = SimulatedDrive(
            route: route,
            settings: .init(
                cruise: (invocation.number(.speed) ?? 100) / 3.6,
                interval: invocation.number(.interval) ?? 1))
        let output = invocation.text(.output) ?? "-"
        let file = try OutputFile(output, sparing: invocation.operands)
        var summary = Summary()
        if !isNMEA { try file.write(ReportWriter.greeting.utf8) }
        for fix in SimulatedReceiver(drive: drive, settings: try receiver(of: route))
        where !file.isUnread {
            let text =
                try isNMEA ? NMEAWriter.sentences(of: fix) : ReportWriter.line(of: fix)
            try file.write(text.utf8)
            summary.fixes += 1
        }
        try file.finish()
        // On standard output there is the recording and nothing else.
        guard output != "-" else { return .done }
        summary.distance = route.length
        summary.wallSeconds = monotonic() - started
        let record = Schema.Summary(summary)
        if format == .jsonl { try show(json: record) } else { try show(renderer.render(record)) }
        return .done
    }

    private var isNMEA: Bool { invocation.text(.as) == "nmea" }

    private func route(_ path: String) throws -> Route {
        let reader = try RecordingReader(path: path, withRoutes: true)
        let stop = invocation.number(.stops) ?? 0
        var points: [Route.Point] = []
        while case let fixes = try reader.nextBatch(limit: 1024), !fixes.isEmpty {
            points += fixes.compactMap { $0.coordinate.map { Route.Point($0, stop: stop) } }
        }
        guard let route = Route(points) else {
            throw CommandFailure(
                .badInput, "\(path): has fewer than two different points; a drive needs a line.")
        }
        return route
    }

    private func receiver(of route: Route) throws -> SimulatedReceiver.Settings {
        let seed = UInt64(invocation.integer(.seed) ?? 1)
        var settings = SimulatedReceiver.Settings(start: try start(), seed: seed)
        settings.noise = invocation.number(.noise) ?? 3
        settings.tunnels = try stretches(.tunnel, route)
        settings.poor = try stretches(.poor, route)
        settings.timeless = try stretches(.timeless, route)
        var random = SeededGenerator(seed: seed)
        settings.outliers = (0..<(invocation.integer(.outliers) ?? 0)).map { _ in
            Double.random(in: 0...route.length, using: &random)
        }
        return settings
    }

    private func start() throws -> Timestamp {
        guard let text = invocation.text(.start) else { return Timestamp.now() }
        guard let time = Timestamp(rfc3339: text) else {
            throw CommandFailure(
                .usage, "--start \(text) is no time: write it like 2026-05-04T03:00:00Z.")
        }
        return time
    }

    /// `KM:LENGTH` in metres.
    private func stretches(_ option: Option, _ route: Route) throws -> [SimulatedReceiver.Stretch] {
        try invocation.texts(option).map { text in
            let numbers = text.split(separator: ":").compactMap { Double($0) }
            guard numbers.count == 2, text.split(separator: ":").count == 2, numbers[0] >= 0,
                numbers[1] > 0, numbers.allSatisfy(\.isFinite)
            else {
                throw CommandFailure(
                    .usage,
                    "\(option.dashed) \(text) is no stretch: write it like 12:3, from"
                        + " kilometre 12 on for 3 kilometres.")
            }
            guard numbers[0] * 1000 < route.length else {
                let length = (route.length / 1000).fixed(1)
                throw CommandFailure(
                    .usage,
                    "\(option.dashed) \(text) begins behind the end of the route, which has"
                        + " \(length) km.")
            }
            return numbers[0] * 1000..<(numbers[0] + numbers[1]) * 1000
        }
    }
}
