import Testing
import Wiring

@Suite("Doctor: the disk")
struct DiskExaminationTests {
    private func folder(
        free: UInt64? = 2_500_000_000, isReadOnly: Bool = false, isWritable: Bool = true
    ) -> DiskExamination.Folder {
        var folder = DiskExamination.Folder(use: "log", path: "/var/log/milepost", free: free)
        folder.isReadOnly = isReadOnly
        folder.isWritable = isWritable
        return folder
    }

    @Test("a folder with space that may be written is well")
    func well() {
        #expect(
            DiskExamination.finding(folder()).description
                == "ok    disk (log): /var/log/milepost has 2500 MB left")
        #expect(DiskExamination.finding(folder(free: 100_000_000)).isWell)
    }

    @Test("one that is missing, full, read-only or not this user's is wrong, each in its words")
    func wrong() {
        let findings = [
            folder(free: nil), folder(isReadOnly: true, isWritable: false),
            folder(isWritable: false), folder(free: 99_999_999),
        ].map { DiskExamination.finding($0) }
        #expect(findings.allSatisfy { !$0.isWell })
        let words = ["is not there", "read-only", "may not be written", "has 99 MB left"]
        for (finding, word) in zip(findings, words) { #expect(finding.text.contains(word)) }
    }

    @Test(
        "the folder of a log is what comes before the first date in its pattern",
        arguments: [
            ("/var/log/milepost/%Y/%m.jsonl", "/var/log/milepost"), ("/log.txt", "/"),
            ("logs/a.csv", "logs"), ("a.csv", "."), ("/data/ride-%F.gpx", "/data"),
            ("/%Y.txt", "/"),
        ])
    func pattern(pattern: String, path: String) {
        #expect(DiskExamination.folder(ofPattern: pattern) == path)
    }
}
