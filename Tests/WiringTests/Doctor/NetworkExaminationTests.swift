import Testing
import Wiring

@Suite("Doctor: the network")
struct NetworkExaminationTests {
    private func findings(_ hasRoute: Bool, _ unresolved: [String]) -> [Finding] {
        NetworkExamination.findings(
            hasRoute: hasRoute, hosts: ["a.example", "b.example"],
            unresolved: unresolved.map { ($0, "no such name") })
    }

    @Test("is well with a route and names that are resolved")
    func well() { #expect(findings(true, []).map(\.isWell) == [true]) }

    @Test("without a route nothing else is said")
    func route() {
        let all = findings(false, ["a.example", "b.example"])
        #expect(all.map(\.isWell) == [false])
        #expect(all.first?.text.contains("no default route") == true)
    }

    @Test("no name at all is the name server's fault, one of several its own")
    func names() {
        let all = findings(true, ["a.example", "b.example"])
        #expect(all.count == 1)
        #expect(all.first?.text.contains("name server") == true)
        let one = findings(true, ["b.example"])
        #expect(one.map(\.isWell) == [false])
        #expect(one.first?.text.hasPrefix("b.example is not resolved (no such name)") == true)
    }

    @Test("the kernel's tables tell whether there is a default route")
    func tables() {
        let head = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n"
        let lan = "eth0\t0011AC00\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n"
        let way = "eth0\t00000000\t010011AC\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
        #expect(NetworkExamination.hasRoute(head + way + lan, ""))
        #expect(!NetworkExamination.hasRoute(head + lan, ""))
        let zeros = String(repeating: "0", count: 32)
        let six =
            "\(zeros) 00 \(zeros) 00 fe800000000000000000000000000001 00000400 1 0 00000003 eth0\n"
        #expect(NetworkExamination.hasRoute("", six))
        #expect(
            !NetworkExamination.hasRoute(
                "", "\(zeros) 00 \(zeros) 00 \(zeros) ffffffff 1 0 00200200 lo\n"))
    }

    @Test(
        "a host's name is told without port and brackets",
        arguments: [
            ("api.example", "api.example"), ("127.0.0.1:8080", "127.0.0.1"), ("[::1]:80", "::1"),
        ])
    func name(host: String, name: String) { #expect(NetworkExamination.name(of: host) == name) }
}
