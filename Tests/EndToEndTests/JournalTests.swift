import Domain
import Glibc
import TestSupport
import Testing

extension WholeProgram {
    /// Standard error where it is the journal's stream, as systemd starts a service.
    @Suite("The journal")
    struct JournalTests {
        /// Tells the program that what its standard error leads to is the journal.
        private static let systemd = [
            "/bin/sh", "-c", #"JOURNAL_STREAM=$(stat -L -c %d:%i /dev/fd/2) exec "$@""#, "sh",
        ]

        @Test("each line has a priority, and neither the level in words nor the program's name")
        func priorities() async throws {
            let home = try Home()
            try home.write(noLookups)
            let daemon = try home.run(gpsd: 1, through: Self.systemd)
            for await line in daemon.errors.stream() where line.contains("follows gpsd") { break }
            try home.write("gate = 5\n")
            daemon.send(SIGHUP)
            for await line in daemon.errors.stream() where line.contains("not changed") { break }
            daemon.send(SIGTERM)
            #expect(await daemon.end() == 0)
            _ = await daemon.everything()
            let said = daemon.errors.past
            #expect(said.first?.hasPrefix("<6>version ") == true)
            #expect(said.contains { $0.hasPrefix("<3>The settings are not changed") })
            #expect(said.allSatisfy { $0.hasPrefix("<") && !$0.contains("milepost: ") })
        }

        @Test("why a program does not start is an error there")
        func failure() async throws {
            let home = try Home()
            try home.write("gate = 5\n")
            let daemon = try home.run(gpsd: 1, through: Self.systemd)
            #expect(await daemon.end() == 78)
            _ = await daemon.everything()
            #expect(!daemon.errors.past.isEmpty)
            #expect(daemon.errors.past.allSatisfy { $0.hasPrefix("<3>") })
        }
    }
}
