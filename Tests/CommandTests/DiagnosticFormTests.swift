import Domain
import Testing

@testable import milepost

@Suite("Diagnostic lines")
struct DiagnosticFormTests {
    private static let here = DiagnosticForm.File(device: 9, inode: 1234)

    @Test(
        "are for the journal only where standard error is the stream that systemd named",
        arguments: [
            ("9:1234", true), (nil, false), ("", false), ("9:1235", false), ("8:1234", false),
            ("9", false), ("9:1234:0", false), (":", false), ("nine:1234", false),
        ] as [(String?, Bool)])
    func journal(stream: String?, isJournal: Bool) {
        let form = DiagnosticForm(journalStream: stream, standardError: Self.here)
        #expect((form == .journal) == isJournal)
    }

    @Test("are plain where standard error is closed")
    func closed() {
        #expect(DiagnosticForm(journalStream: "9:1234", standardError: nil) == .plain)
    }

    @Test(
        "tell the level by syslog's number in the journal and in words elsewhere",
        arguments: [
            (Log.Level.debug, "<7>no gpsd", "milepost: debug: no gpsd"),
            (Log.Level.info, "<6>no gpsd", "milepost: no gpsd"),
            (Log.Level.warning, "<4>no gpsd", "milepost: warning: no gpsd"),
            (Log.Level.error, "<3>no gpsd", "milepost: error: no gpsd"),
        ])
    func levels(level: Log.Level, journal: String, plain: String) {
        #expect(DiagnosticForm.journal.line(level, "no gpsd") == journal)
        #expect(DiagnosticForm.plain.line(level, "no gpsd") == plain)
    }

    @Test("why the program ends is an error in the journal")
    func failure() {
        #expect(DiagnosticForm.journal.failure("No such file.") == "<3>No such file.")
        #expect(DiagnosticForm.plain.failure("No such file.") == "milepost: No such file.")
    }
}
