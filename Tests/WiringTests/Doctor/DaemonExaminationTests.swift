import Domain
import Testing
import Wiring

@Suite("Doctor: the daemon")
struct DaemonExaminationTests {
    private func finding(version: String) -> Finding {
        DaemonExamination.finding(
            Schema.Status(
                Status(
                    version: version, mode: .paused, receiver: Receiver(.noFix),
                    since: Timestamp(milliseconds: 0))))
    }

    @Test("its mode and the receiver's state are told")
    func well() {
        #expect(
            finding(version: Version.number).description
                == "ok    daemon: runs (\(Version.number)): paused, receiver no-fix")
    }

    @Test("one of another version is to be restarted")
    func version() {
        let finding = finding(version: "0.0.1")
        #expect(!finding.isWell)
        #expect(finding.text.hasSuffix("restart milepost"))
    }
}
