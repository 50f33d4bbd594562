import Publish
import Testing
import Wiring

@Suite("This machine")
struct MachineTests {
    private let board = "/sys/firmware/devicetree/base/serial-number"

    private func clientID(_ texts: [String: String], _ settings: Settings = Settings()) -> String {
        Speaker(settings, on: Machine(files: files(texts))).clientID
    }

    @Test(
        "M03 two boards with copies of one card are two clients, and one board is always the same")
    func boards() {
        let first = ["/etc/machine-id": "a1\n", board: "0001\u{0}"]
        let second = ["/etc/machine-id": "a1\n", board: "0002\u{0}"]
        #expect(clientID(first) == clientID(first))
        #expect(clientID(first) != clientID(second))
    }

    @Test("two daemons of one machine, each with a state of its own, are two clients")
    func states() {
        var other = Settings()
        other.stateDirectory = "/elsewhere"
        #expect(clientID([:]) != clientID([:], other))
    }

    @Test("its name is a level of a topic: without a domain, and never empty")
    func name() {
        let name = Machine(files: files([:])).name
        #expect(!name.isEmpty && !name.contains("."))
    }
}
