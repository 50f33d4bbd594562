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

    /// A copy whose program is one that is there.
    init() throws {
        folder = try Folder()
        unit = folder.file("milepost.service")
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
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
        let last = try #require(verdict.said.last { $0.contains("Overall exposure") })
        #expect(last.contains("milepost.service: 1.") || last.contains("milepost.service: 2.0"))
    }
}
