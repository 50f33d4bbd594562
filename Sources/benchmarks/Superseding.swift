import Domain
import Glibc
import Lookup

/// From the sending of a newer fix to the closing of the older transfers, and what is left of many of them.
func measureSuperseding(_ bench: Bench) throws -> [Row] {
    let program = Program(bench: bench)
    try program.importPlaces()
    let gpsd = try GpsdStub()
    let service = try Loopback()
    let milepost = try program.milepost(
        ["run", "--profile", "every-fix", "--format", "json", "--gpsd", "127.0.0.1:\(gpsd.port)"],
        settings: settings(service.port),
        variables: ["MILEPOST_OPENWEATHERMAP_KEY": "0123456789abcdef0123456789abcdef"])
    var ride = Ride(
        service: service, receiver: try gpsd.client("milepost"), milepost: milepost)
    try ride.begin()
    var closings: [Double] = []
    var fixes = 0
    // After 100 it has hardly begun to keep what it is to keep; from 10,000 to 20,000 it must not grow.
    var left: [(descriptors: Int, resident: Double)] = []
    for count in [100, 10_000, 20_000] {
        while closings.count < count {
            closings += try ride.next()
            fixes += 1
        }
        left.append((milepost.descriptors, milepost.resident))
    }
    milepost.end(SIGTERM)
    let rounds = closings.chunks(bench.rounds)
    return [
        Row("supersede", "to the closing, median", "ms", rounds.map { $0.quantile(0.5) })
            .within(20),
        Row("supersede", "to the closing, 99th percentile", "ms", rounds.map { $0.quantile(0.99) })
            .within(20),
        // More would mean that one in four is let finish, and others are not ended.
        Row("supersede", "let finish", "of all", [Double(ride.kept) / Double(fixes)])
            .within(1 / Double(LookupPlan.supersessionsInRow + 1)),
        Row("supersede", "descriptors after 10,000", "", [Double(left[1].descriptors)])
            .beside("after 100", [Double(left[0].descriptors)]).within(1, .ratio),
        Row("supersede", "resident after 10,000", "MB", [left[1].resident])
            .beside("after 100", [left[0].resident]),
        Row("supersede", "resident after 20,000", "MB", [left[2].resident])
            .beside("after 10,000", [left[1].resident]).within(1.02, .ratio),
    ]
}

/// Nothing vetoes a jump, so that each fix is far from all others; one service, as it has the largest daily quota.
private func settings(_ port: UInt16) -> String {
    """
    weather.providers = ["openweathermap"]
    address.providers = []
    refresh.acquire_timeout_s = 1
    gate.max_speed_kmh = 0
    providers.openweathermap.base_url = "http://127.0.0.1:\(port)"

    """
}

/// A connection and the first line of what it asks; read at once, as waiting for the closing passes over the rest.
private struct Transfer {
    let peer: Peer
    let request: String

    init(_ peer: Peer) {
        self.peer = peer
        request = peer.line(within: 5) ?? ""
    }
}

/// Fixes each at another place, and a service that answers only the lookups that milepost lets finish.
private struct Ride {
    let service: Loopback
    let receiver: Peer
    let milepost: Child
    private var time = Timestamp.now()
    private var count = 0
    private var open: [Transfer] = []
    private var supersessions = 0
    /// How often an older lookup was let finish.
    private(set) var kept = 0

    init(service: Loopback, receiver: Peer, milepost: Child) {
        self.service = service
        self.receiver = receiver
        self.milepost = milepost
    }

    /// Until the first lookups run.
    mutating func begin() throws {
        for _ in 0..<300 {
            report()
            if let first = service.accept(within: 0.1) {
                open = [Transfer(first)]
                return try acceptRest()
            }
        }
        throw Failure("milepost looks nothing up")
    }

    /// A fix at the next place; milliseconds to the closing of each older transfer, none when those are let finish.
    mutating func next() throws -> [Double] {
        let older = open
        open = []
        count += 1
        let start = now()
        report()
        // One that should be let finish is not waited for; one that is let finish out of turn costs a second.
        let isDue = supersessions == LookupPlan.supersessionsInRow
        var closings: [Double] = []
        if !isDue { closings = older.compactMap { $0.peer.closing(within: 1) } }
        try acceptRest()
        if closings.count == older.count {
            supersessions += 1
        } else {
            kept += 1
            supersessions = 0
            for transfer in older { answer(transfer) }
        }
        milepost.output.drain()
        return closings.map { ($0 - start) * 1000 }
    }

    /// Weather and forecast, each with a connection of its own.
    private mutating func acceptRest() throws {
        while open.count < 2 {
            guard let peer = service.accept(within: 10) else {
                throw Failure("milepost looks fix \(count) not up")
            }
            open.append(Transfer(peer))
        }
    }

    /// A place that no other of 500,000 shares a cell of any part with.
    private mutating func report() {
        let row = count % 500
        let place = Coordinate(
            latitude: -50 + Double(row) * 0.2, longitude: -170 + Double(count / 500) * 0.2)
        guard let place else { return }
        time = time.adding(seconds: 0.1)
        receiver.send(Reports.line(place, time: time, speed: 20, course: 0, altitude: 50))
    }

    private func answer(_ transfer: Transfer) {
        let now = Timestamp.now().milliseconds / 1000
        let body =
            transfer.request.contains("/forecast")
            ? #"{"cod":"200","list":[{"dt":\#(now + 3600),"main":{"temp":20}}]}"#
            : #"{"cod":200,"dt":\#(now),"main":{"temp":20}}"#
        transfer.peer.send(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        _ = transfer.peer.closing(within: 5)
    }
}

extension [Double] {
    /// In so many parts, one after the other.
    fileprivate func chunks(_ count: Int) -> [[Double]] {
        (0..<count).map { Array(self[$0 * self.count / count..<($0 + 1) * self.count / count]) }
    }
}
