import Domain
import Glibc
import Synchronization

/// A day on the road and at rest in a minute: what grows, and what is lost.
///
/// Each hour has a tunnel, a gpsd that restarts and a network that is gone for a quarter of it; six hours are parked. All
/// outputs are on. Fix time is that of a day; timers run by the clock of this machine.
func measureDay(_ bench: Bench) throws -> [Row] {
    let program = Program(bench: bench)
    try program.importPlaces()
    let gpsd = try GpsdStub()
    let service = try Service()
    let log = "\(bench.folder)/day.jsonl"
    let milepost = try program.milepost(
        ["run", "--profile", "vehicle", "--format", "json", "--gpsd", "127.0.0.1:\(gpsd.port)"],
        settings: settings(service.port, in: bench.folder),
        variables: ["MILEPOST_OPENWEATHERMAP_KEY": "0123456789abcdef0123456789abcdef"])
    var day = try Day(gpsd: gpsd, milepost: milepost, service: service)
    var uses: [Use] = []
    for hour in 1...24 {
        try day.hour(isParked: [3, 4, 12, 20, 21, 22].contains(hour))
        uses.append(Use(milepost))
    }
    milepost.end(SIGTERM)
    day.read()
    service.stop()
    let (early, late) = (uses[1], uses[23])
    return [
        Row("day", "resident after 24 h", "MB", [late.resident])
            .beside("after 2 h", [early.resident]).within(1.05, .ratio),
        Row("day", "descriptors after 24 h", "", [Double(late.descriptors)])
            .beside("after 2 h", [Double(early.descriptors)]).within(1, .ratio),
        Row("day", "threads after 24 h", "", [Double(late.threads)])
            .beside("after 2 h", [Double(early.threads)]).within(1, .ratio),
        Row("day", "fixes in the log", "", [Double(try fixes(in: log))])
            .beside("on standard output", [Double(day.fixes)]),
        Row("day", "requests", "", [Double(service.requests)]),
    ]
}

/// A minute of a day is a moment here, so nothing may wait for one; what is far enough matters.
private func settings(_ port: UInt16, in folder: String) -> String {
    """
    weather.providers = ["openweathermap"]
    refresh.acquire_timeout_s = 1
    gate.min_interval_s = 0
    providers.openweathermap.base_url = "http://127.0.0.1:\(port)"
    mqtt.url = "mqtt://127.0.0.1:1"
    [[log]]
    path = "-"
    format = "jsonl"
    [[log]]
    path = "\(folder)/day.jsonl"
    format = "jsonl"
    [[log]]
    path = "\(folder)/day.gpx"
    format = "gpx"
    [[log]]
    path = "\(folder)/day.csv"
    format = "csv"
    [[log]]
    path = "\(folder)/day.geojson"
    format = "geojson"

    """
}

/// What a program holds at one moment.
private struct Use {
    let resident: Double
    let descriptors: Int
    let threads: Int

    init(_ child: Child) {
        resident = child.resident
        descriptors = child.descriptors
        threads = child.threads
    }
}

private struct Day {
    private static let pace = 2000.0

    let gpsd: GpsdStub
    let milepost: Child
    let service: Service
    /// Nil while gpsd is gone; what is let go of is closed.
    private var receiver: Peer?
    private var reports: Reports
    /// Fixes that were told on standard output.
    private(set) var fixes = 0

    init(gpsd: GpsdStub, milepost: Child, service: Service) throws {
        self.gpsd = gpsd
        self.milepost = milepost
        self.service = service
        receiver = try gpsd.client("milepost")
        reports = try Reports(from: .now().adding(seconds: -86_400), interval: 1)
    }

    /// 3600 reports: a tunnel at the 10th minute, another gpsd at the 20th, no network from the 30th to the 45th.
    mutating func hour(isParked: Bool) throws {
        let start = now()
        let parked = isParked ? reports.nextPoint() : nil
        for second in 1..<3600 {
            guard let point = reports.nextPoint() else { return }
            service.isAway = 1800..<2700 ~= second
            if second == 1200 {
                receiver = nil
                receiver = try gpsd.client("milepost")
            }
            if 600..<720 ~= second { continue }
            let place = parked?.coordinate ?? point.coordinate
            receiver?.send(
                Reports.line(
                    place, time: point.time, speed: isParked ? 0 : point.speed ?? 0,
                    course: point.course ?? 0, altitude: point.altitude ?? 0))
            sleep(until: start + Double(second) / Self.pace)
            if second % 100 == 0 { read() }
        }
        // A moment for what was cancelled to end.
        sleep(until: now() + 0.5)
        read()
    }

    /// Counts what was told meanwhile.
    mutating func read() {
        while let line = milepost.output.next(within: 0)?.text {
            if line.contains(#""type":"fix""#) { fixes += 1 }
        }
    }
}

/// Fixes that a log in JSON lines has.
private func fixes(in path: String) throws -> Int {
    guard let file = fopen(path, "r") else { throw Failure("\(path) is not there") }
    defer { fclose(file) }
    var count = 0
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0 {
        if let line, strstr(line, #""type":"fix""#) != nil { count += 1 }
    }
    return count
}

/// A weather service on a thread of its own, which can be away: it then hangs up on who asks.
private final class Service: Sendable {
    let port: UInt16
    private let away = Atomic(false)
    private let stopped = Atomic(false)
    private let answered = Atomic(0)

    var isAway: Bool {
        get { away.load(ordering: .relaxed) }
        set { away.store(newValue, ordering: .relaxed) }
    }

    /// Requests that were answered.
    var requests: Int { answered.load(ordering: .relaxed) }

    init() throws {
        let listener = try Loopback()
        port = listener.port
        let start = Unmanaged.passRetained(Start(self, listener))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                // Balances `passRetained`.
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                start.service.serve(start.listener)
                return nil
            }, start.toOpaque())
        guard status == 0 else { throw Failure("no thread: \(reason(status))") }
    }

    private final class Start {
        let service: Service
        let listener: Loopback
        init(_ service: Service, _ listener: Loopback) {
            self.service = service
            self.listener = listener
        }
    }

    func stop() { stopped.store(true, ordering: .relaxed) }

    private func serve(_ listener: Loopback) {
        while !stopped.load(ordering: .relaxed) {
            guard let peer = listener.accept(within: 0.2) else { continue }
            guard !isAway, let request = peer.line(within: 1) else { continue }
            let now = Timestamp.now().milliseconds / 1000
            let body =
                request.contains("/forecast")
                ? #"{"cod":"200","list":[{"dt":\#(now + 3600),"main":{"temp":20}}]}"#
                : #"{"cod":200,"dt":\#(now),"main":{"temp":20}}"#
            peer.send(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            _ = peer.closing(within: 1)
            answered.add(1, ordering: .relaxed)
        }
    }
}
