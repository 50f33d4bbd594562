import Testing
import Wiring

@Suite("Doctor: the device file")
struct DeviceExaminationTests {
    private static let gpsd = DeviceExamination.Rights(user: 105, groups: [20, 105])

    private func file(owner: UInt32 = 0, group: UInt32 = 20, mode: UInt32 = 0o20660)
        -> DeviceExamination.File
    {
        .init(path: "/dev/ttyACM0", owner: owner, group: group, mode: mode)
    }

    @Test("that no device is there is told with the one that is wanted")
    func missing() {
        let none = DeviceExamination.findings(wanted: nil, files: [], gpsd: Self.gpsd)
        #expect(none.map(\.isWell) == [false])
        let wanted = DeviceExamination.findings(
            wanted: "/dev/gps", files: [], gpsd: Self.gpsd)
        #expect(wanted.first?.text.hasPrefix("/dev/gps is not there: plug") == true)
    }

    @Test(
        "gpsd has to be able to read and write it, as its owner, by a group or as anybody",
        arguments: [
            (0, 20, 0o660, true), (105, 0, 0o600, true), (0, 0, 0o666, true),
            (0, 0, 0o660, false), (0, 20, 0o640, false), (105, 20, 0o060, false),
        ] as [(UInt32, UInt32, UInt32, Bool)])
    func rights(owner: UInt32, group: UInt32, mode: UInt32, may: Bool) {
        let file = file(owner: owner, group: group, mode: 0o20000 | mode)
        let findings = DeviceExamination.findings(wanted: nil, files: [file], gpsd: Self.gpsd)
        #expect(findings.isEmpty == may)
        #expect(findings.allSatisfy { !$0.isWell && $0.text.contains("/dev/ttyACM0") })
    }

    @Test("root may use any, and of a gpsd that is not seen nothing is said")
    func unknown() {
        let root = DeviceExamination.Rights(user: 0, groups: [0])
        let closed = file(group: 0, mode: 0o20000)
        #expect(DeviceExamination.findings(wanted: nil, files: [closed], gpsd: root) == [])
        #expect(DeviceExamination.findings(wanted: nil, files: [closed], gpsd: nil) == [])
    }

    @Test("the rights of a process are the ones in force, and those of gpsd alone count")
    func status() {
        let text =
            "Name:\tgpsd\nUmask:\t0022\nPid:\t77\nUid:\t0\t105\t0\t105\nGid:\t20\t20\t20\t20\n"
            + "Groups:\t20 44 \n"
        #expect(
            DeviceExamination.Rights(status: text)
                == DeviceExamination.Rights(user: 105, groups: [20, 44]))
        #expect(DeviceExamination.Rights(status: "Name:\tgpsdctl\nUid:\t0\t0\t0\t0\n") == nil)
        #expect(DeviceExamination.Rights(status: "") == nil)
    }
}
