import Foundation
import TestSupport
import Testing

/// `config/milepost.service`, as systemd's own tools judge it; no systemd need run.
@Suite(
    "The unit of the service",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")))
struct ServiceUnitTests {
    private let folder: Folder
    private let unit: String
    private let text: String

    /// A copy whose program is one that is there.
    init() throws {
        folder = try Folder()
        unit = folder.file("milepost.service")
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        text = try String(
            contentsOf: root.appending(path: "config/milepost.service"), encoding: .utf8)
        #expect(text.contains("ExecStart=/usr/bin/milepost run\n"))
        try text.replacingOccurrences(of: "/usr/bin/milepost", with: "/usr/bin/env")
            .write(toFile: unit, atomically: true, encoding: .utf8)
    }

    private func analyze(_ arguments: [String]) async throws -> (said: [String], code: Int32?) {
        let program = try Program("/usr/bin/systemd-analyze", arguments + [unit])
        let output = await program.everything()
        return (output + program.errors.past, await program.end())
    }

    @Test("O01 has no mistake and no cycle with others")
    func verify() async throws {
        let verdict = try await analyze(["verify", "--man=no"])
        #expect(verdict.said.filter { $0.contains("milepost") } == [])
        #expect(verdict.code == 0)
    }

    // The threshold is in tenths: systemd-analyze ends with an error above it.
    @Test("is exposed by 2.0 at most")
    func security() async throws {
        let verdict = try await analyze([
            "security", "--offline=true", "--threshold=20", "--no-pager",
        ])
        #expect(verdict.code == 0, "\(verdict.said.last ?? "")")
    }

    // With either of the two that forbid it, a clock that is wrong after a power cut would be taken for a right one.
    @Test("lets the program ask whether the clock is synchronised")
    func clock() {
        let lines = text.split(separator: "\n")
        let filter = lines.last { $0.hasPrefix("SystemCallFilter=") } ?? ""
        #expect(filter.contains("adjtimex") && filter.contains("clock_adjtime"))
        #expect(!lines.contains { $0.hasPrefix("ProtectClock=") })
    }

    // Whatever of these never comes in a vehicle would keep the service from starting.
    @Test("O01 waits for nothing that may never come, and needs nothing")
    func ordering() {
        let lines = text.split(separator: "\n")
        let after = lines.first { $0.hasPrefix("After=") } ?? ""
        for target in ["network-online.target", "time-sync.target"] {
            #expect(!after.contains(target))
        }
        for word in ["Requires=", "BindsTo=", "Requisite=", "PartOf="] {
            #expect(!lines.contains { $0.hasPrefix(word) })
        }
        // A path of a file that is not there would keep it from starting; a name is passed over.
        for line in lines where line.hasPrefix("LoadCredential=") {
            #expect(!line.contains("/"), "\(line)")
        }
    }
}
