import Testing
import Wiring

@Suite("Doctor: the unit")
struct UnitExaminationTests {
    private func shown(
        load: String = "loaded", _ active: String = "active", _ sub: String = "running",
        restarts: Int = 0, enabled: String = "enabled"
    ) -> Finding {
        UnitExamination.finding(
            "LoadState=\(load)\nActiveState=\(active)\nSubState=\(sub)\nResult=watchdog\n"
                + "NRestarts=\(restarts)\nUnitFileState=\(enabled)\n")
    }

    @Test("is well when it runs and starts with the machine")
    func well() {
        #expect(shown().description == "ok    unit: is active (running)")
        #expect(
            shown(restarts: 2).description == "ok    unit: is active (running), restarted 2 times")
    }

    @Test("that there is none is no fault")
    func missing() { #expect(shown(load: "not-found", "inactive", "dead").isWell) }

    @Test("one that failed or starts again and again is wrong, with why and where to read more")
    func failed() {
        for finding in [
            shown("failed", "failed", restarts: 5),
            shown("activating", "auto-restart", restarts: 5),
        ] {
            #expect(!finding.isWell)
            #expect(finding.text.contains("result watchdog"))
            #expect(finding.text.contains("journalctl -u milepost"))
        }
    }

    @Test(
        "one that does not start with the machine is wrong", arguments: ["disabled", "masked", ""])
    func disabled(state: String) {
        #expect(!shown(enabled: state).isWell)
        #expect(shown(enabled: state).text.contains("systemctl enable"))
    }

    @Test("what systemd does not tell is said", arguments: [nil, "", "nonsense"] as [String?])
    func silent(text: String?) { #expect(!UnitExamination.finding(text).isWell) }
}
