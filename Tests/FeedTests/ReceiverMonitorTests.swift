import Domain
import Feed
import Testing

@Suite("Receiver's state")
struct ReceiverMonitorTests {
    private enum Step {
        case see(Double, ReceiverMonitor.Observation)
        case wait(Double)
    }

    /// The changes that `steps` make, each with its second.
    private func changes(
        device: String? = nil, _ steps: [Step]
    ) -> [(Double, Receiver)] {
        var monitor = ReceiverMonitor(
            address: GpsdAddress(host: "pi", device: device), staleAfter: 10)
        return steps.compactMap { step in
            switch step {
            case .see(let second, let observation):
                monitor.observe(observation, at: Moment(seconds: second)).map { (second, $0) }
            case .wait(let second):
                monitor.tick(at: Moment(seconds: second)).map { (second, $0) }
            }
        }
    }

    private func states(device: String? = nil, _ steps: [Step]) -> [String] {
        changes(device: device, steps).map { "\(Int($0.0)) \($0.1.state.rawValue)" }
    }

    private func devices(_ paths: String...) -> ReceiverMonitor.Observation {
        .devices(paths.map { GpsdDevice(path: $0) })
    }

    private func report(_ mode: Fix.Mode, _ device: String? = "/dev/a")
        -> ReceiverMonitor.Observation
    {
        .report(device: device, mode: mode)
    }

    @Test("goes from waiting over no-fix to fix, and says each change once")
    func rise() {
        #expect(
            states([
                .see(0, .unreachable("Connection refused")),
                .see(1, .unreachable("Connection refused")), .see(2, .connected),
                .see(3, devices("/dev/a")), .see(4, report(.unknown)), .see(5, report(.noFix)),
                .see(6, report(.twoD)), .see(7, report(.threeD)), .see(8, .unreachable("gone")),
            ]) == ["0 waiting-for-gpsd", "3 no-fix", "6 fix", "8 waiting-for-gpsd"])
    }

    @Test("G13 is no-device when gpsd has none, and says what to do")
    func noDevice() throws {
        let changes = changes([.see(0, .connected), .see(1, devices()), .wait(100)])
        #expect(changes.count == 1)
        let receiver = try #require(changes.first?.1)
        #expect(receiver.state == .noDevice)
        #expect(
            receiver.detail
                == "gpsd at pi:2947 has no receiver; plug it in, or tell gpsd of it (gpsdctl add DEVICE)"
        )
    }

    @Test("G14 leaves fix with the first report without one")
    func lost() {
        #expect(
            states([
                .see(0, .connected), .see(1, devices("/dev/a")), .see(2, report(.threeD)),
                .see(3, report(.noFix)), .see(4, report(.noFix)),
            ]) == ["1 no-fix", "2 fix", "3 no-fix"])
    }

    @Test("is stale after 10 s without a report, until one comes; other reports do not count")
    func stale() {
        #expect(
            states([
                .see(0, .connected), .see(1, devices("/dev/a")), .see(2, report(.threeD)),
                .wait(11.9), .wait(12), .wait(13), .see(14, .connected),
                .see(15, devices("/dev/a")), .wait(30), .see(31, report(.threeD)),
            ]) == ["1 no-fix", "2 fix", "12 stale", "31 fix"])
        #expect(
            states([.see(0, .connected), .see(1, devices("/dev/a")), .wait(9.9), .wait(10)])
                == ["1 no-fix", "10 stale"])
    }

    @Test("G09 is not stale while reports without a fix come")
    func noFixIsNotStale() {
        let reports = (2...60).map { Step.see(Double($0), report(.noFix)) }
        #expect(
            states([.see(0, .connected), .see(1, devices("/dev/a"))] + reports) == ["1 no-fix"])
    }

    @Test("G12 follows a receiver that comes back under another name")
    func renamed() {
        #expect(
            states([
                .see(0, .connected), .see(0, devices("/dev/a")), .see(1, report(.threeD)),
                .see(2, .device(GpsdDevice(path: "/dev/a", isPresent: false))),
                .see(3, .device(GpsdDevice(path: "/dev/b"))), .see(4, report(.threeD, "/dev/b")),
            ]) == ["0 no-fix", "1 fix", "2 no-device", "3 no-fix", "4 fix"])
    }

    @Test("G12 says once that the receiver that is set is gone, and which one is there")
    func pinned() throws {
        let changes = changes(
            device: "/dev/a",
            [
                .see(0, .connected), .see(0, devices("/dev/a", "/dev/b")), .see(1, report(.threeD)),
                .see(1, report(.noFix, "/dev/b")),
                .see(2, .device(GpsdDevice(path: "/dev/a", isPresent: false))),
                .see(3, report(.threeD, "/dev/b")), .see(4, report(.threeD, "/dev/b")), .wait(20),
            ])
        #expect(changes.map(\.1.state) == [.noFix, .fix, .noDevice])
        #expect(
            try #require(changes.last).1.detail
                == "Receiver /dev/a is gone, gpsd at pi:2947 has /dev/b; set gpsd.device to that, or to nothing for any"
        )
    }

    @Test("is fix while one of several receivers has one, without swaying between them")
    func several() {
        let both = (1...30).flatMap { second in
            [
                Step.see(Double(second), report(.threeD, "/dev/a")),
                .see(Double(second), report(.noFix, "/dev/b")),
            ]
        }
        let onlyB = (31...45).map { Step.see(Double($0), report(.noFix, "/dev/b")) }
        #expect(
            states([.see(0, .connected), .see(0, devices("/dev/a", "/dev/b"))] + both + onlyB)
                == ["0 no-fix", "1 fix", "40 no-fix"])
    }

    @Test("knows when silence may change it, and never names a moment that is over")
    func due() {
        var monitor = ReceiverMonitor(address: GpsdAddress(), staleAfter: 10)
        #expect(monitor.due(after: Moment(seconds: 0)) == nil)
        _ = monitor.observe(.connected, at: Moment(seconds: 1))
        #expect(monitor.due(after: Moment(seconds: 1)) == Moment(seconds: 11))
        _ = monitor.observe(report(.threeD), at: Moment(seconds: 5))
        #expect(monitor.due(after: Moment(seconds: 5)) == Moment(seconds: 11))
        #expect(monitor.due(after: Moment(seconds: 11)) == Moment(seconds: 15))
        #expect(monitor.due(after: Moment(seconds: 15)) == nil)
    }
}
