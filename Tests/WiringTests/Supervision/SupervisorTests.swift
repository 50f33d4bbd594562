import Domain
import Synchronization
import Testing
import Wiring

@Suite("Supervisor")
struct SupervisorTests {
    private final class Sent: Sendable {
        private let messages = Mutex<[String]>([])
        func add(_ message: String) { messages.withLock { $0.append(message) } }
        var all: [String] { messages.withLock { $0 } }
    }

    @Test(
        "beats come at least twice in the patience of who watches, and each 5 s where nobody does",
        arguments: [(nil, 5.0), (30.0, 5.0), (9.0, 3.0), (1.5, 0.5)] as [(Double?, Double)])
    func interval(patience: Double?, seconds: Double) {
        #expect(Supervisor(patience: patience) { _ in }.beatEvery == seconds)
    }

    @Test("of the events only a state is told")
    func states() async {
        let sent = Sent()
        let supervisor = Supervisor(patience: nil) { sent.add($0) }
        await supervisor.receive(.summary(Summary()))
        await supervisor.receive(
            .state(
                StateChange(
                    mode: .tracking, receiver: Receiver(.fix), since: Timestamp(milliseconds: 0))))
        #expect(sent.all == ["STATUS=tracking, receiver fix"])
    }

    @Test("a reload is told before and after what it takes")
    func reload() async {
        let sent = Sent()
        let supervisor = Supervisor(patience: nil) { sent.add($0) }
        supervisor.beat()
        await supervisor.whileReloading { sent.add("reading") }
        supervisor.stop()
        #expect(sent.all.count == 5)
        #expect(sent.all[1].hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(Array(sent.all[2...]) == ["reading", "READY=1", "STOPPING=1"])
    }
}
